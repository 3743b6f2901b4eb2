"""List the references of a project: those that it cites, where, and those that it does not."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from citeloom.actions.keys.author_year import author_year
from citeloom.actions.keys.outline import plain_title
from citeloom.draft.document import Document
from citeloom.draft.flow import Flow, FlowSection
from citeloom.draft.project import Project
from citeloom_latex.bib.resolve import ResolvedEntry
from citeloom_latex.plain import plain
from citeloom_latex.spans import Span

_SECTION = 1
"""Level of ``\\section``; what lies deeper is no heading by which references are grouped."""


@dataclass(frozen=True, slots=True)
class ReferenceHeading:
    """A section and its chapter; or a chapter that cites before its first section."""

    title: str
    chapter: str


@dataclass(frozen=True, slots=True)
class CitationPlace:
    """A key in a cite command; ``heading`` is the number of the heading above, or None."""

    document: Document
    span: Span
    heading: int | None


@dataclass(frozen=True)
class ListedReference:
    """A reference: its key, its entry (None where no .bib file has it) and its citations.

    ``nocited``: a ``\\nocite`` names it.
    """

    key: str
    entry: ResolvedEntry | None
    cited: tuple[CitationPlace, ...]
    nocited: bool = False

    @property
    def title(self) -> str:
        """Its title as plain text; empty if there is none."""
        return plain_title(self.entry.values.get("title", "")) if self.entry else ""

    @property
    def people(self) -> str:
        """Who wrote it and when, in a few words."""
        return author_year(self.entry) if self.entry else ""

    @property
    def keywords(self) -> tuple[str, ...]:
        """The entry's keywords, each once."""
        value = self.entry.values.get("keywords", "") if self.entry else ""
        parts = plain(value).replace(";", ",").split(",")
        return tuple(
            dict.fromkeys(" ".join(keyword.split()) for keyword in parts if keyword.strip())
        )


@dataclass(frozen=True)
class ReferenceList:
    """The headings of a document under which it cites, and its references.

    Cited references come first, in the order of their first citation, then the others in the order
    of the .bib files.
    """

    headings: tuple[ReferenceHeading, ...]
    references: tuple[ListedReference, ...]


def list_references(project: Project) -> ReferenceList:
    """List the references of a project, each once even if it is cited by several names."""
    headings = _Headings(project.flow)
    cited: dict[str, list[CitationPlace]] = {}
    nocited: set[str] = set()
    for place in project.flow.citations:
        for key in place.citation.keys:
            if key.key == "*":
                continue
            entry = project.entry(key.key)
            name = entry.entry.key if entry is not None else key.key
            places = cited.setdefault(name, [])
            if place.citation.command == "nocite":
                nocited.add(name)
            else:
                places.append(CitationPlace(place.document, key.span, headings.at(place.at)))
    found = [
        ListedReference(name, project.entry(name), tuple(places), name in nocited)
        for name, places in cited.items()
        if name in project.entry_of or name not in project.bibitem_keys
    ]
    found += (ListedReference(name, entry, ()) for name, entry in _others(project, cited))
    return ReferenceList(tuple(headings.used), tuple(found))


def _others(project: Project, cited: Mapping[str, object]) -> Iterator[tuple[str, ResolvedEntry]]:
    for name in dict.fromkeys(project.library.entries.keys):
        if name and name not in cited:
            entry = project.entry(name)
            if entry is not None:
                yield name, entry


class _Headings:
    """Numbers the headings under which references are cited, in the order of the document."""

    def __init__(self, flow: Flow) -> None:
        self.used: list[ReferenceHeading] = []
        self._sections = [section for section in flow.sections if section.section.level <= _SECTION]
        self._starts = [section.at for section in self._sections]
        self._chapters = {section.number: section for section in flow.sections}
        self._numbers: dict[int, int] = {}

    def at(self, place: int) -> int | None:
        """Return the number of the heading above a place of the whole document."""
        found = bisect_right(self._starts, place) - 1
        if found < 0:
            return None
        section = self._sections[found]
        if section.number not in self._numbers:
            self._numbers[section.number] = len(self.used)
            self.used.append(self._heading(section))
        return self._numbers[section.number]

    def _heading(self, section: FlowSection) -> ReferenceHeading:
        chapter = self._chapters.get(section.chapter) if section.chapter is not None else None
        return ReferenceHeading(_title(section), _title(chapter) if chapter else "")


def _title(section: FlowSection) -> str:
    return plain(section.section.title).strip()
