"""Take a suggestion: its entry in the .bib file, and a citation at its sentence."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Opened
from citeloom.actions.papers.entries.new_entries import WRITTEN, new_entries
from citeloom.actions.papers.source_change import SourceChange
from citeloom.actions.suggesting.draft_sentences import sentences_as_now
from citeloom.actions.suggesting.suggestion import DraftSentence, Suggestion
from citeloom.draft.document import Document
from citeloom.draft.folder import ProjectFolder
from citeloom.keeping.atomic import WriteError
from citeloom.placing.citation_style import citation_style
from citeloom.placing.cite_sentence import NoPlaceError, cite_in_sentence
from citeloom.placing.file_change import check_unchanged
from citeloom.problem import InputError, Place
from citeloom_latex.edit import Edit
from citeloom_latex.file_encoding import encode

_AGAIN = "look for suggestions again"


@dataclass(frozen=True, slots=True)
class TakenSuggestion:
    """What taking a suggestion changes.

    Parameters
    ----------
    key
        The citation key of the paper.
    changes
        The .bib file first, so that nothing is cited that has no entry; then the file of the
        sentence. A file that has all of it already is not among them.
    lost
        Letters that the draft cannot set; the entry has ``[?]`` for them.
    """

    key: str
    changes: tuple[SourceChange, ...]
    lost: str = ""

    @property
    def edits(self) -> Mapping[Path, tuple[Edit, ...]]:
        """The edits of each file."""
        return {change.source.path: (change.edit,) for change in self.changes}


def take(
    suggestion: Suggestion,
    opened: Opened,
    folder: ProjectFolder,
    sentence: DraftSentence | None = None,
) -> TakenSuggestion:
    """Return what puts a suggested paper into the draft as it is now; no file is changed.

    Nothing outside of the project's folder is changed unasked.

    Parameters
    ----------
    sentence
        The sentence to cite it at, where that is another one than the suggestion's. Without either
        the paper gets an entry, unless it has one, and nothing else.

    Raises
    ------
    InputError
        If the sentence has changed since, or has no place for a citation.
    """
    sentence = sentence or suggestion.sentence
    paper = suggestion.paper
    key = suggestion.key
    changes: list[SourceChange] = []
    lost = ""
    if opened.project.entry(key) is None:
        new = new_entries((paper,), opened, folder)
        key = new.keys[paper.id]
        changes = [SourceChange(new.bibliography, new.edit, folder)] if new.edit else []
        lost = "".join(entry.lost for entry in new.entries)
    if sentence is not None:
        document, now = _find(sentence, opened)
        folder.check((document.path,), WRITTEN)
        facts = [document.facts for document in opened.project.documents.values()]
        try:
            edit = cite_in_sentence(
                document.text, document.facts, now.span, key, citation_style(facts)
            )
        except NoPlaceError as error:
            place = document.place(now.span.start, now.span.end)
            message = f"no citation can be added to this sentence: {error}"
            raise InputError(message, place, "cite it there yourself") from None
        if edit is not None:
            changes.append(SourceChange(document, edit, folder))
    return TakenSuggestion(key, tuple(changes), lost)


def write_taken(taken: TakenSuggestion) -> None:
    """Write the changes into the files, each in one step.

    Raises
    ------
    InputError
        If a file has changed since it was read or cannot be written. What was written before it
        stays: an entry that is not cited yet does no harm.
    """
    expected = [encode(change.source.text, change.source.encoding) for change in taken.changes]
    for change, data in zip(taken.changes, expected, strict=True):
        check_unchanged(change.source.path, data)
    done: list[Path] = []
    for change in taken.changes:
        try:
            change.write()
        except WriteError as error:
            if not done:
                raise
            message = (
                f"{error.problem.message}; the entry '{taken.key}' was "
                f"already added to {done[0].name}"
            )
            raise InputError(message, Place(change.source.path), "cite it yourself") from None
        done.append(change.source.path)


def _find(sentence: DraftSentence, opened: Opened) -> tuple[Document, DraftSentence]:
    """Return a sentence where it stands now: at its place, or where it alone has its words."""
    document = opened.project.documents.get(sentence.path)
    if document is None:
        raise InputError("this file is no longer part of the draft", Place(sentence.path), _AGAIN)
    now = sentences_as_now((sentence,), opened).get(sentence)
    if now is None:
        at = min(sentence.span.start, len(document.text))
        raise InputError(
            "the sentence has changed since the suggestion was made", document.place(at), _AGAIN
        )
    return document, now
