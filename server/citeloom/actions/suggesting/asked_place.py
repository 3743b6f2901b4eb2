"""What a user names: a sentence by its line, a suggestion by its id."""

from citeloom.actions.context import Opened
from citeloom.actions.draft_line import DraftLine, document_of
from citeloom.actions.suggesting.draft_sentences import WHOLE_DRAFT, DraftPart, asked_sentences
from citeloom.actions.suggesting.suggestion import DraftSentence, Suggestion, Suggestions
from citeloom.draft.document import Document
from citeloom.papers.identity import aliases
from citeloom.problem import InputError, Place


def sentence_in_line(opened: Opened, line: DraftLine) -> DraftSentence:
    """Return the first sentence that begins in a line, else the one that the line is a part of.

    With a column it is the sentence that stands there.

    Raises
    ------
    InputError
        If the file is none of the draft, or the line has no sentence.
    """
    document = document_of(opened.project, line)
    found = _sentences_of(opened, document)
    if line.column and line.number <= len(document.lines):
        at = document.lines.start_of(line.number - 1) + line.column - 1
        found = [sentence for sentence in found if sentence.span.start <= at < sentence.span.end]
    begins = [sentence for sentence in found if _first_line(sentence, document) == line.number]
    holds = [
        sentence
        for sentence in found
        if _first_line(sentence, document) <= line.number
        and line.number <= document.lines.line_of(sentence.span.end) + 1
    ]
    if not begins and not holds:
        raise InputError(
            "there is no sentence here",
            Place(document.path, line.number),
            "name a line of running text, not a heading, a caption or the abstract",
        )
    return (begins or holds)[0]


def columns_of_sentences(opened: Opened, line: DraftLine) -> tuple[int, ...]:
    """Return where sentences begin in a line, from 1."""
    document = document_of(opened.project, line)
    start = document.lines.start_of(line.number - 1)
    return tuple(
        sentence.span.start - start + 1
        for sentence in _sentences_of(opened, document)
        if _first_line(sentence, document) == line.number
    )


def _sentences_of(opened: Opened, document: Document) -> list[DraftSentence]:
    asked = asked_sentences(opened, WHOLE_DRAFT)
    return [each.sentence for each in asked if each.sentence.path == document.path]


def _first_line(sentence: DraftSentence, document: Document) -> int:
    return document.lines.line_of(sentence.span.start) + 1


def part_at(sentence: DraftSentence) -> DraftPart:
    """Return the part of the draft that is one sentence."""
    return DraftPart(file=sentence.path, at=sentence.span.start)


def suggestion_of(suggestions: Suggestions, name: str) -> Suggestion:
    """Return the suggestion with an id of its paper.

    Raises
    ------
    InputError
        If there is none.
    """
    for suggestion in suggestions.found:
        if name in aliases(suggestion.paper):
            return suggestion
    raise InputError(
        f"'{name}' is not the id of a suggestion",
        advice="each suggestion ends with its id; name the sentence or the section again",
    )
