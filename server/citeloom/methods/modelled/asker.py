"""The one way in which a method asks the model of its run."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar

from citeloom.methods.modelled.answer_reader import AnswerTextReader
from citeloom.methods.modelled.asking_together import ask_together
from citeloom.methods.modelled.lengths import TOKENS_A_WORD
from citeloom.methods.modelled.refused import Refused, ask_around
from citeloom.methods.modelled.short_ids import MARK, ShortIds
from citeloom.methods.modelled.showing_papers import show_draft, show_papers, with_wishes
from citeloom.methods.modelled.written_text import WrittenText, as_plain, cited_ids, ids_check
from citeloom.methods.port import Ports
from citeloom.methods.task import WritingTask
from citeloom.models.echoes import said_of_several
from citeloom.models.port import (
    Answer,
    AnswerError,
    ContextTooLongError,
    LanguageModel,
    ModelError,
    Question,
    RefusedError,
)
from citeloom.papers.paper import Paper
from citeloom.visible import first_of

Value = TypeVar("Value")

LEAST_SHARE = 0.1
"""With less than this share of the texts a question is not asked."""

_MOST_FAILED = 5
"""After so many unusable answers and no usable one a step asks nothing more, and waits for none."""

_MOST_STEPS = 2
"""After so many steps without any text that could be used no further text is asked for."""

_MOST_NAMED, _LONGEST_NAMED = 10, 40
"""Of marks that name no paper so many are named in a warning, with so many characters each."""

NO_TEXT = WrittenText(paragraphs=[])


def join_texts(texts: Iterable[WrittenText]) -> WrittenText:
    return WrittenText(paragraphs=[own for text in texts for own in text.paragraphs])


@dataclass(frozen=True)
class OrElse(Generic[Value]):
    """What stands in the place of an answer that cannot be used; ``instead`` says so in words."""

    value: Value
    instead: str


@dataclass(frozen=True)
class Shown:
    """What a question may show: papers as far as the model takes them, a share of long texts."""

    asker: "Asker"
    refused: Refused
    share: float

    def showable(self, papers: Iterable[Paper]) -> list[Paper]:
        """Return papers as they may be shown: some by their title alone, some not at all."""
        return self.refused.shown(papers)

    def papers(self, papers: Iterable[Paper]) -> str:
        asker = self.asker
        around = self.refused.around(asker.task.surroundings)
        return show_papers(self.showable(papers), around, asker.ids, asker.ports.fence, self.share)

    def quote(self, text: str, name: str = "") -> str:
        """Return the beginning of a text in quotes, as long as its share is; "" for no text."""
        return self.asker.ports.fence.quote(self.cut(text), name) if text else ""

    def cut(self, text: str) -> str:
        return text[: round(len(text) * self.share)]

    def ids(self, papers: Iterable[Paper]) -> list[str]:
        return [self.asker.ids.short(paper.id) for paper in self.showable(papers)]

    def text(
        self,
        step: str,
        prompt: str,
        needed: Sequence[str],
        words: int,
        *,
        temperature: float | None = 0.0,
        sample: int = 0,
        further: Sequence[str] = (),
        kept_as: Mapping[str, str] | None = None,
        **values: str,
    ) -> Question[WrittenText]:
        """Return a question for a text of about so many words that cites the ``needed`` ids.

        ``further`` are ids that it may cite as well. ``kept_as`` are values in the place of which
        the memo knows the question by others.
        """
        ids, messages = self.asker.ids, self._messages(prompt, values)
        asked = "\n\n".join((*(message.text for message in messages), self.asker.task.draft.title))
        task, ports = self.asker.task, self.asker.ports
        wanted = partial(with_wishes, task=task, prompts=ports.prompts, fence=ports.fence)
        return Question(
            step,
            wanted(messages),
            WrittenText,
            temperature,
            sample,
            ids_check(ids, needed),
            round(words * TOKENS_A_WORD),
            wanted(self._messages(prompt, {**values, **kept_as})) if kept_as else (),
            AnswerTextReader(ids, (*further, *needed) or ids.all, asked),
        )

    def value(
        self,
        step: str,
        prompt: str,
        answer: type[Answer],
        written: int,
        *,
        check: Callable[[Answer], None] = lambda _: None,
        temperature: float | None = 0.0,
        sample: int = 0,
        kept_as: Mapping[str, str] | None = None,
        **values: str,
    ) -> Question[Answer]:
        """Return a question for values that take about ``written`` tokens."""
        messages = self._messages(prompt, values)
        known = self._messages(prompt, {**values, **kept_as}) if kept_as else ()
        return Question(step, messages, answer, temperature, sample, check, written, known)

    def _messages(self, name: str, values: Mapping[str, str]) -> Any:
        prompt, asker = self.asker.ports.prompts[name], self.asker
        position = "yes" if asker.task.position else ""
        common = {"language": asker.task.draft.language_name, "draft": "", "position": position}
        if "draft" in prompt.variables and "draft" not in values:
            common["draft"] = show_draft(asker.task.draft, asker.ports.fence)
        known = {name: own for name, own in common.items() if name in prompt.variables}
        return prompt.messages(**{**known, **values})


class Asker:
    """Asks a run's model: less of it where a question is too long, around papers that it refuses.

    ``ids`` are those of the run's papers. ``refused`` are the papers that the model refuses.
    ``failure`` is the last answer that could not be used.
    """

    def __init__(
        self,
        task: WritingTask,
        ports: Ports,
        model: LanguageModel,
        papers: Sequence[Paper] | None = None,
    ) -> None:
        self.task, self.ports, self.model = task, ports, model
        self.ids = ShortIds(task.references if papers is None else papers)
        self.refused = Refused()
        self.failure: AnswerError | ContextTooLongError | None = None
        self.used: Counter[str] = Counter()
        self.unused: Counter[str] = Counter()
        self._failed: dict[str, AnswerError] = {}
        self._under_way: defaultdict[str, set[asyncio.Task[Any]]] = defaultdict(set)
        self._instead: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._texts: set[str] = set()
        self._unknown: dict[str, None] = {}
        self._left_out: dict[str, None] = {}

    async def ask(
        self,
        papers: Sequence[Paper],
        question: Callable[[Shown], Question[Answer]],
        or_else: OrElse[Answer] | None = None,
    ) -> Answer:
        """Return the answer to a question, the best of several where each has a fault.

        Parameters
        ----------
        papers
            Those that the question shows: of which the model may refuse some.
        question
            Makes the question of what may be shown.
        or_else
            What to go on with where no answer can be used; None: that is an error.

        Raises
        ------
        AnswerError
            If no answer can be used, or the draft itself is refused.
        ContextTooLongError
            If not even a tenth of the texts fits.
        ModelError
            If the model cannot be used at all.
        """
        ask = partial(self._ask_what_fits, question)
        # Of several samples any may look for what is refused: each asks the same then.
        search = partial(self._ask_what_fits, lambda shown: replace(question(shown), sample=0))
        try:
            if not papers:
                return await ask(self.refused)
            return await ask_around(papers, self.refused, ask, search)
        except (AnswerError, ContextTooLongError) as error:
            self.failure = error
            if or_else is None or self._is_hopeless(error, papers):
                raise
            self._go_on(papers, question, or_else.instead)
            return or_else.value

    async def text(
        self,
        papers: Sequence[Paper],
        question: Callable[[Sequence[Paper], Shown], Question[WrittenText]],
        instead: str,
    ) -> WrittenText:
        """Return a text about papers, of halves of them where all do not fit; else an empty one.

        ``instead`` says in words what comes in the place of a text that cannot be used.
        """
        try:
            return await self.ask(papers, partial(question, papers))
        except ContextTooLongError:
            if len(papers) > 1:
                half = len(papers) // 2
                parts = await ask_together(
                    self.text(part, question, instead) for part in (papers[:half], papers[half:])
                )
                return join_texts(parts)
        except AnswerError as error:
            if self._is_hopeless(error, papers):
                raise
        self._go_on(papers, partial(question, papers), instead)
        return NO_TEXT

    async def texts(
        self,
        stage: str,
        lists: Sequence[Sequence[Paper]],
        question: Callable[[Sequence[Paper], Shown], Question[WrittenText]],
        instead: str,
    ) -> list[WrittenText]:
        """Return a text about each of several lists of papers; what several get tells of none."""
        asked = [self.text(own, question, instead) for own in lists]
        return self.without_repeated(stage, await self.together(stage, asked), instead)

    def without_repeated(
        self, step: str, texts: Sequence[WrittenText], instead: str
    ) -> list[WrittenText]:
        """Return texts about different papers; those that say the same of them tell of none."""
        words = {at: MARK.sub("", as_plain(own)) for at, own in enumerate(texts) if cited_ids(own)}
        repeated = said_of_several(words)
        for _ in repeated:
            self.not_used(step, instead)
        return [NO_TEXT if at in repeated else own for at, own in enumerate(texts)]

    async def together(
        self, stage: str, asked: Sequence[Coroutine[Any, Any, Value]]
    ) -> list[Value]:
        """Return all answers in the order of the questions, and report how many have come."""
        tell = partial(self.ports.progress.stage, stage, total=len(asked))
        tell(0)
        return await ask_together(asked, tell)

    @property
    def warnings(self) -> list[str]:
        """What an author should know of answers that could not be used."""
        said = []
        for step, instead in self._instead.items():
            # A step that has failed too often asks nothing more.
            number = instead.total()
            of = self.used[step] + self.unused[step] or number
            failed = f"{min(number, of)} of {of} answers ({step}) could not be used"
            said.append(f"{failed}: {'; '.join(instead)}")
        if unknown := list(self._unknown):
            named = first_of([mark[:_LONGEST_NAMED] for mark in unknown], _MOST_NAMED)
            said.append(f"the model named papers that are not yours: {named}")
        if left_out := len(self._left_out):
            what = "a sentence" if left_out == 1 else f"{left_out} sentences"
            said.append(f"{what} of the model's answers were left out because they say nothing")
        return said

    def go_on(self, step: str, instead: str) -> None:
        """Note what comes instead of an answer that could not be used."""
        self._instead[step][instead] += 1

    def not_used(self, step: str, instead: str) -> None:
        """Note that an answer turned out to be of no use, and what comes instead."""
        self.used[step] -= 1
        self.unused[step] += 1
        self.go_on(step, instead)

    def _is_hopeless(self, error: ModelError, papers: Sequence[Paper]) -> bool:
        """Tell whether the model refuses the draft, or everything, or never writes a cited text."""
        if isinstance(error, RefusedError):
            return bool(self.refused.shown(papers))
        failed = [step for step in self._texts if self.unused[step] and not self.used[step]]
        return len(failed) == len(self._texts) >= _MOST_STEPS

    def _go_on(
        self, papers: Sequence[Paper], question: Callable[[Shown], Question[Any]], instead: str
    ) -> None:
        """Note what comes instead of an answer; refused papers are told of as such."""
        if not papers or self.refused.shown(papers):
            self.go_on(question(Shown(self, self.refused, 1.0)).step, instead)

    async def _ask_what_fits(
        self, question: Callable[[Shown], Question[Answer]], refused: Refused
    ) -> Answer:
        share = 1.0
        while True:
            try:
                return await self._best_answer(question(Shown(self, refused, share)))
            except ContextTooLongError:
                share /= 2
                if share < LEAST_SHARE:
                    raise

    async def _best_answer(self, question: Question[Answer]) -> Answer:
        """Ask a question, which ends with its step where this is given up meanwhile."""
        step = question.step
        if self._is_given_up(step):
            raise self._failed[step]
        if question.reader:
            self._texts.add(step)
        asked = asyncio.ensure_future(self._counted(question))
        self._under_way[step].add(asked)
        try:
            return await asked
        except asyncio.CancelledError:
            if (own := asyncio.current_task()) and not own.cancelling() and step in self._failed:
                raise self._failed[step] from None
            raise
        finally:
            self._under_way[step].discard(asked)

    async def _counted(self, question: Question[Answer]) -> Answer:
        step = question.step
        try:
            sample = question.sample + self.ports.first_sample
            found = await self.model.ask(replace(question, sample=sample))
        except RefusedError:
            raise
        except AnswerError as error:
            if not isinstance(error.answer, question.answer):
                self.unused[step] += 1
                self._failed[step] = error
                if self._is_given_up(step):
                    for other in self._under_way[step] - {asyncio.current_task()}:
                        other.cancel()
                raise
            found = error.answer
        self.used[step] += 1
        if isinstance(found, WrittenText):
            self._unknown |= dict.fromkeys(found.unknown)
            self._left_out |= dict.fromkeys(found.left_out)
        return found

    def _is_given_up(self, step: str) -> bool:
        return self.unused[step] >= _MOST_FAILED and not self.used[step]
