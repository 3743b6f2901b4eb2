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
    for found in _BEGIN.finditer(text, part.start, part.end):
        if covers(skipped, found.start()):
            continue
        start, depth = found.end(), 0
        reach = Span(start, min(len(text), start + _LONGEST))
        for kind, step, sign in delimiters(text, reach, skipped):
            depth += step if kind is GroupKind.BRACE else 0
            if not depth:
                yield Span(start + 1, sign.start)
                break
