"""The source sentences behind a written sentence."""

from dataclasses import dataclass

DRAFT = "draft"
"""Stands for the draft itself where a paper's id would: what it says of itself is a source too."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One sentence of a paper, or of the draft, that a written sentence rests on.

    ``source`` says which text of the paper it is (``abstract``, ``title``); ``start`` and ``end``
    are its half-open range in that text, in code points; ``score`` is how closely the written
    sentence follows it, from 0 to 1; ``verdict`` is ``supported``, ``partial``, ``unsupported``
    or ``unjudged``.
    """

    paper: str
    source: str
    sentence: str
    start: int
    end: int
    score: float
    verdict: str = "unjudged"
