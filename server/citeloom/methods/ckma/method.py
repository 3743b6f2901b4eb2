"""CKMA as a method."""

from typing import Literal

from pydantic import Field

from citeloom.methods.modelled.method import ModelMethod
from citeloom.methods.port import Parameters

MANY = 30
"""With more references than these a text is written on each theme."""


class CkmaParameters(Parameters):
    """Parameters of CKMA; the defaults are the paper's. Its ablations are the laboratory's."""

    chunk_size: int = Field(3, ge=1, description="Maximum references in a chunk (k).")
    experts: int = Field(3, ge=1, description="Summaries that the router chooses from (E).")
    relations: int = Field(32, ge=1, description="Maximum relations in the minigraph (m).")
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
