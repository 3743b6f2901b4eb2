"""Suggestions from what is around the references at Semantic Scholar and OpenAlex."""

import asyncio
import json
from contextlib import suppress
from pathlib import Path

import pytest
from covering import covering

from citeloom.actions.context import Context, open_project
from citeloom.actions.suggesting.draft_sentences import WHOLE_DRAFT
from citeloom.actions.suggesting.from_services import (
    NOT_AGREED,
    SERVICES,
    ServiceSource,
    services_in_reach,
)
from citeloom.actions.suggesting.query import SuggestionQuery, query_of
from citeloom.actions.suggesting.sources import Candidates
from citeloom.actions.suggesting.suggest import suggest
from citeloom.actions.user.fetch_agreement import keep_consent
from citeloom.corpus.citation_walk import WalkLimits
from citeloom.papers.web.clients import Timeouts
from citeloom.papers.web.web import Web
from citeloom.settings import UserSettings
from projects import make_project
from services.cited_papers import made_papers
from services.fake_clock import FakeClock
from services.faults import Fault
from services.patience import impatient
from services.running import Running, running

PAPERS = made_papers(12)
NAMES = {paper.title: number for number, paper in enumerate(PAPERS)}
_GRAPH = {0: (2, 3), 1: (3, 4), 5: (0,), 3: (6, 7), 6: (8,)}
CITES = {PAPERS[one].id: [PAPERS[two].id for two in every] for one, every in _GRAPH.items()}
NEAR, FAR = {2, 3, 4, 5}, {6, 7}
DRAFT = (
    r"""
%! main.tex
\documentclass{article}
\title{Zebras of the wall}
\begin{document}
\begin{abstract}
Our secret quagga walks beside the leaf and the garden.
\end{abstract}
\section{Introduction}
Others walked before \cite{first,second,nameless}. Nobody saw a quagga.
\bibliography{refs}
\end{document}
%! refs.bib
"""
    + "".join(
        f"@article{{{key}, title = {{{paper.title}}}, author = {{Ann {paper.authors[0].family}}},"
        f" year = {paper.year}, doi = {{{paper.doi}}}}}\n"
        for key, paper in zip(("first", "second"), PAPERS, strict=False)
    )
    + "@misc{nameless, title = {A thing without a name}, author = {No One}, year = 2000}\n"
)

LATER = (Fault.HALF_SENT, Fault.WRONG_SHAPE, Fault.UNAVAILABLE, Fault.TOO_MANY_TOMORROW)
BROKEN = [*((0, fault) for fault in Fault), *((1, fault) for fault in LATER)]
"""From which answer on a service fails, and how."""


class Draft:
    """A draft, its user's data, and what services are asked for it."""

    def __init__(self, folder: Path, text: str = DRAFT) -> None:
        self.main = make_project(folder / "draft", text)
        self.context = Context(user=UserSettings(data_folder=folder / "data"))
        self.told: list[tuple[str, int, int]] = []

    def stage(self, name: str, done: int = 0, total: int = 0) -> None:
        self.told.append((name, done, total))

    @property
    def query(self) -> SuggestionQuery:
        return query_of(open_project(self.main, self.context), self.context, WHOLE_DRAFT, [])

    def source(
        self, service: str, services: Running, *, may_ask: bool = True,
        timeouts: Timeouts | None = None, **more: object,
    ) -> ServiceSource:  # fmt: skip
        def web(_: object) -> Web:
            data = self.context.user.data_folder
            clock = FakeClock()
            return Web(
                services.settings(), data, clock=clock, timeouts=timeouts, chance=lambda: 1.0
            )

        return ServiceSource(service, self.context, may_ask, self, web=web, **more)  # type: ignore

    def find(self, service: str, services: Running, **more: object) -> Candidates:
        return asyncio.run(self.source(service, services, **more).find(self.query))  # type: ignore


def numbers(found: Candidates) -> set[int]:
    return {NAMES[paper.title] for paper in found.papers}


def asked(services: Running) -> list[tuple[str, str, str, str]]:
    return sorted(
        (seen.service, seen.path, json.dumps(dict(seen.query)), seen.body.decode())
        for seen in services.log
    )


@pytest.mark.parametrize("service", SERVICES)
def test_papers_two_citations_away_are_found_and_described(service: str, tmp_path: Path) -> None:
    draft = Draft(tmp_path)
    with running(PAPERS, cites=CITES) as services:
        found = draft.find(service, services)
    # What searches find stands beside what citations lead to.
    assert numbers(found) >= NEAR | FAR
    assert not numbers(found) & {0, 1}
    for paper in found.papers:
        assert paper.authors and paper.abstract and paper.year
    first, second = (paper.id for paper in draft.query.references[:2])
    of_title = {paper.title: paper.id for paper in found.papers}
    assert (first, of_title[PAPERS[3].title]) in found.citations
    assert (second, of_title[PAPERS[3].title]) in found.citations
    assert (of_title[PAPERS[5].title], first) in found.citations
    assert any("1 of your 3 references" in note for note in found.notes)
    assert draft.told and draft.told[-1][1] == draft.told[-1][2]


def test_both_services_are_merged_in_the_suggestions(tmp_path: Path) -> None:
    draft = Draft(tmp_path)
    with running(PAPERS, cites=CITES) as services:
        sources = [draft.source(service, services) for service in SERVICES]
        opened = open_project(draft.main, draft.context)
        found = asyncio.run(suggest(opened, draft.context, sources=sources))
    of_title = {NAMES[it.paper.title]: it for it in found.found}
    assert of_title.keys() >= NEAR | FAR
    assert of_title[3].sources == ("Semantic Scholar", "OpenAlex")
    assert of_title[3].cited_by == ("first", "second")
    assert of_title[5].cites == ("first",)


@pytest.mark.parametrize("service", SERVICES)
def test_nothing_of_the_draft_s_own_words_is_sent(service: str, tmp_path: Path) -> None:
    others = {
        "Zebras of the wall": "Okapis",
        "Our secret quagga walks beside the leaf and the garden": "An okapi sleeps at noon",
        "Nobody saw a quagga": "All of us saw an okapi",
    }
    text = DRAFT
    for before, after in others.items():
        text = text.replace(before, after)
    sent = []
    for folder, draft in (("one", DRAFT), ("two", text)):
        with running(PAPERS, cites=CITES) as services:
            Draft(tmp_path / folder, draft).find(service, services)
            sent.append(asked(services))
    assert sent[0] == sent[1] != []
    assert not any(word in str(sent).lower() for word in ("quagga", "zebra", "okapi", "nameless"))


@pytest.mark.parametrize("service", SERVICES)
def test_nothing_is_asked_twice(service: str, tmp_path: Path) -> None:
    draft = Draft(tmp_path)
    with running(PAPERS, cites=CITES) as services:
        first = draft.find(service, services)
        sent = asked(services)
        assert len(sent) == len(set(sent)) > 3
        assert draft.find(service, services) == first
        assert len(services.log) == len(sent)


def test_without_agreement_nobody_is_asked_and_what_is_kept_counts(tmp_path: Path) -> None:
    draft = Draft(tmp_path)
    with running(PAPERS, cites=CITES) as services:
        nothing = draft.find("s2", services, may_ask=False)
        assert (nothing.papers, nothing.notes, services.log) == ((), (NOT_AGREED,), [])
        came = draft.find("s2", services)
        before = len(services.log)
        kept = draft.find("s2", services, may_ask=False)
        assert (kept.papers, kept.notes) == (came.papers, (NOT_AGREED,))
        assert len(services.log) == before


def test_the_user_s_answer_decides_who_may_be_asked(tmp_path: Path) -> None:
    context = Context(user=UserSettings(data_folder=tmp_path))
    for answer, may_ask in ((None, False), (False, False), (True, True)):
        if answer is not None:
            keep_consent(context.user, answer)
        assert [it.may_ask for it in services_in_reach(context)] == [may_ask] * 2
    assert [it.name for it in services_in_reach(context)] == ["Semantic Scholar", "OpenAlex"]


def test_references_outside_of_the_project_are_not_sent(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    text, _, bib = DRAFT.partition("%! refs.bib\n")
    (elsewhere / "refs.bib").write_text(bib, "utf-8")
    draft = Draft(tmp_path, text.replace("{refs}", "{../elsewhere/refs}"))
    assert len(draft.query.references) == 3
    with running(PAPERS, cites=CITES) as services:
        draft.find("s2", services)
        assert services.log == []


@pytest.mark.parametrize(("broken", "service"), covering(BROKEN, SERVICES))
def test_a_service_that_is_down_is_a_note_and_the_other_counts(
    broken: tuple[int, Fault], service: str, tmp_path: Path
) -> None:
    since, fault = broken
    draft = Draft(tmp_path)
    timeouts = impatient(fault)
    (other,) = {*SERVICES} - {service}
    with running(PAPERS, {service: [None] * since + [fault] * 60}, cites=CITES) as services:
        down = draft.find(service, services, timeouts=timeouts)
        assert len(down.notes) == 2 and "http" not in down.notes[1]
        assert services.count(service) <= 25
        assert numbers(draft.find(other, services)) >= NEAR | FAR
    with running(PAPERS, cites=CITES) as services:
        after = draft.find(service, services)
    assert numbers(after) >= NEAR | FAR
    assert len(after.notes) == 1


def test_a_search_that_takes_too_long_stops_and_goes_on_next_time(tmp_path: Path) -> None:
    draft = Draft(tmp_path)
    with running(PAPERS, {"s2": [None, Fault.SLOW]}, cites=CITES) as services:
        slow = draft.find("s2", services, seconds=0.5)
        assert slow.notes[-1].startswith("the search stopped after")
        before = services.count("s2")
        assert numbers(draft.find("s2", services)) >= NEAR | FAR
        paths = [seen.path for seen in services.seen("s2")[before:]]
        assert len(paths) < 10


def test_a_cancelled_search_has_kept_what_came(tmp_path: Path) -> None:
    draft = Draft(tmp_path)

    async def cancelled(source: ServiceSource, services: Running) -> None:
        task = asyncio.create_task(source.find(draft.query))
        while len(services.log) < 2:
            await asyncio.sleep(0.01)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        assert task.cancelled()

    with running(PAPERS, {"s2": [None, Fault.SLOW]}, cites=CITES) as services:
        asyncio.run(cancelled(draft.source("s2", services), services))
        first = services.log[0].body
        draft.find("s2", services)
        assert [seen.body for seen in services.log].count(first) == 1


def test_limits_of_a_walk_are_those_of_the_source(tmp_path: Path) -> None:
    draft = Draft(tmp_path)
    limits = WalkLimits(cited=1, untitled=0, followed=0, described=0, searches=0)
    with running(PAPERS, cites=CITES) as services:
        found = draft.find("s2", services, limits=limits)
        assert len(services.log) == 2
    assert numbers(found) == NEAR
