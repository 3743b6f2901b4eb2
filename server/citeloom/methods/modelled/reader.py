"""Reads what a model wrote, whatever its form, as paragraphs of sentences with citations."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citeloom.grounding.sentences import sentences
from citeloom.methods.modelled.short_ids import MARK, ShortIds, ids_in
from citeloom.methods.modelled.written_text import (
    WrittenParagraph,
    WrittenSentence,
    WrittenText,
    check_citations,
)
from citeloom.models.answers import WrongAnswerError, read_answer

_BREAK = re.compile(r"\n\s*\n")


@dataclass(frozen=True)
class TextReader:
    """Reads paragraphs of plain text that cite papers (see `citeloom.models.port.Reader`).

    ``ids`` are those of all papers of the run; ``shown`` are those that the question shows.
    """

    ids: ShortIds
    shown: tuple[str, ...]

    def read(self, text: str, *, cut_off: bool) -> WrittenText:
        """Return the text of an answer, its citations as ``[P1, P4]``.

        Raises
        ------
        ValueError
            If it has no sentence, or none that cites a paper which was shown.
        """
        try:
            found = read_answer(text, WrittenText)
        except WrongAnswerError:
            found = WrittenText(paragraphs=list(_paragraphs(text)))
        if not found.paragraphs:
            raise ValueError("there is no text in it")
        check_citations(self.shown, (own for part in found.paragraphs for own in part.sentences))
        return found

    def example(self, words: str) -> str:
        """Return an answer of these words that cites all papers which are shown."""
        return f"{words} [{', '.join(self.shown)}]."


def _paragraphs(text: str) -> Iterator[WrittenParagraph]:
    for part in _BREAK.split(text):
        own = [WrittenSentence(text=it, cites=list(ids_in(it))) for it in _sentences(part)]
        if own := [it for it in own if it.text]:
            yield WrittenParagraph(topic="", sentences=own)


def _sentences(part: str) -> Sequence[str]:
    """Return the sentences of a paragraph; marks behind a full stop belong to what they follow."""
    found: list[str] = []
    for own in sentences(" ".join(part.split())):
        marks = MARK.match(own.text)
        if found and marks and (marks.end() == len(own.text.rstrip(" ."))):
            found[-1] = f"{found[-1].rstrip('.')} {marks[0].strip()}."
        else:
            found.append(own.text)
    return found
