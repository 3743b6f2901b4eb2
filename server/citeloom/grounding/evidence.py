"""The source sentences behind a written sentence."""

from dataclasses import dataclass

DRAFT = "draft"
"""Stands for the draft in place of a paper's id: the draft's own sentences are sources too."""


CITING = "citing"
"""The source of a sentence in which another paper cites this one."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One source of a written sentence: a sentence of a paper, of the draft, or about a paper.

    ``source`` says which text of the paper it is (``abstract``, ``title``); ``start`` and ``end``
    are its half-open range in that text, in code points. Where ``source`` is ``citing``, the
    sentence stands in the full text of the paper ``by``, begins at ``start`` there and is without
    its citation marks; else ``by`` is empty. ``score`` is how closely the written
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
    by: str = ""


def source_in_words(source: str, by: str) -> str:
    """Return where a source sentence comes from, for readers; ``by`` cites the paper."""
    return f"said about it by {by}" if source == CITING else source
