"""The language model that methods ask: endpoint, memo, budget and repair together."""

from collections.abc import Sequence
from typing import Protocol

from citeloom.models.answers import (
    CUT_OFF,
    SHORTER,
    WrongAnswerError,
    read_answer,
    schema_in_words,
    schema_of,
)
from citeloom.models.memo import Completion, Memo, question_key
from citeloom.models.port import (
    Answer,
    AnswerError,
    Asked,
    FaultyAnswerError,
    Message,
    Question,
    RefusedError,
)
from citeloom.models.refusals import is_refusal
from citeloom.models.usage import Ledger, endpoint_name

REPAIRS = 2
"""How often a wrong answer is asked for again."""

AGAIN = 0.7
"""The temperature of a repair where the question's is 0."""

_LONGEST_SHOWN = 20_000
_LONGEST_CUT = 2_000
"""Characters of an answer that was cut off: all of it would leave less room than before."""


class AnswerSource(Protocol):
    """Who is asked: an endpoint, or the editor for one of its models.

    ``address`` and ``model`` are what the memo knows it by.
    """

    address: str
    model: str

    async def complete(self, asked: Asked) -> Completion:
        """Return an answer; as `Endpoint.complete`."""
        ...

    async def close(self) -> None: ...


class Model:
    """A model at an endpoint; see ``LanguageModel``."""

    def __init__(self, endpoint: AnswerSource, memo: Memo, ledger: Ledger) -> None:
        self.name = endpoint.model
        self.ledger = ledger
        self._endpoint, self._memo = endpoint, memo

    async def close(self) -> None:
        if self.ledger.speed.calls:
            endpoint = endpoint_name(self._endpoint.address, self.name)
            self._memo.put_speed(endpoint, self.ledger.speed)
        self._memo.close()
        await self._endpoint.close()

    async def ask(self, question: Question[Answer]) -> Answer:
        """Return the answer to a question, as ``LanguageModel.ask`` says."""
        corrections: tuple[Message, ...] = ()
        usable: list[tuple[int, AnswerError]] = []
        written = question.written
        for repair in range(REPAIRS + 1):
            known = (*(question.kept_as or question.messages), *corrections)
            messages, key = (*question.messages, *corrections), self._key(known, question)
            # At temperature 0 the same wrong answer would come again.
            warm = AGAIN if repair and question.temperature == 0 else question.temperature
            answer = None if question.reader else question.answer
            asked = Asked(messages, answer, warm, question.step, written, repair > 0)
            completion = await self._completion(key, asked)
            if completion.cut_off:
                # It may be of a language that takes more tokens for a word.
                written = 2 * question.written
            found = None
            try:
                found = _read(completion, question)
                question.check(found)
            except ValueError as error:
                fault = str(error).removesuffix(SHORTER)
                problem = f"{self.name} gave an invalid answer ({question.step}): {fault}"
                refused = completion.refused or is_refusal(completion.text)
                wrong = (RefusedError if refused else AnswerError)(problem, completion.text, found)
                if found is not None:
                    usable.append(
                        (error.faults if isinstance(error, FaultyAnswerError) else 1, wrong)
                    )
                further = _correction(completion.text, error, question)
                corrections = (*corrections, *further)
            else:
                return found
        # Of equally good answers the later one counts, which knew what was wrong.
        raise min(reversed(usable), key=lambda it: it[0])[1] if usable else wrong

    def _key(self, messages: Sequence[Message], question: Question[Answer]) -> str:
        return question_key(
            address=self._endpoint.address,
            model=self.name,
            temperature=question.temperature,
            messages=[[message.role, message.text] for message in messages],
            answer="prose" if question.reader else schema_of(question.answer),
            sample=question.sample,
        )

    async def _completion(self, key: str, asked: Asked) -> Completion:
        """Return a completion from the memo or from the endpoint."""
        if (kept := self._memo.get(key)) is not None:
            self.ledger.add(asked.step, memo_hits=1)
            self.ledger.answered_by(kept.model)
            return kept
        completion = await self._endpoint.complete(asked)
        # The memo would not know that it was refused.
        if not completion.refused:
            self._memo.put(key, completion)
        self.ledger.answered_by(completion.model)
        return completion


def _read(completion: Completion, question: Question[Answer]) -> Answer:
    if question.reader:
        return question.reader.read(completion.text, cut_off=completion.cut_off)
    return read_answer(
        completion.text,
        question.answer,
        cut_off=completion.cut_off,
        messages=question.messages,
    )


def _correction(
    said: str, error: ValueError, question: Question[Answer]
) -> tuple[Message, Message]:
    """Return the messages that follow a wrong answer: the answer, and what is wrong with it."""
    advice = f"That answer cannot be used: {error}. Answer again, in full."
    if str(error) == CUT_OFF:
        return Message("assistant", said[:_LONGEST_CUT] or "(nothing)"), Message("user", advice)
    if isinstance(error, WrongAnswerError) and not question.reader:
        advice += f" {schema_in_words(question.answer)}"
    return Message("assistant", said[:_LONGEST_SHOWN] or "(nothing)"), Message("user", advice)
