"""A language model as methods see it: memo, budget, endpoint and repair in one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from citeloom.models.answers import WrongAnswerError, in_words, read, schema_of
from citeloom.models.memo import Completion, Memo, question_key
from citeloom.models.port import Answer, AnswerError, Message, Question
from citeloom.models.usage import Ledger

if TYPE_CHECKING:
    from citeloom.models.endpoint import Endpoint

REPAIRS = 2
"""How often a wrong answer is asked for again."""

_LONGEST_SHOWN = 20_000
_LONGEST_SAID = 200


@dataclass(frozen=True)
class _Asked:
    """One request of a question: its messages, and the name by which the memo knows it."""

    messages: tuple[Message, ...]
    key: str


class Model:
    """A model at an endpoint; see ``LanguageModel``."""

    def __init__(self, endpoint: "Endpoint", memo: Memo, ledger: Ledger) -> None:
        self.name = endpoint.model
        self.ledger = ledger
        self._endpoint, self._memo = endpoint, memo

    async def close(self) -> None:
        """Close the connections and the memo."""
        self._memo.close()
        await self._endpoint.close()

    async def ask(self, question: Question[Answer]) -> Answer:
        """Return the answer to a question, as ``LanguageModel.ask`` says."""
        messages = question.messages
        asked: list[_Asked] = []
        wrong: AnswerError
        for repair in range(REPAIRS + 1):
            attempt = _Asked(messages, self._key(messages, question))
            asked.append(attempt)
            completion = await self._completion(attempt, question, again=repair > 0)
            found = None
            try:
                if completion.cut_off:
                    raise WrongAnswerError("it was cut off before its end; be much shorter")
                found = read(completion.text, question.answer)
                question.check(found)
            except ValueError as error:
                said = f"{self.name} answered wrongly ({question.step}): {error}"
                said += f"; it said: {_shortened(completion.text)}"
                wrong = AnswerError(said, completion.text, found)
                messages = (*messages, *_again(completion.text, error, question))
            else:
                return found
        # An answer of which only the check fails may be used by whoever asked. Where there is
        # nothing to use nothing is kept, so that a later run has another chance.
        if wrong.answer is None:
            for attempt in asked:
                self._memo.forget(attempt.key)
        raise wrong

    def _key(self, messages: Sequence[Message], question: Question[Answer]) -> str:
        return question_key(
            address=self._endpoint.address,
            model=self.name,
            temperature=question.temperature,
            messages=[[message.role, message.text] for message in messages],
            answer=schema_of(question.answer),
            sample=question.sample,
        )

    async def _completion(
        self, asked: _Asked, question: Question[Answer], *, again: bool
    ) -> Completion:
        """Return a completion from the memo or from the endpoint."""
        if (kept := self._memo.get(asked.key)) is not None:
            self.ledger.add(question.step, memo_hits=1)
            return kept
        completion = await self._endpoint.complete(
            asked.messages, question.answer, question.temperature, question.step, again=again
        )
        self._memo.put(asked.key, completion)
        return completion


def _shortened(text: str) -> str:
    """Return the beginning of what a model said, for an error message."""
    line = "".join(sign for sign in " ".join(text.split()) if sign.isprintable())
    return f"'{line[:_LONGEST_SAID]}…'" if len(line) > _LONGEST_SAID else f"'{line}'"


def _again(said: str, error: ValueError, question: Question[Answer]) -> tuple[Message, Message]:
    """Return what follows a wrong answer: the answer itself, and what is wrong with it."""
    shown = said[:_LONGEST_SHOWN] or "(nothing)"
    advice = f"That answer cannot be used: {error}. Answer again, in full."
    if isinstance(error, WrongAnswerError):
        advice += f" {in_words(question.answer)}"
    return Message("assistant", shown), Message("user", advice)
