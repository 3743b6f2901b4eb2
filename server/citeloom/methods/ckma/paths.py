"""Themes and chunks of references, and the orders in which experts read them."""

import random
from collections.abc import Sequence
from hashlib import sha256
from math import factorial
from typing import TypeVar

from citeloom.methods.citegeist.likeness import word_likeness
from citeloom.methods.citegeist.parameters import CitegeistParameters
from citeloom.methods.citegeist.ranking import batches_by_theme
from citeloom.methods.ckma.parameters import MANY, CkmaParameters
from citeloom.methods.port import NoFullTexts
from citeloom.methods.task import WritingTask
from citeloom.papers.paper import Paper

Item = TypeVar("Item")

Chunk = tuple[Paper, ...]

_FEW = 6
"""With more items than these there are always more orders than anybody asks for (5,040)."""


def chunks(papers: Sequence[Paper], size: int, seed: int) -> tuple[Chunk, ...]:
    """Return papers in random chunks of ``size``; the last one may be smaller.

    A paper's place in the shuffle depends on the seed and its own id alone, so that one more
    paper leaves the chunks before it as they were.
    """
    shuffled = sorted(papers, key=lambda paper: sha256(f"{seed}|{paper.id}".encode()).digest())
    return tuple(tuple(shuffled[start : start + size]) for start in range(0, len(shuffled), size))


def chunks_by_theme(task: WritingTask, parameters: CkmaParameters) -> tuple[tuple[Chunk, ...], ...]:
    """Return the chunks of each theme of a task: of few references there is but one."""
    themes = [task.references]
    if parameters.themes == "auto" and len(task.references) > MANY:
        likeness = word_likeness(task, NoFullTexts(), whole_draft=False)
        batches = batches_by_theme(task.references, CitegeistParameters(), likeness)
        themes = [tuple(own.paper for own in batch) for batch in batches]
    return tuple(chunks(theme, parameters.chunk_size, task.seed) for theme in themes)


def orders(items: Sequence[Item], number: int, seed: int) -> tuple[tuple[Item, ...], ...]:
    """Return ``number`` different orders of items, or all there are, by simple random sampling.

    Without repetition; every order is equally likely to be among them (CKMA, path-aware
    summarization).
    """
    rng = random.Random(f"orders|{seed}")
    places = list(range(len(items)))
    wanted = min(number, factorial(len(items))) if len(items) <= _FEW else number
    found: dict[tuple[int, ...], None] = {}
    while len(found) < wanted:
        found[tuple(rng.sample(places, len(places)))] = None
    return tuple(tuple(items[place] for place in order) for order in found)
