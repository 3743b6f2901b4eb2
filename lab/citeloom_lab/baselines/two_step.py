"""ChatCite's zero-shot baseline in two steps: a summary of each paper, then one text from all."""

from typing import Literal

from pydantic import Field

from citeloom.methods.chatcite.method import ChatCite
from citeloom.methods.chatcite.parameters import ChatCiteParameters


class TwoStepParameters(ChatCiteParameters):
    """Parameters of ChatCite with all of its own taken away; these switches are what is left."""

    temperature: float = Field(0.0, ge=0, le=2, description="Of the text.")
    key_elements: bool = Field(False, description="Whether seven questions are asked of a paper.")
    increments: bool = Field(False, description="Whether references are added one by one.")
    plan: bool = Field(False, description="Whether the text begins with a plan.")
    example: bool = Field(False, description="Whether an example of a related work is shown.")
    votes: Literal["changes", "whole", "none"] = Field(
        "none", description="Whether votes choose among several texts."
    )


class TwoStep(ChatCite):
    """Each paper is summarised, then one text is written from all summaries (p_s and p_g)."""

    name = "two-step"
    summary = "Baseline: a summary of each paper, then one question with all summaries in it."
    parameters = TwoStepParameters
    weaver = None
