"""The methods that only comparisons need: baselines and ablations of the papers."""

from typing import Any

from citeloom.methods.port import Method
from citeloom_lab.baselines.at_once import AtOnce, TwoStep
from citeloom_lab.baselines.ckma import CkmaAblations
from citeloom_lab.baselines.method import (
    ChainOfThought,
    FewShot,
    PlanBased,
    ReferenceWise,
    ZeroShot,
)
from citeloom_lab.baselines.one_step import OfClusters, OneStep
from citeloom_lab.baselines.selectors import SelectorReading
from citeloom_lab.baselines.textrank import TextRank
from citeloom_lab.clustering.by_paper import ByPaper

METHODS: tuple[Method[Any], ...] = (
    TextRank(),
    ZeroShot(),
    ChainOfThought(),
    FewShot(),
    TwoStep(),
    PlanBased(),
    ReferenceWise(),
    CkmaAblations(),
    AtOnce(),
    SelectorReading(),
    OneStep(),
    OfClusters(),
    ByPaper(),
)
