"""What a user names: a sentence by its line, a suggestion by its number or its id."""

import re
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Opened
from citeloom.actions.suggesting.draft_sentences import WHOLE_DRAFT, DraftPart, asked_sentences
from citeloom.actions.suggesting.suggestion import DraftSentence, Suggestion, Suggestions
from citeloom.actions.writing.anchor import PassageAnchor, passage_around
from citeloom.actions.writing.section import section_at
from citeloom.draft.document import Document
from citeloom.draft.target import Target, target_in
from citeloom.papers.identity import aliases
from citeloom.placing.placement import section_block
from citeloom.problem import InputError, Place
from citeloom_latex.plain import plain
from citeloom_latex.spans import Span

_LINE = re.compile(r"(?P<name>.+?):(?P<number>[0-9]{1,9})(?::(?P<column>[0-9]{1,9}))?")


@dataclass(frozen=True, slots=True)
class DraftLine:
    """A line of a file of a draft, as ``file.tex:12`` or ``file.tex:12:40`` names it.

    ``number`` and ``column`` (of a character) are counted from 1; ``column`` is 0 without one.
    """

    file: Path
    number: int
    column: int = 0

    def __str__(self) -> str:
        column = f":{self.column}" if self.column else ""
        return f"{self.file}:{self.number}{column}"


def draft_line(written: str, folder: Path) -> DraftLine:
    """Return the line that is named, of a file in the current folder or in the project's.

    Raises
    ------
    InputError
        If it names no line.
    """
    found = _LINE.fullmatch(written)
    if found is None or int(found["number"]) == 0:
        advice = "write it as main.tex:12, or main.tex:12:40 with the column"
        raise InputError(f"'{written}' names no line", advice=advice)
    path = Path.cwd() / found["name"]
    file = path if path.exists() else folder / found["name"]
    return DraftLine(file, int(found["number"]), int(found["column"] or 0))


def paragraph_in_line(opened: Opened, line: DraftLine) -> tuple[Target, PassageAnchor]:
    """Return the paragraph that a line is a part of, and the section that it stands in.

    Raises
    ------
    InputError
        If the file is none of the draft, or there is no such section or a text of ours in it.
    """
    document, place = _document(opened, line), Place(line.file, line.number)
    number, flow = min(line.number, len(document.lines)) - 1, opened.project.flow
    at = document.lines.start_of(number)
    section = section_at(opened, document, at) if document.line(number).strip() else None
    target = None if section is None else target_in(flow, flow.sections[section.number])
    if target is None or target.document is not document:
        what = "no paragraph stands here below a heading of this file"
        raise InputError(what, place, "name a line of running text")
    if section_block(document.text, target.section, document.facts) is not None:
        message = f"a text between marks stands in '{plain(target.section.title)}' already"
        raise InputError(message, place, "it is written again there; name no line")
    return target, passage_around(document.text, Span(at, at + 1))[0]


def sentence_in_line(opened: Opened, line: DraftLine) -> DraftSentence:
    """Return the first sentence that begins in a line, else the one that the line is a part of.

    With a column it is the sentence that stands there.

    Raises
    ------
    InputError
        If the file is none of the draft, or the line has no sentence.
    """
    document = _document(opened, line)
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
            "there is no sentence of the draft here",
            Place(document.path, line.number),
            "name a line of running text; headings, captions and the abstract do not count",
        )
    return (begins or holds)[0]


def columns_of_sentences(opened: Opened, line: DraftLine) -> tuple[int, ...]:
    """Return where sentences begin in a line, from 1."""
    document = _document(opened, line)
    start = document.lines.start_of(line.number - 1)
    return tuple(
        sentence.span.start - start + 1
        for sentence in _sentences_of(opened, document)
        if _first_line(sentence, document) == line.number
    )


def _document(opened: Opened, line: DraftLine) -> Document:
    documents = opened.project.documents
    path = next((path for path in documents if path.resolve() == line.file.resolve()), None)
    if path is None:
        raise InputError("it is no file of this draft", Place(line.file))
    return documents[path]


def _sentences_of(opened: Opened, document: Document) -> list[DraftSentence]:
    asked = asked_sentences(opened, WHOLE_DRAFT)
    return [each.sentence for each in asked if each.sentence.path == document.path]


def _first_line(sentence: DraftSentence, document: Document) -> int:
    return document.lines.line_of(sentence.span.start) + 1


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
    if name.isdecimal():
        raise InputError(f"none of the {len(found)} suggestions is '{name}'")
    raise InputError(
        f"no paper with the id '{name}' is suggested", advice="each suggestion ends with its id"
    )
