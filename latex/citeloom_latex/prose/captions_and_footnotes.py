"""Texts of a file that stand beside its paragraphs: captions and footnotes."""

import re
from collections.abc import Iterator, Sequence

from citeloom_latex.prose.tokens import GroupKind, delimiters
from citeloom_latex.spans import Span
from citeloom_latex.tex.skipped import covers

_BEGIN = re.compile(
    r"\\(?:footnote(?:text)?|marginpar|caption(?:of\s{0,9}\{[a-z]{1,30}\})?)\*?\s{0,9}"
    r"(?:\[[^\[\]]{0,300}\]\s{0,9})?(?=\{)"
)
_LONGEST = 20_000
"""Characters in which such a text ends; a brace that is still open is being typed."""


def texts_beside(text: str, part: Span, skipped: Sequence[Span]) -> Iterator[Span]:
    """Yield the ranges of captions and footnotes that begin in a part of a file, in order.

    Parameters
    ----------
    skipped
        What is no text of the file: comments, verbatim.
    """
    begins = {
        found.end()
        for found in _BEGIN.finditer(text, part.start, part.end)
        if not covers(skipped, found.start())
    }
    if not begins:
        return
    # One pass for all of them: each that stays open would else be read to its reach.
    reach = Span(min(begins), min(len(text), max(begins) + _LONGEST))
    opened: list[int] = []
    closed: list[Span] = []
    for kind, step, sign in delimiters(text, reach, skipped):
        if kind is not GroupKind.BRACE:
            continue
        if step > 0:
            opened.append(sign.start)
        elif opened and (start := opened.pop()) in begins and sign.start - start < _LONGEST:
            closed.append(Span(start + 1, sign.start))
            if len(closed) == len(begins):
                break
    yield from sorted(closed)
