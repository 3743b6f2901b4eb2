"""CKMA as a method."""

from typing import Literal

from pydantic import Field

from citeloom.methods.modelled.method import ModelMethod
from citeloom.methods.port import Parameters

MANY = 30
"""With more references than these a text is written on each theme."""


class CkmaParameters(Parameters):
    """Parameters of CKMA; the defaults are the paper's."""

    chunk_size: int = Field(3, ge=1, description="Maximum references in a chunk (k).")
    experts: int = Field(3, ge=1, description="Summaries that the router chooses from (E).")
    relations: int = Field(32, ge=1, description="Maximum relations in the minigraph (m).")
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
    themes: Literal["auto", "never"] = Field(
        "auto",
        description=(
            f"auto: more than {MANY} references get one text for each of their themes; never: one "
            "text for all."
        ),
    )


class Ckma(ModelMethod[CkmaParameters]):
    """A minigraph of the references' concepts guides several summaries; one is chosen."""

    name = "ckma"
    summary = "Builds a small concept graph, writes along several paths through it, picks one."
    parameters = CkmaParameters
    writing = "citeloom.methods.ckma.expert_writing"
