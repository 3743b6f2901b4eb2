"""Weaving: a new reference into a paragraph that is there, word for word but for what is new."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from citeloom.methods.port import MethodError
from citeloom.methods.result import Sentence
from citeloom.methods.task import DraftText, WritingTask
from citeloom.methods.verify import verify_sentence
from citeloom.papers.paper import Paper


@dataclass(frozen=True, slots=True)
class WeavingTask:
    """Weave ``paper`` into a paragraph, from the point of view of ``draft``.

    ``sentences`` are the paragraph as it stands; ``fixed`` are the numbers, from 0, of those that
    hold what no method could write again (maths, macros, notes of a citation). ``papers`` are
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
    """A new sentence in the place of the paragraph's sentences ``start`` to ``end``, from 0.

    An empty range puts it in between and changes nothing that is there.
    """

    start: int
    end: int
    sentence: Sentence


@dataclass(frozen=True)
class Weave:
    """How a paper comes into a paragraph: the changes, in the order of the text."""

    changes: tuple[Change, ...]
    warnings: tuple[str, ...] = ()
    trace: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


def verify_weave(weave: Weave, task: WeavingTask) -> None:
    """Check that the new paper is cited, with a source, and that no citation is lost.

    Raises
    ------
    MethodError
        If not; the method is at fault then, and nothing of its result is used.
    """
    for change in weave.changes:
        verify_sentence(change.sentence, task.writing)
        old = task.sentences[change.start : change.end]
        if lost := {paper for one in old for paper in one.cites} - set(change.sentence.cites):
            raise MethodError(f"the method takes citations away: {', '.join(sorted(lost))}")
        if not task.fixed.isdisjoint(range(change.start, change.end)):
            raise MethodError("the method rewrites what it cannot write again")
    if not any(task.paper.id in one.sentence.cites for one in weave.changes):
        raise MethodError(f"the method does not cite {task.paper.key or task.paper.id}")
    _verify_order(weave.changes, len(task.sentences))


def _verify_order(changes: Sequence[Change], sentences: int) -> None:
    at = 0
    for one in changes:
        if not at <= one.start <= one.end <= sentences or one.end - one.start > 1:
            raise MethodError("the method's changes have no place in the paragraph")
        at = one.end
