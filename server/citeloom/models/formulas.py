"""Formulas that a model writes, which methods pass on without reading their LaTeX."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from citeloom_latex.formulas import bare_maths_as_words, find_formulas, formula_words
from citeloom_latex.plain import plain

_BEGIN, _END = "\ue001", "\ue002"
FORMULA_PLACE = "\ue010"
_MARKED = re.compile(f"{_BEGIN}([^{_BEGIN}{_END}]*){_END}")
_ACCENT = re.compile(
    r"\\(?:[\"'`^~=.]\s*(?:\{\\?[A-Za-z]\}|\\?[A-Za-z])|[Hcvurkdb]\s*\{[A-Za-z]\}"
    r"|(?:ss|o|O|l|L|ae|AE|oe|OE|aa|AA)(?:\{\}|(?![A-Za-z])))"
)
_MARKS = re.compile(f"[{_BEGIN}{_END}]")


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula: ``latex`` as it can stand between dollar signs, and ``words`` as plain text."""

    latex: str
    words: str


def mark_formulas(text: str, change: Callable[[str], str]) -> str:
    """Return a model's words with its harmless formulas marked, for `split_formulas`.

    Other formulas, maths outside of dollar signs and accents become plain text. ``change`` is
    applied to all that is no formula; a formula whose words it would change becomes plain text.
    """
    written, at, text = "", 0, _MARKS.sub("", text)
    for found in find_formulas(text):
        written += change(_as_plain_text(text[at : found.span.start]))
        is_kept = found.latex and change(found.words) == found.words
        written += f"{_BEGIN}{found.latex}{_END}" if is_kept else change(found.words)
        at = found.span.end
    return written + change(_as_plain_text(text[at:]))


def set_formulas_aside(text: str) -> tuple[str, list[str]]:
    """Return a text with ``FORMULA_PLACE`` for each of its formulas, and these as they stood."""
    kept, formulas, at = [], [], 0
    for found in find_formulas(text):
        kept += [text[at : found.span.start], FORMULA_PLACE]
        formulas.append(text[found.span.start : found.span.end])
        at = found.span.end
    return "".join((*kept, text[at:])), formulas


def split_formulas(text: str) -> Iterator[str | Formula]:
    """Yield the words and the marked formulas of a text, in order."""
    for number, piece in enumerate(_MARKED.split(text)):
        if number % 2:
            yield Formula(piece, formula_words(piece))
        elif words := _MARKS.sub("", piece):
            yield words


def formulas_as_words(text: str) -> str:
    """Return a text with its marked formulas as plain text."""
    return "".join(part if isinstance(part, str) else part.words for part in split_formulas(text))


def _as_plain_text(text: str) -> str:
    return bare_maths_as_words(_ACCENT.sub(lambda found: plain(found[0]), text))
