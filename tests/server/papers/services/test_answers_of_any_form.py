"""Whatever a service sends, nothing but ServiceFailed comes of it."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeloom.papers.found import Found
from citeloom.papers.links.citation_links import LinkAnswer
from citeloom.papers.links.openalex import OpenAlexLinks
from citeloom.papers.links.port import LinkService
from citeloom.papers.links.semantic_scholar import SemanticScholarLinks
from citeloom.papers.paper import FIELDS, Paper
from citeloom.papers.web.answer import Answer
from citeloom.papers.web.bounded import Asking
from citeloom.papers.web.service_failed import ServiceFailed
from citeloom.settings import NetworkSettings
from services.arxiv_service import ArxivService
from services.crossref_service import CrossrefService
from services.datacite_service import DataCiteService
from services.europe_pmc_service import EuropePmcService
from services.hal_service import HalService
from services.inspire_service import InspireService
from services.openalex_service import OpenAlexService
from services.outcomes import SERVICES
from services.sample import SAMPLE
from services.seen import Reply, Seen
from services.semantic_scholar_service import SemanticScholarService
from services.title_index import TitleIndex

INDEX = TitleIndex(SAMPLE)
REPLIES: dict[str, Callable[[Seen], Reply]] = {
    "s2": SemanticScholarService(INDEX).reply,
    "arxiv": ArxivService(INDEX).reply,
    "crossref": CrossrefService(INDEX).reply,
    "openalex": OpenAlexService(INDEX).reply,
    "europepmc": EuropePmcService(INDEX).reply,
    "inspire": InspireService(INDEX).reply,
    "datacite": DataCiteService(INDEX).reply,
    "hal": HalService(INDEX).reply,
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["data", "error", "message", "items", "results", "title", "id", "DOI"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)


class Changed:
    """A web whose answers are those of the loopback services, changed."""

    def __init__(self, change: Callable[[bytes], bytes]) -> None:
        self.settings = NetworkSettings(contact="someone@example.org")
        self._change = change

    async def ask(
        self,
        service: str,
        url: str,
        *,
        params: Mapping[str, str] | None = None,
        json: Any = None,
        **_: object,
    ) -> Answer:
        body = b"" if json is None else bytes_of(json)
        path = unquote(urlsplit(url).path)
        method = "GET" if json is None else "POST"
        reply = REPLIES[service](Seen(service, method, path, params or {}, {}, body, 0.0))
        return Answer(service, reply.status, reply.type, self._change(reply.body))


def bytes_of(value: object) -> bytes:
    return json.dumps(value).encode("utf-8", "surrogatepass")


def found(service: str, change: Callable[[bytes], bytes]) -> Mapping[str, Found]:
    known = SERVICES[service](Changed(change))  # type: ignore[arg-type]
    try:
        return asyncio.run(known.by_ids(SAMPLE))
    except ServiceFailed as error:
        assert error.service == service
        return {}


LINKED = replace(SAMPLE[0], id=f"s2:{SAMPLE[0].s2_id}")
QUESTIONS: dict[str, Callable[[LinkService], Awaitable[LinkAnswer]]] = {
    "references": lambda service: service.references(SAMPLE),
    "citations": lambda service: service.citations([LINKED]),
    "search": lambda service: service.search("gardens"),
}
LINK_SERVICES: dict[str, Callable[[Asking], LinkService]] = {
    "s2": SemanticScholarLinks,
    "openalex": OpenAlexLinks,
}


def links(service: str, kind: str, change: Callable[[bytes], bytes]) -> LinkAnswer | None:
    known = LINK_SERVICES[service](Changed(change))
    try:
        return asyncio.run(QUESTIONS[kind](known))  # type: ignore[arg-type]
    except ServiceFailed as error:
        assert error.service == service
        return None


def is_whole(paper: Paper) -> bool:
    return all(isinstance(getattr(paper, name), str | int | tuple | None) for name in FIELDS)


def replaced(value: Any, new: object, chosen: random.Random) -> Any:
    """Return a JSON value with one value somewhere inside it replaced."""
    places: Sequence[Any] = (
        list(value)
        if isinstance(value, dict)
        else range(len(value))
        if isinstance(value, list)
        else ()
    )
    if not places or chosen.random() < 0.1:
        return new
    place = chosen.choice(places)
    changed = value.copy()
    changed[place] = replaced(value[place], new, chosen)
    return changed


@pytest.mark.parametrize("service", REPLIES)
@given(value=JSON)
def test_any_json_is_an_answer_or_a_failure(service: str, value: object) -> None:
    assert all(is_whole(one.paper) for one in found(service, lambda _: bytes_of(value)).values())


@pytest.mark.parametrize("service", [name for name in REPLIES if name != "arxiv"])
@given(value=JSON, seed=st.integers(0, 1 << 32))
def test_one_wrong_value_costs_at_most_its_own_record(
    service: str, value: object, seed: int
) -> None:
    chosen = random.Random(seed)
    came = found(service, lambda body: bytes_of(replaced(json.loads(body), value, chosen)))
    for one in came.values():
        assert is_whole(one.paper)
        assert all(is_whole(cited) for cited in one.references)


@pytest.mark.parametrize("service", REPLIES)
@given(cut=st.integers(0, 3000), junk=st.binary(max_size=30))
def test_any_bytes_are_an_answer_or_a_failure(service: str, cut: int, junk: bytes) -> None:
    came = found(service, lambda body: body[:cut] + junk + body[cut + len(junk) :])
    assert all(is_whole(one.paper) for one in came.values())


@pytest.mark.parametrize("kind", QUESTIONS)
@pytest.mark.parametrize("service", LINK_SERVICES)
@settings(max_examples=40)
@given(value=JSON, seed=st.none() | st.integers(0, 1 << 32))
def test_any_answer_about_citations_is_one_or_a_failure(
    service: str, kind: str, value: object, seed: int | None
) -> None:
    def change(body: bytes) -> bytes:
        if seed is None:
            return bytes_of(value)
        return bytes_of(replaced(json.loads(body), value, random.Random(seed)))

    answer = links(service, kind, change)
    if answer is None:
        return
    assert all(is_whole(paper) and paper.id.startswith(f"{service}:") for paper in answer.papers)
    assert all(name.startswith(f"{service}:") for link in answer.links for name in link)
    assert all(citing != cited for citing, cited in answer.links)


def test_entities_are_not_expanded() -> None:
    bomb = b'<?xml version="1.0"?><!DOCTYPE f [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><f>&b;</f>'
    utf16 = bomb.decode().replace("1.0", '1.0" encoding="utf-16').encode("utf-16")
    for body in (bomb, utf16):
        with pytest.raises(ServiceFailed, match="not valid"):
            asyncio.run(
                SERVICES["arxiv"](Changed(lambda _, sent=body: sent)).by_ids(SAMPLE)  # type: ignore
            )
