"""Where words that a claim has stand in the file: what readers see, never a key or a command."""

import re
from collections.abc import Sequence

from citeloom.draft.document import Document
from citeloom_latex.prose.prose import prose
from citeloom_latex.spans import Span

_MARK = re.compile(r"\[@[^\[\]]*+\]")


def places_of_words(words: str, document: Document, part: Span) -> Sequence[Span | None]:
    """Return where whole words stand in a part of a file, in order.

    None for each of them that readers see there, but that the file does not have in a row.
    """
    shown = prose(document.text, part, document.facts)
    text = _MARK.sub(lambda mark: "\0" * len(mark[0]), shown.text)
    written = re.compile("".join(map(_in_latex, words)))
    found = (
        written.match(document.text, shown.source(it.start()), part.end)
        for it in _whole(words).finditer(text)
    )
    return [Span(*it.span()) if it else None for it in found]


def place_in_claim(words: Span, claim: str, document: Document, sentence: Span) -> Span | None:
    """Return where words of a claim stand in its sentence; None where that cannot be told."""
    return _counterpart(words, claim, places_of_words(words.of(claim), document, sentence))


def place_in_words(words: Span, claim: str, sentence: str) -> Span | None:
    """Return where words of a claim stand in its sentence of plain text, as ``place_in_claim``."""
    wanted = words.of(claim)
    found = _whole(wanted).finditer(sentence) if wanted else ()
    return _counterpart(words, claim, [Span(*it.span()) for it in found])


def _counterpart(words: Span, claim: str, places: Sequence[Span | None]) -> Span | None:
    """Return the place of words of a claim, given all places of these words; None if some lack."""
    in_claim = [it.start() for it in _whole(words.of(claim)).finditer(claim)]
    if words.start not in in_claim or len(in_claim) != len(places):
        return None
    return places[in_claim.index(words.start)]


def _whole(words: str) -> re.Pattern[str]:
    """Return a pattern of words, not as a part of longer ones or of another number."""
    before = r"(?<![\w.,-])" if words[:1].isalnum() else ""
    after = r"(?!\w|[.,]\d)" if words[-1:].isalnum() else ""
    pattern = "".join(r"\s+" if it.isspace() else re.escape(it) for it in words)
    return re.compile(f"{before}{pattern}{after}")


def _in_latex(character: str) -> str:
    """Return a pattern of a character of plain text as a LaTeX text may have it."""
    if character.isspace():
        return r"(?:\s|~|\\[, ])+"
    return rf"\\?{re.escape(character)}" if character in "%&$#_" else re.escape(character)
