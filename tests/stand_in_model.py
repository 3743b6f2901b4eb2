"""A language model in the test's own process: it answers as ``answering`` does."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import TypeVar

from pydantic import BaseModel

from answering import answer
from citeloom.models.port import ContextTooLongError, Question

Answer = TypeVar("Answer", bound=BaseModel)


@dataclass
class StandIn:
    """A model that answers after ``seconds`` and notes what it was asked.

    ``longest`` is the most characters that fit (0: any number); ``say`` may change an answer.
    """

    seconds: float = 1.0
    longest: int = 0
    name: str = "stand-in"
    asked: list[Question[BaseModel]] = field(default_factory=list)

    async def ask(self, question: Question[Answer]) -> Answer:
        self.asked.append(question)  # type: ignore[arg-type]
        await asyncio.sleep(self.seconds)
        text = "\n\n".join(one.text for one in question.messages)
        if self.longest and len(text) > self.longest:
            raise ContextTooLongError("too long")
        if question.reader:
            found = question.reader.read(answer(None, text, question.sample), cut_off=False)
        else:
            given = answer(question.answer.model_json_schema(), text, question.sample)
            found = question.answer.model_validate(given)
        question.check(found)
        return found

    @property
    def calls(self) -> Counter[str]:
        """Number of questions of each step."""
        return Counter(one.step for one in self.asked)
