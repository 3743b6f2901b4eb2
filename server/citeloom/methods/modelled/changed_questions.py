"""A model whose questions are changed before they are asked: for other answers, or as told."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel

from citeloom.methods.modelled.short_ids import MARK
from citeloom.methods.port import Ports
from citeloom.methods.task import WritingTask
from citeloom.models.port import Answer, LanguageModel, Message, Question
from citeloom.models.quoting import Fence


class ToldAnswer(BaseModel):
    """An answer whose words go into a text, or decide what that can say.

    What is kept of a paper for other texts, too (key elements, notes), is none.
    """


class LaterSamples:
    """A model that is asked for other answers than before: those from the number ``first`` on."""

    def __init__(self, model: LanguageModel, first: int) -> None:
        self._model, self._first = model, first
        self.name = model.name

    async def ask(self, question: Question[Answer]) -> Answer:
        """Return an answer, as the model does."""
        return await self._model.ask(replace(question, sample=question.sample + self._first))


class AsTold:
    """A model that is told what its author wants in each question for a ``ToldAnswer``.

    ``added`` is what it is told, by the roles of the messages.
    """

    def __init__(self, model: LanguageModel, added: Sequence[Message]) -> None:
        self._model, self._added = model, added
        self.name = model.name

    async def ask(self, question: Question[Answer]) -> Answer:
        """Return an answer, as the model does."""
        if issubclass(question.answer, ToldAnswer):
            messages = _with(question.messages, self._added)
            kept_as = _with(question.kept_as, self._added) if question.kept_as else ()
            question = replace(question, messages=messages, kept_as=kept_as)
        return await self._model.ask(question)


def with_changed_questions(ports: Ports, first_sample: int, task: WritingTask) -> Ports:
    """Return ports whose model answers from a number on, and as the author of a task wants it."""
    model = ports.model
    if model is not None and first_sample:
        model = LaterSamples(model, first_sample)
    if model is not None and (added := _wishes(task, ports)):
        model = AsTold(model, added)
    return replace(ports, model=model)


def _wishes(task: WritingTask, ports: Ports) -> tuple[Message, ...]:
    """Return what a model is told of a theme or an instruction; empty where there is neither."""
    if task.theme:
        theme = _quoted(task.theme, "theme", ports.fence)
        return ports.prompts["modelled/theme"].messages(theme=theme)
    if (wish := task.instruction) is None:
        return ()
    named = {
        "instruction": wish.words,
        "sentence": wish.sentence,
        "before": wish.before,
        "after": wish.after,
    }
    quoted = {
        name: _quoted(words, name, ports.fence) if words else "" for name, words in named.items()
    }
    return ports.prompts["modelled/instruction"].messages(**quoted)


def _quoted(words: str, name: str, fence: Fence) -> str:
    return fence.quote(MARK.sub("", words), name)


def _with(messages: Sequence[Message], added: Sequence[Message]) -> tuple[Message, ...]:
    """Return messages, each addition at the end of the last message of its role."""
    found = list(messages)
    for more in added:
        places = [at for at, message in enumerate(found) if message.role == more.role]
        if places:
            last = found[places[-1]]
            found[places[-1]] = replace(last, text=f"{last.text}\n\n{more.text}")
        else:
            found.append(more)
    return tuple(found)
