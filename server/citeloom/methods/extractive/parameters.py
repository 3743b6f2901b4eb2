"""The settings of the extractive method and of its baselines."""

from typing import Literal

from pydantic import Field

from citeloom.methods.parameters import Parameters


class ExtractiveParameters(Parameters):
    """How sentences are chosen; the weights are relative to each other."""

    ranker: Literal["own", "lexrank", "textrank"] = Field(
        "own", description="What ranks the sentences of a paper."
    )
    centrality: float = Field(
        1.0, ge=0, description="Weight of resembling the other sentences (own ranker)."
    )
    closeness: float = Field(
        0.8, ge=0, description="Weight of resembling the draft's title and abstract (own ranker)."
    )
    title: float = Field(
        1.0, ge=0, description="Weight of resembling the paper's own title (own ranker)."
    )
    role: float = Field(
        1.2, ge=0, description="Weight of saying what a paper aims at, does or finds (own ranker)."
    )
    redundancy: float = Field(
        0.7, ge=0, description="Weight of saying again what another chosen sentence says."
    )
    damping: float = Field(0.85, gt=0, lt=1, description="Damping of LexRank and TextRank.")
    leads: bool = Field(True, description="Begin a paragraph with what its papers share.")


class BaselineParameters(Parameters):
    damping: float = Field(0.85, gt=0, lt=1, description="Probability of following an edge.")


class LexRankParameters(BaselineParameters):
    threshold: float | None = Field(
        None, ge=0, lt=1, description="Similarity from which sentences are neighbours; none: all."
    )
