"""Completes entries of .bib files by what is known about their papers: one change for each file."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.papers.entries.bib_edits import (
    Values,
    changed_entry,
    identifying_values,
    publication_values,
)
from citeloom.actions.papers.entries.entry_style import EntryStyle, entry_style
from citeloom.actions.papers.entries.known_entries import KnownEntry
from citeloom.actions.papers.entries.new_entries import WRITTEN
from citeloom.actions.papers.source_change import SourceChange
from citeloom.draft.document import Bibliography
from citeloom.draft.folder import ProjectFolder
from citeloom.draft.project import Project
from citeloom.methods.port import NoProgress, Progress
from citeloom.papers.identifiers import arxiv_id, doi_of
from citeloom.placing.entries.entry_fields import new_entry
from citeloom.plural import number_of
from citeloom_latex.bib.resolve import ResolvedEntry
from citeloom_latex.edit import Edit, difference, with_edits

_SAME = (
    frozenset({"year", "date"}),
    frozenset({"journal", "journaltitle"}),
    frozenset({"author", "editor"}),
    frozenset({"eprinttype", "archiveprefix"}),
)
"""Fields of which an entry needs one."""

_VENUES = {"journal": "article", "journaltitle": "article", "booktitle": "inproceedings"}
"""Fields of a venue, and the type of entry that prints each."""

_EVERYWHERE = frozenset({"author", "title", "year", "date", "doi", "abstract"})


@dataclass(frozen=True, slots=True)
class CompletedEntry:
    """An entry with the smallest edit that completes it, and the names of its new fields.

    ``published``: it was a preprint, and becomes what was published since.
    """

    key: str
    source: Bibliography
    edit: Edit
    fields: tuple[str, ...]
    published: bool


@dataclass(frozen=True, slots=True)
class CompletedEntries:
    """Entries that are completed, in the order of their files.

    ``left`` are the keys of entries that something is known of and that are too broken to be
    changed, or stand in files outside of the project.
    """

    entries: tuple[CompletedEntry, ...]
    left: tuple[str, ...]
    folder: ProjectFolder

    @property
    def changes(self) -> tuple[SourceChange, ...]:
        """The changes of the .bib files, each file's in one."""
        edits: dict[Path, list[Edit]] = {}
        sources = {entry.source.path: entry.source for entry in self.entries}
        for entry in self.entries:
            edits.setdefault(entry.source.path, []).append(entry.edit)
        return tuple(
            SourceChange(source, difference(text, with_edits(text, edits[path])), self.folder)
            for path, source in sources.items()
            for text in [source.text]
        )

    @property
    def fields(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the new fields of each entry, by its key."""
        return {entry.key: entry.fields for entry in self.entries}

    @property
    def words(self) -> str:
        """The numbers of entries that change, by file and by field, in words."""
        named = dict.fromkeys(entry.source.path.name for entry in self.entries)
        counted = Counter(name for entry in self.entries for name in entry.fields)
        fields = ", ".join(f"{name} of {count}" for name, count in counted.most_common())
        entries = number_of(len(self.entries), "entry", "entries")
        return f"{entries} of {' and '.join(named)} ({fields})"


def complete_entries(
    known: Sequence[KnownEntry],
    project: Project,
    folder: ProjectFolder,
    *,
    publications: bool,
    progress: Progress | None = None,
) -> CompletedEntries:
    """Return what completes entries: identifiers, an abstract, and fields that are missing.

    Nothing that an entry says is changed, unless ``publications`` has preprints replaced by their
    published versions. Values are written as others in the file.
    """
    shown = progress or NoProgress()
    styles: dict[int, EntryStyle] = {}
    completed: dict[tuple[int, int], CompletedEntry] = {}
    left: list[str] = []
    outside = {
        number
        for number, bib in enumerate(project.bibliographies)
        if bib.embedded or not folder.holds(bib.path)
    }
    for done, each in enumerate(known):
        shown.stage("completing entries", done, len(known))
        entry = project.entry(each.key)
        if entry is None or (place := (entry.file, entry.entry.start)) in completed:
            continue
        bib = project.bibliographies[entry.file]
        if entry.file not in styles:
            styles[entry.file] = entry_style(project, bib)
        values, type_ = _values(each, bib, entry, styles[entry.file], publications=publications)
        if not values:
            continue
        if entry.file in outside or not entry.entry.whole:
            left.append(each.key)
        elif changed := changed_entry(bib, entry.entry, values, type_):
            names = tuple(name for name, _ in changed.values)
            completed[place] = CompletedEntry(each.key, bib, changed.edit, names, bool(type_))
    if left and not completed:
        named = [project.entry(key) for key in left]
        folder.check((project.bibliographies[entry.file].path for entry in named if entry), WRITTEN)
    entries = tuple(completed[place] for place in sorted(completed))
    return CompletedEntries(entries, tuple(left), folder)


def _values(
    known: KnownEntry,
    bib: Bibliography,
    entry: ResolvedEntry,
    style: EntryStyle,
    *,
    publications: bool,
) -> tuple[Values, str]:
    """Return new values of an entry, and its new type if that changes."""
    if known.chosen is not None:
        return identifying_values(known.chosen, entry), ""
    outcome = known.outcome
    if not known.paper.abstract and not (outcome and outcome.found):
        return (), ""
    none: tuple[Values, str] = (), ""
    values, type_ = publication_values(bib, entry, outcome) if publications and outcome else none
    named = {name for name, _ in values}
    missing = _missing(known, entry, style, type_ or entry.entry.type)
    return (*values, *(pair for pair in missing if pair[0] not in named)), type_


def _missing(
    known: KnownEntry, entry: ResolvedEntry, style: EntryStyle, type_: str
) -> Iterator[tuple[str, str]]:
    """Yield fields that an entry lacks, as a new entry of its paper would have them."""
    has = {name for name, value in entry.values.items() if value.strip()}
    is_identified = bool(doi_of(entry.values))
    # A preprint's place is its publication, which `publication_values` writes with all of it.
    is_preprint = bool(arxiv_id(entry.values))
    found = new_entry(known.paper, entry.entry.key, style.with_abstracts, style.latex)
    for name, value in found.fields:
        if name in has or any(name in same and not has.isdisjoint(same) for same in _SAME):
            continue
        if name == "doi" and (is_identified or is_preprint):
            continue
        if name in _VENUES and (_VENUES[name] != type_ or is_preprint):
            continue
        if name in _EVERYWHERE or name in _VENUES or _is_identifier(name, has, is_preprint):
            yield name, value


def _is_identifier(name: str, has: set[str], is_preprint: bool) -> bool:
    if name in ("eprint", "archiveprefix", "eprinttype"):
        return not is_preprint and "eprint" not in has
    return name == "pmid"
