"""The methods that only comparisons need: baselines of the papers, and two of their ablations."""

from typing import Any

from citeloom.methods.port import Method
from citeloom_lab.baselines.at_once import AtOnce, TwoStep
from citeloom_lab.baselines.method import (
    ChainOfThought,
    FewShot,
    PlanBased,
    ReferenceWise,
    ZeroShot,
)
from citeloom_lab.baselines.one_step import OneStep
from citeloom_lab.baselines.textrank import TextRank

METHODS: tuple[Method[Any], ...] = (
    TextRank(),
    ZeroShot(),
    ChainOfThought(),
    FewShot(),
    TwoStep(),
    PlanBased(),
    ReferenceWise(),
    AtOnce(),
    OneStep(),
)
