"""What a network is made of: how wide its parts are, and what its weights are called."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

_Width = Annotated[int, Field(ge=1, le=8192)]


class PairInputs(StrEnum):
    """What the network sees of a pair of nodes when it gives their probability."""

    ENDS = "ends"
    TIES = "ties"
    BOTH = "both"


TIES = 5
"""The cosine of the embeddings, that of the features beside the mean, three ties by citations."""


class NetworkShape(BaseModel):
    """The shape of a network, as the head of its file of weights says it.

    ``embedder`` names whose rows it reads, ``features`` is their width, ``width`` that of all heads
    of the first layer together, ``hidden`` that of the perceptron.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    embedder: str = Field(max_length=200)
    features: _Width
    width: _Width
    heads: int = Field(4, ge=1, le=64)
    hidden: _Width
    pairs: PairInputs = PairInputs.ENDS

    @model_validator(mode="after")
    def _heads_share_the_width(self) -> "NetworkShape":
        if self.width % self.heads:
            raise ValueError("the width cannot be shared by the heads")
        return self

    @property
    def arrays(self) -> Mapping[str, tuple[int, ...]]:
        """The shape of each array of weights, by its name."""
        head = self.width // self.heads
        arrays: dict[str, tuple[int, ...]] = {
            "first.weight": (self.features, self.width),
            "first.source": (self.heads, head),
            "first.target": (self.heads, head),
            "first.bias": (self.width,),
            "second.weight": (self.heads, self.width, self.features),
            "second.source": (self.heads, self.features),
            "second.target": (self.heads, self.features),
            "second.bias": (self.features,),
        }
        if self.pairs is not PairInputs.TIES:
            arrays["pairs.one"] = (self.features, self.hidden)
            arrays["pairs.other"] = (self.features, self.hidden)
        if self.pairs is not PairInputs.ENDS:
            arrays["pairs.ties"] = (TIES, self.hidden)
        arrays["pairs.bias"] = (self.hidden,)
        arrays["choice.weight"] = (self.hidden, 2)
        arrays["choice.bias"] = (2,)
        return arrays

    @property
    def numbers(self) -> int:
        """How many weights there are."""
        total = 0
        for sizes in self.arrays.values():
            product = 1
            for size in sizes:
                product *= size
            total += product
        return total


class WeightsHead(BaseModel):
    """The head of a file of weights, as JSON; ``notes`` say how they came about."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: Literal["citeloom taxonomy network"] = "citeloom taxonomy network"
    version: Literal[1] = 1
    shape: NetworkShape
    notes: Annotated[str, Field(max_length=10_000)] = ""
