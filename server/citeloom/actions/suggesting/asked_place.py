"""What a user names: a sentence by its line, a suggestion by its number or its id."""

from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Opened
from citeloom.actions.suggesting.draft_sentences import WHOLE_DRAFT, DraftPart, asked_sentences
from citeloom.actions.suggesting.suggestion import DraftSentence, Suggestion, Suggestions
from citeloom.papers.identity import aliases
from citeloom.problem import InputError, Place


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A line of a file of a draft, counted from 1, as ``file.tex:12`` names it."""

    file: Path
    number: int


def draft_line(written: str, folder: Path) -> DraftLine:
    """Return the line that ``file.tex:12`` names, in the current folder or in the project's.

    Raises
    ------
    InputError
        If it names no line.
    """
    name, _, number = written.rpartition(":")
    if not name or not number.isdecimal() or not 0 < int(number) < 10**9:
        raise InputError(f"'{written}' names no line", advice="write it as main.tex:12")
    path = Path.cwd() / name
    return DraftLine(path if path.exists() else folder / name, int(number))


def sentence_at(opened: Opened, line: DraftLine) -> DraftSentence:
    """Return the first sentence that begins in a line, else the one that the line is a part of.

    Raises
    ------
    InputError
        If the file is none of the draft, or the line has no sentence.
    """
    documents = opened.project.documents
    path = next((path for path in documents if path.resolve() == line.file.resolve()), None)
    if path is None:
        raise InputError("it is no file of this draft", Place(line.file))
    document = documents[path]
    found = [
        (asked.sentence, document.lines.line_of(asked.sentence.span.start) + 1)
        for asked in asked_sentences(opened, WHOLE_DRAFT)
        if asked.sentence.path == path
    ]
    begins = [sentence for sentence, first in found if first == line.number]
    holds = [
        sentence
        for sentence, first in found
        if first <= line.number <= document.lines.line_of(sentence.span.end) + 1
    ]
    if not begins and not holds:
        raise InputError("there is no sentence of the draft here", Place(path, line.number))
    return (begins or holds)[0]


def part_at(sentence: DraftSentence) -> DraftPart:
    """Return the part of the draft that is one sentence."""
    return DraftPart(file=sentence.path, at=sentence.span.start)


def suggestion_of(suggestions: Suggestions, name: str) -> Suggestion:
    """Return the suggestion with a number, from 1, or with an id of its paper.

    Raises
    ------
    InputError
        If there is none.
    """
    found = suggestions.found
    if name.isdecimal() and name.isascii() and 0 < int(name[:9]) <= len(found):
        return found[int(name[:9]) - 1]
    for suggestion in found:
        if name in aliases(suggestion.paper):
            return suggestion
    raise InputError(f"none of the {len(found)} suggestions is '{name}'")
