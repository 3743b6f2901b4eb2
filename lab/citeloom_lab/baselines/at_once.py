"""ChatCite without increments (Table 2): one text about all references, from notes on each."""

from collections.abc import Sequence
from typing import Any, Literal

from pydantic import Field

from citeloom.methods.chatcite.increments import Increments, related_work
from citeloom.methods.chatcite.method import ChatCite
from citeloom.methods.chatcite.parameters import ChatCiteParameters
from citeloom.methods.modelled.asker import Shown
from citeloom.methods.modelled.lengths import words_to_write
from citeloom.methods.modelled.method import model_of
from citeloom.methods.modelled.written_text import WrittenText
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.models.port import Question
from citeloom.papers.paper import Paper
from citeloom_lab.baselines.planned import PlannedText, planned


class AtOnceParameters(ChatCiteParameters):
    """Parameters of ChatCite without increments."""

    plan: bool = Field(True, description="Whether the text begins with a plan.")
    example: bool = Field(True, description="Whether an example of a related work is shown.")


class AtOnce(ChatCite):
    """Key elements as in ChatCite, then one text from all of them; votes choose among several."""

    name = "chatcite-at-once"
    summary = "ChatCite without increments: one text from the key elements of all papers."
    parameters = AtOnceParameters
    weaver = None

    async def write(
        self, task: WritingTask, parameters: ChatCiteParameters, ports: Ports
    ) -> Result:
        model = model_of(ports, self.name)
        return await related_work(task, parameters, ports, model, _AllAtOnce)


class TwoStepParameters(AtOnceParameters):
    """Parameters of ChatCite with all of its own taken away; these switches are what is left."""

    temperature: float = Field(0.0, ge=0, le=2, description="Of the text.")
    key_elements: bool = Field(False, description="Whether seven questions are asked of a paper.")
    plan: bool = Field(False, description="Whether the text begins with a plan.")
    example: bool = Field(False, description="Whether an example of a related work is shown.")
    votes: Literal["changes", "whole", "none"] = Field(
        "none", description="Whether votes choose among several texts."
    )


class TwoStep(AtOnce):
    """Each paper is summarised, then one text is written from all summaries (p_s and p_g).

    It is ChatCite's zero-shot baseline.
    """

    name = "two-step"
    summary = "Baseline: a summary of each paper, then one question with all summaries in it."
    parameters = TwoStepParameters


class _AllAtOnce(Increments):
    """One turn, in which all references come into an empty text."""

    @property
    def steps(self) -> Sequence[tuple[Paper, ...]]:
        return [self.asker.task.references]

    async def take_turns(self) -> tuple[list[WrittenText], list[dict[str, Any]]]:
        versions, trace = await super().take_turns()
        plans = [own.plan for own in versions if isinstance(own, PlannedText)]
        return versions, [{**turn, "plans": plans} if plans else turn for turn in trace]

    def question(
        self, text: WrittenText, sample: int, papers: Sequence[Paper], shown: Shown
    ) -> Question[WrittenText]:
        """Ask for a text on all papers."""
        given = self.parameters
        assert isinstance(given, AtOnceParameters)
        question = self.ask(
            shown,
            papers,
            sample,
            "baselines/at-once",
            shown.ids(papers),
            words_to_write(self.asker.task),
            plan="yes" if given.plan else "",
            example="yes" if given.example else "",
        )
        return planned(question) if given.plan else question
