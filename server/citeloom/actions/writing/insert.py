"""Insert a waiting text into the draft as it is now."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Opened
from citeloom.actions.papers.entries.new_entries import new_entries
from citeloom.actions.writing.anchor import PassageAnchor, find_section, passage_start
from citeloom.actions.writing.waiting import (
    PassageChange,
    SectionText,
    WaitingText,
    WovenSentences,
    made_from,
)
from citeloom.draft.document import Document
from citeloom.draft.folder import ProjectFolder
from citeloom.draft.section.marked_text import check_marks, check_merged, ids_of_others
from citeloom.draft.section.standing_record import read_standing_record
from citeloom.draft.target import Target, target_in
from citeloom.papers.paper import Paper
from citeloom.placing.decision import KEEP_MINE, Decision
from citeloom.placing.file_change import FileChange, change_of, check_unchanged, write_change
from citeloom.placing.folding import excerpt, split_lines
from citeloom.placing.marks import find_marks
from citeloom.placing.merge import Collision, MergeConflict
from citeloom.placing.placement import Placement, PlacementError, place, section_block
from citeloom.placing.record import Origin, Record
from citeloom.placing.render import RenderedText
from citeloom.placing.section_end import end_of_citing_paragraph, end_of_own_text, end_of_paragraph
from citeloom.placing.sidecar import (
    folder_of,
    record_files,
    record_path,
    remove_record,
    write_record,
)
from citeloom.plural import number_of
from citeloom.problem import InputError, Place
from citeloom_latex.edit import Edit
from citeloom_latex.file_encoding import encode
from citeloom_latex.plain import plain
from citeloom_latex.spans import Span

WRITTEN = "written"

_SHOWN = 60
"""So many characters of its last line show which paragraph it is."""


@dataclass(frozen=True)
class Insertion:
    """The changes that a waiting text makes in a draft, and the folder of its records.

    ``project`` is the folder that nothing is written outside of.

    ``kept`` are passages of the author that stay between the marks, and ``collisions`` the places
    that the author and the new text both changed. ``inside`` is what stands between the marks then,
    in the new text of the last file; None where there were no marks. ``moved`` is as in ``Merged``.
    """

    folder: Path
    project: ProjectFolder
    changes: tuple[FileChange, ...]
    kept: tuple[str, ...] = ()
    collisions: tuple[Collision, ...] = ()
    inside: Span | None = None
    moved: int = 0

    @property
    def edits(self) -> Mapping[Path, tuple[Edit, ...]]:
        """The edits of each file; none where all of the text stands there already."""
        return {change.path: (change.edit,) for change in self.changes if change.edit is not None}

    @property
    def records(self) -> tuple[Record, ...]:
        """The records of all files."""
        return tuple(record for change in self.changes for record in change.records)

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that are written."""
        records = record_files(self.folder, (record.id for record in self.records))
        return (*self.edits, *records)


def insertion_of(
    text: WaitingText,
    opened: Opened,
    folder: ProjectFolder,
    version: int = 0,
    decision: Decision | None = None,
) -> Insertion:
    """Place a waiting text in the draft as it is now; no file is changed.

    ``decision`` is what the author wants where both changed the same; None: what they decided on
    the text while it waits.

    Raises
    ------
    InputError
        If there is no such version, or the place of the text is gone or unclear; as MergeConflict
        if the author has not decided on all that stands there, as OutsideError if a file outside
        of the project would be written.
    """
    if decision is None:
        decision = Decision(frozenset(text.taken))
    insertion = _insertion(text, opened, folder, version, decision)
    folder.check(insertion.files, WRITTEN)
    return insertion


def merge_lines(insertion: Insertion) -> Iterator[str]:
    """Yield a line for each sentence, or passage of the author's, that is left out.

    Paragraphs that stand elsewhere, so that the author's sentences keep their order, are counted.
    """
    if insertion.moved:
        paragraphs = number_of(insertion.moved, "new paragraph")
        yield f"Moved, so that your own sentences keep their order: {paragraphs}"
    for collision in insertion.collisions:
        if collision.is_all:
            yield (
                "Replaced, as you decided: everything between the marks, "
                f"'{excerpt(collision.own)}'"
            )
        elif collision.taken:
            yield f"Replaced, as you decided: {collision.own or 'what you took out'}"
        else:
            why = "changed" if collision.own else "took out"
            for sentence in collision.new:
                yield f"Left out, because you {why} the sentence that it replaces: {sentence}"


def check_section(target: Target, opened: Opened, folder: ProjectFolder) -> None:
    """Refuse a section that cannot be written into."""
    records = record_files(folder_of(opened.project.root), ())
    folder.check((target.document.path, *records), WRITTEN)
    check_marks(opened.project, target)


def place_in_section(
    target: Target, opened: Opened, after: PassageAnchor | None = None
) -> tuple[Place, str]:
    """Return where in a section a text would stand, and what is there, in words."""
    document, heading = target.document, plain(target.flow.section.title)
    block = section_block(document.text, target.section, document.facts)
    if block is not None:
        return document.place(block.begin_id.start), f"between the marks in '{heading}'"
    at = _new_text_at(target, opened, after)
    words = document.text[:at].rstrip()
    if at == end_of_own_text(document.text, target.section, document.facts):
        return document.place(at), f"at the end of '{heading}'"
    last = split_lines(words)[-1][-_SHOWN:]
    return document.place(len(words)), f"in '{heading}', after the paragraph that ends: {last}"


def _new_text_at(target: Target, opened: Opened, after: PassageAnchor | None) -> int:
    """Return where a first text stands: in a section on more than prior papers behind these."""
    if after is not None:
        text, facts = target.document.text, target.document.facts
        start = _start_of(after, target.document, target.document.path)
        own = Span(target.section.body.start, end_of_own_text(text, target.section, facts))
        return end_of_paragraph(text, start + len(after.text), own, facts)
    is_own = target.flow in opened.related_work
    place_of = end_of_own_text if is_own else end_of_citing_paragraph
    return place_of(target.document.text, target.section, target.document.facts)


def _insertion(
    text: WaitingText, opened: Opened, folder: ProjectFolder, version: int, decision: Decision
) -> Insertion:
    if not 0 <= version < len(text.titles):
        raise InputError(f"version {version} does not exist")
    records, content = folder_of(opened.project.root), text.content
    if isinstance(content, WovenSentences):
        in_passages = tuple(_in_passage(change, opened) for change in content.changes)
        return Insertion(records, folder, in_passages)
    path, placement = placed_in_section(text, content, opened, version, decision)
    changes = (
        *_in_bibliography(content.brought_by(version), opened, folder),
        change_of(path, placement),
    )
    kept, collisions, inside = placement.kept, placement.collisions, placement.inside
    return Insertion(records, folder, changes, kept, collisions, inside, placement.moved)


def placed_in_section(
    text: WaitingText, content: SectionText, opened: Opened, version: int, decision: Decision
) -> tuple[Path, Placement]:
    """Return the file of the section that a waiting text is for, and how it is placed there.

    Raises
    ------
    InputError
        If the section is gone or its marks are unclear; as MergeConflict if the author has not
        decided on all that stands there, which is its collision, where it is in the file.
    """
    target = _target(content, opened)
    check_marks(opened.project, target)
    rendered = content.versions[version]
    placement = _in_section(opened, target, rendered, content.after, text.origin, decision)
    return target.document.path, placement


def _in_bibliography(
    papers: Sequence[Paper], opened: Opened, folder: ProjectFolder
) -> tuple[FileChange, ...]:
    """Return the change that adds entries of papers, under the keys that a text cites."""
    if not papers:
        return ()
    made = new_entries(papers, opened, folder, {paper.id: paper.key for paper in papers})
    for paper in papers:
        if (key := made.keys[paper.id]) != paper.key:
            raise InputError(
                f"the text cites '{paper.title}' as '{paper.key}', but its key is now '{key}'",
                Place(made.bibliography.path),
                "write the text again",
            )
    return (FileChange(made.bibliography.path, made.edit, ()),) if made.edit else ()


def has_changed(text: WaitingText, opened: Opened) -> bool:
    """Tell whether the draft or its references have changed since a text was made."""
    content = text.content
    if isinstance(content, WovenSentences):
        return False  # Its paragraph is looked for when it is inserted.
    try:
        now = made_from(
            opened,
            _target(content, opened),
            content.keys,
            content.exclude,
            all_cited=content.all_cited,
        )
    except InputError:
        return True
    return now != content.made_from


def replaces(text: WaitingText, opened: Opened) -> bool:
    """Tell whether the section of a text already has our marks."""
    if isinstance(text.content, SectionText):
        with suppress(InputError):
            target = _target(text.content, opened)
            document = target.document
            return section_block(document.text, target.section, document.facts) is not None
    return False


def keep_records(insertion: Insertion) -> tuple[str, ...]:
    """Write the records of an insertion before its text; return the ids of new ones.

    Raises
    ------
    InputError
        If one cannot be written.
    """
    folder, records = insertion.folder, insertion.records
    new = tuple(record.id for record in records if not record_path(folder, record.id).exists())
    for change in insertion.changes:
        for record in change.records:
            write_record(folder, record, change.path, insertion.project.check_written)
    return new


def drop_records(insertion: Insertion, ids: Sequence[str]) -> None:
    """Remove records of an insertion that was not made."""
    for result_id in ids:
        remove_record(insertion.folder, result_id, insertion.project.check_written)


def insert_into_files(
    text: WaitingText, opened: Opened, folder: ProjectFolder, decision: Decision = KEEP_MINE
) -> Insertion:
    """Write a waiting text into the files of a draft, between our marks and nowhere else.

    ``decision`` is what its author wants where both changed the same.
    """
    insertion = insertion_of(text, opened, folder, decision=decision)
    documents = opened.project.documents
    expected = {change.path: _bytes_of(change.path, opened) for change in insertion.changes}
    for change in insertion.changes:  # None of them is written where one cannot be.
        check_unchanged(change.path, expected[change.path])
    for change in insertion.changes:
        others = {
            block.id
            for other in documents.values()
            if other.path != change.path
            for block in find_marks(other.text)
        }
        write_change(
            change,
            expected=expected[change.path],
            folder=insertion.folder,
            in_use=others,
            allow=folder.check_written,
        )
    return insertion


def _bytes_of(path: Path, opened: Opened) -> bytes:
    source = opened.project.source(path)
    assert source is not None
    return encode(source.text, source.encoding)


def _target(content: SectionText, opened: Opened) -> Target:
    target = target_in(opened.project.flow, find_section(opened, content.anchor))
    return opened.with_marked_text(target)


def _in_passage(change: PassageChange, opened: Opened) -> FileChange:
    document = opened.project.documents.get(change.path)
    start = _start_of(change.anchor, document, change.path)
    assert document is not None
    check_merged(document)
    start_in, end_in = change.edit.span
    if not 0 <= start_in <= end_in <= len(change.anchor.text):
        raise InputError("the change reaches beyond its paragraph", Place(change.path))
    span = Span(start + change.edit.span.start, start + change.edit.span.end)
    new = change.edit.new_text
    edit = Edit(span, new) if new != span.of(document.text) else None
    return FileChange(change.path, edit, change.records, change.replaced)


def _start_of(anchor: PassageAnchor, document: Document | None, path: Path) -> int:
    start = None if document is None else passage_start(document.text, anchor)
    if start is None:
        raise InputError(
            "the paragraph has changed since, so the new text cannot be inserted",
            Place(path),
            "ask for the change again",
        )
    return start


def _in_section(
    opened: Opened,
    target: Target,
    rendered: RenderedText,
    after: PassageAnchor | None,
    origin: Origin,
    decision: Decision,
) -> Placement:
    document, section, project = target.document, target.section, opened.project
    try:
        block = section_block(document.text, section, document.facts)
        record = None if block is None else read_standing_record(project, document, block)
        taken = ids_of_others(project, document, block)
        at = None if block is not None else _new_text_at(target, opened, after)
        return place(
            document.text, section, document.facts, rendered, record, origin, taken, decision, at
        )
    except PlacementError as error:
        raise error.at(document.place(error.span.start)) from None
    except MergeConflict as error:
        assert block is not None
        start = block.content.start
        if error.collision is not None:
            error.collision = error.collision.moved(start, 0)
        raise error.at(document.place(start + error.passage.start)) from None
