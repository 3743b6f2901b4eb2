"""The short ids by which a model names papers."""

import re
from collections.abc import Sequence
from itertools import count

from citeloom.papers.paper import Paper

MARK = re.compile(r" ?\[(P\d+(?:(?:[ ,;&]| and )+P\d+)*)\]")
"""Ids in a text that a model reads or writes: ``[P3]``, ``[P1, P4]``, ``[P1 and P4]``."""

MARK_AT_END = re.compile(MARK.pattern + r"\Z")
_ID = re.compile(r"P\d+")


class ShortIds:
    """``P1``, ``P2`` … for the papers of a task, in its order, or by ``numbers`` of their own."""

    def __init__(self, papers: Sequence[Paper], numbers: Sequence[int] = ()) -> None:
        known = zip(numbers or count(1), papers, strict=bool(numbers))
        self._paper = {f"P{number}": paper for number, paper in known}
        self._short = {paper.id: short for short, paper in self._paper.items()}

    @property
    def all(self) -> tuple[str, ...]:
        return tuple(self._paper)

    def short(self, paper: str) -> str:
        """Return the short id of a paper, by its id."""
        return self._short[paper]

    def paper(self, short: str) -> Paper:
        """Return the paper of a short id; KeyError for one that is not on the list."""
        return self._paper[short]

    def __contains__(self, short: object) -> bool:
        return short in self._paper


def ids_in(text: str) -> tuple[str, ...]:
    """Return the short ids that stand in a text, each once, in order."""
    found = (short for marks in MARK.findall(text) for short in _ID.findall(marks))
    return tuple(dict.fromkeys(found))
