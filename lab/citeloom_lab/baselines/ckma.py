"""The ablations of CKMA (Table 3), each a switch."""

import random
from collections.abc import Sequence

from pydantic import BaseModel, Field

from citeloom.methods.ckma.expert_writing import Chunk, ExpertWriting, Piece, Reading
from citeloom.methods.ckma.method import Ckma, CkmaParameters
from citeloom.methods.ckma.minigraph import AnsweredGraph, Relation
from citeloom.methods.modelled.asker import Shown
from citeloom.methods.modelled.clean_words import visible_words
from citeloom.methods.modelled.method import model_of
from citeloom.methods.modelled.written_text import WrittenText
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.models.port import LanguageModel, Question
from citeloom.papers.paper import Paper

SPREAD = 0.7
"""Temperature of the experts where they do not differ by what they read."""


class AblatedParameters(CkmaParameters):
    """Parameters of CKMA, and a switch for each row of Table 3."""

    minigraph: bool = Field(True, description="Whether to build a minigraph at all.")
    types: bool = Field(True, description="Whether relations must be of the scientific types.")
    volume: bool = Field(True, description="Whether the number of relations is limited.")
    iteration: bool = Field(
        True, description="Whether the graph is built chunk by chunk, or from all at once."
    )
    paths: bool = Field(True, description="Whether there are experts, or one summary of all.")
    chunk_summaries: bool = Field(
        True, description="Whether chunks are summarised first, or experts read all abstracts."
    )
    permutations: bool = Field(
        True,
        description="Whether experts differ by the order of papers, or by a temperature of 0.7.",
    )
    router: bool = Field(True, description="Whether the router chooses, or the seed.")


class FreeRelation(BaseModel):
    """A relation in the model's own words."""

    head: str = Field(description="The name of the first concept.")
    relation: str = Field(description="How it is related to the second, in your own words.")
    tail: str = Field(description="The name of the second concept.")

    @property
    def kept(self) -> Relation:
        head, relation, tail = map(visible_words, (self.head, self.relation, self.tail))
        return Relation(head, "", relation, tail, "")


class FreeGraph(AnsweredGraph):
    """A minigraph without the scientific types."""

    relations: Sequence[FreeRelation] = Field(  # type: ignore[assignment]
        description="The relations of the graph."
    )


class CkmaAblations(Ckma):
    """CKMA, of which each part can be taken away."""

    name = "ckma-ablations"
    summary = "CKMA with a switch for each row of Table 3 of its paper."
    parameters = AblatedParameters

    async def write(self, task: WritingTask, parameters: CkmaParameters, ports: Ports) -> Result:
        assert isinstance(parameters, AblatedParameters)
        return await _AblatedWriting(task, parameters, ports, model_of(ports, self.name)).result()


class _AblatedWriting(ExpertWriting):
    def __init__(
        self, task: WritingTask, parameters: AblatedParameters, ports: Ports, model: LanguageModel
    ) -> None:
        super().__init__(task, parameters, ports, model)
        self.switches = parameters
        self._chance = random.Random(f"router|{task.seed}")

    def ranked(self, scores: Sequence[float]) -> list[int]:
        places = super().ranked(scores)
        if not self.switches.router:
            self._chance.shuffle(places)
        return places

    async def grow_graph(self, steps: Sequence[Chunk]) -> None:
        if self.switches.minigraph:
            whole = [self.task.references]
            await super().grow_graph(steps if self.switches.iteration else whole)

    @property
    def most_relations(self) -> int | None:
        return super().most_relations if self.switches.volume else None

    def graph_question(
        self, chunk: Sequence[Paper], shown: Shown, answer: type[AnsweredGraph] = AnsweredGraph
    ) -> Question[AnsweredGraph]:
        return super().graph_question(chunk, shown, answer if self.switches.types else FreeGraph)

    async def summaries(self) -> list[list[WrittenText]]:
        if self.switches.paths and self.switches.chunk_summaries:
            return await super().summaries()
        return [[] for _ in self.themes]

    def read_by_experts(self, pieces: Sequence[Piece]) -> list[Reading]:
        if not self.switches.paths:
            return [(tuple(pieces), 0.0, 0)]
        if self.switches.permutations:
            return super().read_by_experts(pieces)
        return [(tuple(pieces), SPREAD, sample) for sample in range(self.switches.experts)]
