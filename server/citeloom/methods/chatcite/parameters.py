"""What can be set of ChatCite: its numbers, and switches for Table 2 and Figure 3."""

from typing import Literal

from pydantic import Field

from citeloom.methods.port import Parameters

LONG = 800
"""Words of a finished text, those on 32 references."""


class ChatCiteParameters(Parameters):
    """Parameters of ChatCite; the paper gives no numbers, these defaults are ours."""

    n_samples: int = Field(2, ge=1, description="Continuations of each candidate (n_s).")
    n_votes: int = Field(3, ge=1, description="Votes in each turn (n_v).")
    n_keep: int = Field(1, ge=1, description="Candidates kept after each turn (n_c).")
    temperature: float = Field(
        0.7, ge=0, le=2, description="Temperature of continuations and votes."
    )
    key_elements: bool = Field(
        True, description="Whether to ask seven questions about each paper, or for a plain summary."
    )
    full_text: bool = Field(
        True,
        description=(
            "Whether key elements also come from the draft's text and kept full texts, or from "
            "abstracts alone."
        ),
    )
    votes: Literal["changes", "whole", "none"] = Field(
        "changes",
        description=(
            "Whether voters see what differs, or whole versions; none: the first candidate wins."
        ),
    )
    turns: Literal["auto", "text", "paragraph"] = Field(
        "auto",
        description="What a turn writes: the whole text, or the paragraph that changes; auto: the "
        f"paragraph in texts of more than {LONG} words.",
    )

    def answers_by_paragraph(self, words: int) -> bool:
        """Tell whether a turn gives a paragraph where the finished text has so many words."""
        return self.turns == "paragraph" or (self.turns == "auto" and words > LONG)

    @property
    def samples(self) -> int:
        """Continuations of each candidate.

        Without votes only the first would count; at temperature 0 all would be the same.
        """
        return self.n_samples if self.votes != "none" and self.temperature > 0 else 1
