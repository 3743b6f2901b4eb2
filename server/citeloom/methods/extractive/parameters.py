"""The settings of the extractive method and of its baselines."""

from pydantic import Field

from citeloom.methods.parameters import Parameters


class ExtractiveParameters(Parameters):
    """How references are told by the extractive method."""

    quoted: float = Field(
        0.25, ge=0, le=1, description="The most of the sentences that may be quotations."
    )


class BaselineParameters(Parameters):
    damping: float = Field(0.85, gt=0, lt=1, description="Probability of following an edge.")


class LexRankParameters(BaselineParameters):
    threshold: float | None = Field(
        None, ge=0, lt=1, description="Similarity from which sentences are neighbours; none: all."
    )
