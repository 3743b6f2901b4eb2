"""What has become of stale sentences: rewritten, left out, or kept as they are, and why."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field, replace

from citeloom.actions.writing.revising.new_sentences import Made
from citeloom.actions.writing.revising.revised_files import RevisedBlock
from citeloom.actions.writing.waiting import Unfinished
from citeloom.models.port import AnswerError, ContextTooLongError
from citeloom.plural import number_of
from citeloom.problem import InputError, Place, ServiceError

CANCELLED = "cancelled"
_NOT_BEGUN = "not started, because the model was no longer available"
_SAME_WORDS = "the words stay the same; only the record of their sources changes"


@dataclass
class Rewritten:
    """The marked texts without stale sentences, and what was done with each of these.

    ``in_files`` is the number of files that they stand in. ``count`` have new words, ``unchanged``
    the same from their sources as they are now. ``left_out`` says why, of each sentence that goes,
    and ``kept`` where those stand that stay as they are, by the reason. ``by`` is what a model has
    done, and what the author should know of the method. ``failure`` is the first one, or that it
    was cancelled. ``not_asked`` says why the model is asked nothing more, if so.
    """

    in_files: int = 1
    blocks: list[RevisedBlock] = field(default_factory=list)
    count: int = 0
    unchanged: int = 0
    left_out: list[str] = field(default_factory=list)
    kept: dict[str, list[Place]] = field(default_factory=dict)
    by: Made = field(default_factory=Made)
    failure: InputError | asyncio.CancelledError | None = None
    unfinished: Unfinished | None = None
    not_asked: str = ""
    seen: int = 0

    def stop(self, error: InputError | asyncio.CancelledError) -> str:
        """Note why a sentence was not written; return it in words."""
        self.failure = self.failure or error
        if isinstance(error, asyncio.CancelledError):
            self.unfinished = Unfinished.CANCELLED
            return CANCELLED
        if isinstance(error, ServiceError):
            self.unfinished = Unfinished.FAILED
            # An answer that cannot be used, or a long text, says nothing of the next question.
            if not isinstance(error, AnswerError | ContextTooLongError):
                self.not_asked = _NOT_BEGUN
        return error.problem.message

    @property
    def is_cancelled(self) -> bool:
        """Whether nothing more is done."""
        return self.unfinished is Unfinished.CANCELLED

    def keep(self, place: Place, why: str) -> None:
        """Note that the sentence at a place stays as it is."""
        self.kept.setdefault(why, []).append(place)

    @property
    def title(self) -> str:
        """What was done, in words."""
        said = []
        if self.count:
            said.append(f"{number_of(self.count, 'sentence')} rewritten from changed sources")
        if self.unchanged:
            said.append(self._unchanged_in_words)
        gone, kept = len(self.left_out), sum(map(len, self.kept.values()))
        if gone:
            why = ", because nothing can be cited there now"
            said.append(
                f"{gone} left out" if said else f"{number_of(gone, 'sentence')} left out{why}"
            )
        if kept and self.failure:
            said.append(f"{kept} not")
        return ", ".join(said)

    @property
    def _unchanged_in_words(self) -> str:
        count = self.unchanged
        fit, they, are = ("fits", "it", "is") if count == 1 else ("fit", "they", "are")
        if self.count:
            return f"{count} {fit} them as {they} {are}"
        whose = "its" if count == 1 else "their"
        return f"{number_of(count, 'sentence')} {fit} {whose} changed sources as {they} {are}"

    @property
    def kept_in_words(self) -> tuple[str, ...]:
        """Which sentences stay as they are, and why."""
        return tuple(f"{self._named(places)} as it is: {why}" for why, places in self.kept.items())

    @property
    def made(self) -> Made:
        """What it took, and what the author should look at."""
        reasons = Counter(self.left_out).items()
        gone = (f"{number_of(count, 'sentence')} left out: {why}" for why, count in reasons)
        same = (_SAME_WORDS,) if not self.count and not self.left_out else ()
        notes = tuple(dict.fromkeys((*self.kept_in_words, *same, *gone, *self.by.warnings)))
        return replace(self.by, warnings=notes)

    def _named(self, places: list[Place]) -> str:
        *others, last = (self._line(place) for place in places)
        if not others:
            return f"the sentence on line {last} stays"
        return f"each of the sentences on lines {', '.join(others)} and {last} stays"

    def _line(self, place: Place) -> str:
        return f"{place.line}{f' of {place.file.name}' if self.in_files > 1 else ''}"
