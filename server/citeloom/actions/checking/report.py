"""What an author can tell of a draft at its submission: references, sources, the use of models."""

from collections.abc import Iterator
from dataclasses import dataclass

from citeloom.actions.checking.check import check_project
from citeloom.actions.checking.references import (
    CheckedReference,
    Verdict,
    counts_in_words,
    in_words,
)
from citeloom.actions.context import Context, Opened
from citeloom.draft.draft_text import draft_text
from citeloom.draft.project import Project
from citeloom.draft.section.standing_record import read_standing_record
from citeloom.methods.registry import method_named
from citeloom.methods.result import SentenceKind
from citeloom.placing.marks import find_marks
from citeloom.placing.record import Record, RecordedSentence
from citeloom.placing.sidecar import SidecarError
from citeloom.placing.standing_paragraphs import placed_sentences
from citeloom.plural import number_of
from citeloom.problem import InputError, Problem

_RULES = frozenset({"retracted", "stale", "wrong-identifier", "ambiguous", "differs", "corrected"})
"""Problems that concern what is cited, and what was written of it."""


@dataclass(frozen=True)
class ReportedText:
    """A text that was written for the draft, and what of it stands there now.

    Parameters
    ----------
    place
        Its file and line.
    how
        How it was made, in words.
    standing
        The sentences that stand as they were written.
    changed
        Those that the author has changed or taken out since.
    asked_model
        Whether a language model was asked for it.
    """

    place: str
    how: str
    standing: tuple[RecordedSentence, ...]
    changed: tuple[RecordedSentence, ...]
    asked_model: bool


@dataclass(frozen=True)
class Report:
    """All that is reported of a draft, in words; nothing was asked for it.

    ``problems`` are those of its references and of what was written about them.
    """

    title: str
    references: tuple[tuple[str, CheckedReference], ...]
    counts: str
    problems: tuple[Problem, ...]
    texts: tuple[ReportedText, ...]
    unread: tuple[str, ...]

    @property
    def statement(self) -> str:
        """A statement on the use of a program and of models, to copy."""
        if not self.texts:
            return "No text of this draft was written by Citeloom."
        said = [f"{text.place}: {text.how}, {_share(text)}." for text in self.texts]
        by_model = any(text.asked_model for text in self.texts)
        models = "" if by_model else " No language model was used."
        first = "Parts of this draft were written by Citeloom from the papers that it cites."
        return " ".join([first + models, *said])


def report_of(opened: Opened, context: Context) -> Report:
    """Return the report on a draft, from the draft, its records and what is stored of its papers.

    Raises
    ------
    InputError
        If the draft cites nothing.
    """
    project = opened.project
    checked = check_project(opened, context, references=True)
    if not checked.references:
        raise InputError("the draft cites no .bib entry")
    unread: list[str] = []
    worst_first = tuple(Verdict)
    return Report(
        draft_text(project, ()).title or project.root.name,
        tuple(sorted(checked.references.items(), key=lambda it: worst_first.index(it[1].verdict))),
        counts_in_words(checked.references),
        tuple(problem for problem in checked.problems if problem.rule in _RULES),
        tuple(_texts(project, unread)),
        tuple(unread),
    )


def reference_lines(reference: CheckedReference) -> Iterator[str]:
    """Yield what is to be said of a reference beside its verdict."""
    yield from map(in_words, reference.differences)
    yield from reference.failures


def _texts(project: Project, unread: list[str]) -> Iterator[ReportedText]:
    for document in project.documents.values():
        for block in find_marks(document.text):
            place = document.place(block.begin.start)
            where = f"{place.file.name}, line {place.line}"
            try:
                record = read_standing_record(project, document, block)
            except SidecarError as error:
                unread.append(f"{where}: {error}")
                continue
            if record is None:
                unread.append(f"{where}: its record is missing")
                continue
            standing = tuple(it.sentence for it in placed_sentences(document.text, block, record))
            kept = {sentence.hash for sentence in standing}
            changed = tuple(it for it in _written(record) if it.hash not in kept)
            yield ReportedText(where, _how(record), standing, changed, _asks_model(record))


def _written(record: Record) -> Iterator[RecordedSentence]:
    kinds = (SentenceKind.STATEMENT, SentenceKind.LEAD)
    for paragraph in record.paragraphs:
        yield from (sentence for sentence in paragraph.sentences if sentence.kind in kinds)


def _how(record: Record) -> str:
    origin = record.origin
    model = f" with the language model {origin.model}" if origin.model else ""
    if not model and _asks_model(record):
        model = " with a language model"
    return f"{origin.created_by}, method '{origin.method}'{model}"


def _asks_model(record: Record) -> bool:
    return any(_uses_model(name.strip()) for name in record.origin.method.split(","))


def _uses_model(method: str) -> bool:
    try:
        return method_named(method).uses_model
    except InputError:
        return True  # One of a later version.


def _share(text: ReportedText) -> str:
    total = len(text.standing) + len(text.changed)
    stand = f"{len(text.standing)} of {number_of(total, 'sentence')} were kept as written"
    return f"{stand}, {len(text.changed)} were changed or removed by the authors"
