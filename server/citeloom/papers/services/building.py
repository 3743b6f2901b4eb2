"""Builds papers in plain text from the answers of services."""

import asyncio
import html
import re
import unicodedata
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError
from pydantic.alias_generators import to_camel

from citeloom.papers.abstracts import clean_abstract
from citeloom.papers.found import Found
from citeloom.papers.identifiers import arxiv_id as arxiv_id_of
from citeloom.papers.identifiers import clean_doi
from citeloom.papers.identity import identifier_ids, title_id
from citeloom.papers.paper import Author, Paper, known_fields
from citeloom.papers.web.answer import Answer
from citeloom.papers.web.service_failed import ServiceFailed
from citeloom.papers.withdrawal import without_mark
from citeloom_latex.bib.bounds import TITLE
from citeloom_latex.bib.names import names
from citeloom_latex.plain import plain

_INLINE = re.compile(r"</?(?:jats:|mml:)?(?:sub|sup|i|b|em|italic|bold|sc|scp|tt|strong)\b[^<>]*>")
_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z:-]*(?:\s[^<>]*)?/?>")
_HEADING = re.compile(
    r"<(?P<kind>jats:title|h[1-6])\b[^<>]*>(?P<words>.{0,80}?)</(?P=kind)>", re.I | re.DOTALL
)
_PART = re.compile(
    r"\W*(?:aims?|background|conclusions?|design|discussion|findings|introduction|methods?"
    r"|(?:materials|patients) and methods|methodology|objectives?|purpose|results?)\W*",
    re.IGNORECASE,
)
"""Headings that say what the sentences below them are for."""

CANDIDATES = 5
"""How many papers of a like title are asked for."""

_SUFFIX = re.compile(r" ((?:Jr|Sr|II|III|IV)\.?)\Z")
_FORMULA = re.compile(r"<(?:mml:)?math\b.*?</(?:mml:)?math>", re.DOTALL)
_ANY_TAG = re.compile(r"<[^<>]*>")
_ANNOTATION = re.compile(
    r"<(?P<kind>(?:mml:)?annotation(?:-xml)?)\b[^<>]*>.*?</(?P=kind)>", re.DOTALL
)
_ALTERNATIVES = re.compile(
    r"<(?P<kind>(?:jats:)?(?:alternatives|inline-formula|disp-formula))\b[^<>]*>.*?</(?P=kind)>",
    re.DOTALL,
)
_IN_TEX = re.compile(r"<(?P<kind>(?:jats:)?tex-math)\b[^<>]*>(?P<tex>.*?)</(?P=kind)>", re.DOTALL)
_OF_DOCUMENT = re.compile(r"\\begin\{document\}(?P<tex>.*?)\\end\{document\}", re.DOTALL)
_LONGEST = 100_000
"""Characters of a text with mark-up that are read: abstracts with formulas in it three times."""

_NO_QUERY = re.compile(r"[^\w\s-]|_")
_YEARS = range(1000, 3000)
_Record = TypeVar("_Record", bound=BaseModel)
_Answer = TypeVar("_Answer")


class CamelRecord(BaseModel):
    """A record whose fields the service names in camel case."""

    model_config = ConfigDict(alias_generator=to_camel)


def paper_from(
    source: str,
    *,
    title: str | None = "",
    authors: Iterable[Author] = (),
    year: int | None = None,
    venue: str | None = "",
    type: str = "",
    doi: str | None = "",
    arxiv_id: str | None = "",
    s2_id: str | None = "",
    pmid: str | None = "",
    acl_id: str | None = "",
    abstract: str | None = "",
) -> Paper | None:
    """Return a paper from the fields of an answer; None if they are not enough to name it.

    Texts may have mark-up and identifiers any of their forms; a mark of retraction before the
    title is taken off.
    """
    name = without_mark(TITLE.limit(plain_text(title)))
    paper = Paper(
        id="",
        title=name,
        authors=tuple(author for author in authors if author.family),
        year=year if year in _YEARS else None,
        venue=TITLE.limit(plain_text(venue)),
        type=type,
        doi=clean_doi(doi or ""),
        arxiv_id=arxiv_id_of({"arxivid": arxiv_id or ""}),
        s2_id=plain_text(s2_id),
        pmid=plain_text(pmid),
        acl_id=plain_text(acl_id),
        abstract=clean_abstract(plain_text(abstract), name),
    )
    best = next(iter((*identifier_ids(paper), title_id(paper))), "")
    sources = MappingProxyType(dict.fromkeys(known_fields(paper), source))
    return replace(paper, id=best, sources=sources) if best else None


def author_of(name: str) -> Author:
    """Return a person of a name as it is spoken: ``Jan van der Berg``."""
    text = " ".join(plain_text(name).translate(_NO_BIBTEX).split())
    suffix = _SUFFIX.search(text)
    spoken = text[: suffix.start()] if suffix else text
    people = names(spoken, _composed) if " and " not in spoken.lower() else ()
    if len(people) != 1 or not people[0].last_with_von:
        return Author(text)
    given = f"{people[0].first} {suffix[1]}" if suffix else people[0].first
    return Author(people[0].last_with_von, given.strip())


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def plain_text(value: str | None) -> str:
    """Return a text on one line without tags, character entities and invisible signs.

    A formula that stands there as MathML and as TeX too comes once.
    """
    text = (value or "")[:_LONGEST]
    if "math" in text:
        text = _with_formulas_once(text)
    text = html.unescape(html.unescape(_TAG.sub(" ", _INLINE.sub("", text))))
    text = text.encode("utf-8", "ignore").decode("utf-8")
    shown = (" " if unicodedata.category(char) == "Cc" else char for char in text)
    return " ".join("".join(shown).split())


def abstract_with_headings(text: str | None) -> str:
    """Return an abstract in mark-up with its headings as words before a colon.

    Headings that say nothing of what stands below them ("Abstract") are left out.
    """
    return _HEADING.sub(_as_words, (text or "")[:_LONGEST])


def _as_words(heading: re.Match[str]) -> str:
    said = plain_text(heading["words"])
    return f"{said.strip(' .:')}: " if _PART.fullmatch(said) else " "


def _with_formulas_once(text: str) -> str:
    """Return a text with each formula once: what MathML says, or TeX where nothing else does."""
    text = _ALTERNATIVES.sub(_without_tex, text)
    text = _FORMULA.sub(lambda formula: _ANY_TAG.sub("", _ANNOTATION.sub("", formula[0])), text)
    return _IN_TEX.sub(lambda formula: _tex_as_text(formula["tex"]), text)


def _without_tex(alternatives: re.Match[str]) -> str:
    return _IN_TEX.sub("", alternatives[0]) if _FORMULA.search(alternatives[0]) else alternatives[0]


def _tex_as_text(tex: str) -> str:
    document = _OF_DOCUMENT.search(tex)
    return plain(html.unescape(document["tex"] if document else tex))


def readable(kind: type[_Record], item: object) -> _Record | None:
    """Return one record without the fields that have another form than is documented.

    None where what is left is not enough.
    """
    try:
        return kind.model_validate(item)
    except ValidationError as error:
        wrong = [problem["loc"] for problem in error.errors(include_url=False)]
    if not isinstance(item, dict):
        return None
    try:
        return kind.model_validate(_without(item, wrong))
    except ValidationError:
        return None


def _without(item: Mapping[str, Any], places: Iterable[tuple[int | str, ...]]) -> dict[str, Any]:
    """Return a record without some of its fields, or of the items of a list that is a field."""
    left = dict(item)
    gone: dict[str, set[int]] = {}
    for place in places:
        name = str(place[0])
        if len(place) > 1 and isinstance(place[1], int) and isinstance(item.get(name), list):
            gone.setdefault(name, set()).add(place[1])
        else:
            left.pop(name, None)
    for name, numbers in gone.items():
        if name in left:
            left[name] = [one for at, one in enumerate(item[name]) if at not in numbers]
    return left


def only_readable(kind: type[BaseModel]) -> BeforeValidator:
    """Return a validator that drops the unreadable items of a list within a record."""

    def kept(items: object) -> object:
        if not isinstance(items, list):
            return items
        return [record for item in items if (record := readable(kind, item)) is not None]

    return BeforeValidator(kept)


def records(service: str, kind: type[_Record], data: object, *path: str) -> list[_Record]:
    """Return the readable records of the list that stands in an answer below some names.

    Raises
    ------
    ServiceFailed
        If there is no list, or there are records and none of them can be read.
    """
    for name in path:
        if not isinstance(data, dict):
            raise unlike(service)
        data = data.get(name)
    if not isinstance(data, list):
        raise unlike(service)
    read = [record for item in data if (record := readable(kind, item)) is not None]
    if data and not read:
        raise unlike(service)
    return read


def record(service: str, kind: type[_Record], item: object) -> _Record:
    """Return one record.

    Raises
    ------
    ServiceFailed
        If it cannot be read.
    """
    if (read := readable(kind, item)) is None:
        raise unlike(service)
    return read


def unlike(service: str) -> ServiceFailed:
    """Return the error of an answer that is not as documented."""
    return ServiceFailed(service, "its answer has an unexpected form; a newer Citeloom may read it")


def is_not_found(service: str, answer: Answer) -> bool:
    """Tell whether a service says that it does not know what it was asked about.

    Raises
    ------
    ServiceFailed
        If somebody else says so: a proxy's page has the same status.
    """
    if answer.status == 404 and b"not found" not in answer.body.lower():
        raise unlike(service)
    return answer.status == 404


def title_words(title: str) -> str:
    """Return the words of a title without signs that mean something in queries."""
    return " ".join(_NO_QUERY.sub(" ", title).split())


async def by_questions(
    papers: Sequence[Paper],
    questions: Callable[[Paper], Sequence[str]],
    ask: Callable[[Sequence[str]], Awaitable[Iterable[Found]]],
    most: int,
    longest: int,
) -> Mapping[str, Found]:
    """Return the answers about papers by their ids, of a service that is asked many questions.

    Parameters
    ----------
    questions
        Gives what to ask about a paper, the best first.
    ask
        Asks some of them in one request.
    most, longest
        How many questions one request has room for, and how many characters of them.
    """
    found: dict[str, Found] = {}
    asked = dict.fromkeys(question for paper in papers for question in questions(paper))
    for some in chunks(list(asked), most, longest):
        for hit in await ask(some):
            for question in questions(hit.paper):
                found.setdefault(question, hit)
    known = ((paper.id, [it for it in questions(paper) if it in found]) for paper in papers)
    return {name: found[answered[0]] for name, answered in known if answered}


def chunks(items: Sequence[str], most: int, longest: int) -> Iterable[list[str]]:
    """Cut a list so that no part has more items, or more characters in all, than allowed."""
    part: list[str] = []
    length = 0
    for item in items:
        if part and (len(part) == most or length + len(item) > longest):
            yield part
            part, length = [], 0
        part.append(item)
        length += len(item)
    if part:
        yield part


async def ask_each(ask: Callable[[str], Awaitable[_Answer]], items: Sequence[str]) -> list[_Answer]:
    """Return the answers about items; the first is asked alone: a service that is down fails then.

    Raises
    ------
    ServiceFailed
        As ``ask`` does.
    """
    first = [await ask(item) for item in items[:1]]
    return [*first, *await asyncio.gather(*map(ask, items[1:]))]


def https_only(address: str | None) -> str:
    """Return an address that begins as one should, else nothing."""
    return address if address and address.startswith("https://") else ""


_NO_BIBTEX = str.maketrans(dict.fromkeys("{}\\~%#$&,", " "))
