"""The settings of the baselines of the extractive method."""

from pydantic import Field

from citeloom.methods.port import Parameters


class BaselineParameters(Parameters):
    damping: float = Field(0.85, gt=0, lt=1, description="Probability of following an edge.")


class LexRankParameters(BaselineParameters):
    threshold: float | None = Field(
        None, ge=0, lt=1, description="Minimum similarity of neighbouring sentences; none: all."
    )
