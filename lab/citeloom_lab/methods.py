"""The methods that only comparisons need: baselines of the papers."""

from typing import Any

from citeloom.methods.port import Method
from citeloom_lab.baselines.method import (
    ChainOfThought,
    FewShot,
    PlanBased,
    ReferenceWise,
    ZeroShot,
)
from citeloom_lab.baselines.textrank import TextRank
from citeloom_lab.baselines.two_step import TwoStep

METHODS: tuple[Method[Any], ...] = (
    TextRank(),
    ZeroShot(),
    ChainOfThought(),
    FewShot(),
    TwoStep(),
    PlanBased(),
    ReferenceWise(),
)
