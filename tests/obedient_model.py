"""A model that obeys whatever a paper orders."""

from typing import Any

from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.result import Result, Sentence
from citeloom.methods.task import DraftText, WritingTask
from citeloom.models.port import AnswerError, Question
from citeloom.papers.paper import Paper
from stand_in_model import Answer, StandIn
from virtual_time import timed

_DRAFT = DraftText("A tool", "We present a tool that writes related work.", "abstract")


class Obedient(StandIn):
    """Writes what an order wants into each sentence."""

    wanted = ""

    async def ask(self, question: Question[Answer]) -> Answer:
        try:
            found: Any = await super().ask(question)
        except ValueError as error:  # As of every model that answers wrongly to the last.
            raise AnswerError(str(error), "") from None
        for paragraph in getattr(found, "paragraphs", ()):
            paragraph.sentences = [f"{own} {self.wanted}" for own in paragraph.sentences]
        return found


def obey(method: str, wanted: str, *papers: Paper) -> Result:
    """Return what a method writes about papers with a model that obeys."""
    model = Obedient()
    model.wanted = wanted
    chosen = method_named(method)
    task = WritingTask(_DRAFT, papers)
    result, _ = timed(chosen.write(task, chosen.parameters(), Ports(model=model)))
    return result


def write_obediently(method: str, wanted: str, *papers: Paper) -> tuple[Sentence, ...]:
    """Return the sentences of what such a model writes."""
    written = obey(method, wanted, *papers)
    return tuple(own for part in written.paragraphs for own in part.sentences)
