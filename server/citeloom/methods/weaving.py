"""Weaving: a new reference comes into a paragraph, and all other words stay as they are."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from citeloom.methods.result import Sentence
from citeloom.methods.task import DraftText, WritingTask
from citeloom.papers.paper import Paper


@dataclass(frozen=True, slots=True)
class WeavingTask:
    """Weave ``paper`` into a paragraph, from the point of view of ``draft``.

    ``sentences`` are the paragraph as it is now. ``fixed`` are the numbers, from 0, of sentences
    that no method can write again because of maths, macros or notes of a citation. ``papers`` are
    those that the paragraph cites.
    """

    draft: DraftText
    paper: Paper
    sentences: tuple[Sentence, ...]
    fixed: frozenset[int] = frozenset()
    papers: tuple[Paper, ...] = ()
    seed: int = 0

    @property
    def writing(self) -> WritingTask:
        """The task of writing about the paragraph's papers and the new one, which comes last."""
        return WritingTask(self.draft, (*self.papers, self.paper), seed=self.seed)


@dataclass(frozen=True, slots=True)
class Change:
    """A new sentence that replaces the paragraph's sentences ``start`` to ``end``, from 0.

    Where the range is empty it is inserted there.
    """

    start: int
    end: int
    sentence: Sentence


@dataclass(frozen=True)
class Weave:
    """The changes that bring a paper into a paragraph, in the order of the text."""

    changes: tuple[Change, ...]
    warnings: tuple[str, ...] = ()
    trace: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
