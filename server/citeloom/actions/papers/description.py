"""The description of a paper, in parts that editor and command line render."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citeloom.actions.keys.keys_as_names import name_citations
from citeloom.actions.keys.places import bibitem, citations, spellings
from citeloom.actions.papers.knowledge import PaperDetails
from citeloom.actions.papers.links import Link, links
from citeloom.actions.papers.paper_words import full_names
from citeloom.draft.mentions import mentions
from citeloom.draft.project import Project
from citeloom.papers.source_names import PASTED, source_name
from citeloom.problem import Place
from citeloom_latex.bib.resolve import ResolvedEntry

LONGEST_NAMES = 200
LONGEST_ABSTRACT = 700
LONGEST_SENTENCE = 400


@dataclass(frozen=True)
class DescribedText:
    """A paragraph; a small window shows at most ``longest`` characters of it."""

    text: str
    is_title: bool = False
    is_note: bool = False
    longest: int | None = None


@dataclass(frozen=True)
class DescribedItem:
    """An item of a list; ``name`` says what or where it is, and may be empty."""

    text: str
    name: str | Place = ""


@dataclass(frozen=True)
class DescribedList:
    """A list under a heading; a small window shows at most ``longest`` characters of an item."""

    heading: str
    items: Sequence[DescribedItem]
    longest: int = LONGEST_SENTENCE


@dataclass(frozen=True)
class DescribedLinks:
    """Links to a paper."""

    links: Sequence[Link]


@dataclass(frozen=True)
class MissingAbstract:
    """A note on an abstract that no service was asked for yet: with ``key`` it can be fetched."""

    key: str
    note: str
    advice: str = "fetching may find one"

    @property
    def text(self) -> str:
        return f"{self.note}; {self.advice}"


DescriptionPart = DescribedText | DescribedList | DescribedLinks | MissingAbstract


def describe_paper(
    details: PaperDetails,
    entry: ResolvedEntry,
    project: Project,
    most: int | None = None,
) -> Iterator[DescriptionPart]:
    """Yield the description of an entry's paper, and where the draft cites it.

    Parameters
    ----------
    most
        The most sentences to give of the draft, and of other references; None for all.
    """
    key, paper = entry.entry.key, details.paper
    yield DescribedText(paper.title or f"{key} (no title)", is_title=True)
    names = ", ".join(full_names(paper))
    yield DescribedText(names, longest=LONGEST_NAMES)
    yield DescribedText(", ".join(filter(None, (paper.venue, str(paper.year or "")))), is_note=True)
    yield _elements(details)
    if paper.abstract:
        yield DescribedList("Abstract", [DescribedItem(paper.abstract)], LONGEST_ABSTRACT)
    said = [
        DescribedItem(it.text, f"{it.key} ({it.heading})" if it.heading else it.key)
        for it in details.mentions[:most]
    ]
    yield DescribedList("What your other references say about it", said)
    status = "; ".join(_status(details))
    if paper.abstract or details.outcome or details.abstract_says_so:
        yield DescribedText(status, is_note=True)
    else:
        yield MissingAbstract(key, status)
    yield _citation_list(project, key, most)
    yield DescribedLinks(links(paper, entry, project))


def describe_bibitem(
    project: Project, key: str, most: int | None = None
) -> Iterator[DescriptionPart]:
    """Yield the text of a key's ``bibitem``; nothing where there is none."""
    if text := bibitem(project, key):
        yield DescribedText(text)
        yield DescribedText("From the bibliography in the draft.", is_note=True)
        yield _citation_list(project, key, most)


def _elements(details: PaperDetails) -> DescribedList:
    heading = "From the abstract's own sentences"
    if details.extracted:
        first = details.extracted[0]
        heading = f"Extracted by {first.source}, {first.day}"
    return DescribedList(heading, [DescribedItem(it.sentence, it.name) for it in details.elements])


def _status(details: PaperDetails) -> Iterator[str]:
    """Yield retractions and other notes on the paper, each in a few words."""
    paper, outcome = details.paper, details.outcome
    if details.trouble:
        yield f"only the .bib file was read: {details.trouble}"
    sources = {it for name, it in paper.sources.items() if it != "bib" and name != "abstract"}
    if sources:
        yield f"completed from {', '.join(sorted(map(source_name, sources)))}"
    for notice in details.notices:
        yield f"{notice.kind} (https://doi.org/{notice.doi})" if notice.doi else notice.kind
    if paper.abstract:
        since = f", {details.abstract_day}" if details.abstract_day else ""
        is_pasted = paper.sources.get("abstract") == PASTED
        said = "abstract pasted by you" if is_pasted else f"abstract from {details.abstract_from}"
        yield f"{said}{since}"
        return
    if details.abstract_says_so:
        yield "its abstract or its entry's note says so; its abstract is not used"
        return
    if outcome and not outcome.found:
        yield f"looked up: {outcome.status}"
    if outcome:
        yield "no abstract found by any service; paste one"
    else:
        yield "no abstract yet (no service has answered)"


def _citation_list(project: Project, key: str, most: int | None) -> DescriptionPart:
    times = len(citations(project, key))
    if not times:
        return DescribedText("Not cited in the draft.", is_note=True)
    sentences = [
        DescribedItem(name_citations(it.sentence, project), it.place)
        for it in mentions(project, spellings(project, key), most)
    ]
    how_often = "once" if times == 1 else f"{times} times"
    return DescribedList(f"Cited {how_often} in this draft", sentences)
