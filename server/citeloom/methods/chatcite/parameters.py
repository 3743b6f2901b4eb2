"""What can be set of ChatCite: its numbers, and switches for Table 2 and Figure 3."""

from pydantic import Field

from citeloom.methods.parameters import Parameters


class ChatCiteParameters(Parameters):
    """Parameters of ChatCite; the paper gives no numbers, these defaults are ours."""

    n_samples: int = Field(2, ge=1, description="Continuations of each kept candidate (n_s).")
    n_votes: int = Field(3, ge=1, description="Votes in each turn (n_v).")
    n_keep: int = Field(1, ge=1, description="Candidates kept after each turn (n_c).")
    temperature: float = Field(0.7, ge=0, le=2, description="Of continuations and votes.")
    key_elements: bool = Field(
        True, description="Whether seven questions are asked of a paper, or a plain summary."
    )
    full_text: bool = Field(
        True,
        description="Whether key elements come from the draft's text and from kept full texts too, "
        "or from abstracts alone.",
    )
    increments: bool = Field(
        True, description="Whether references are added one by one, or all at once."
    )
    plan: bool = Field(
        True, description="Whether a text that is written at once begins with a plan."
    )
    example: bool = Field(
        True, description="Whether an example is shown for a text that is written at once."
    )
    votes: bool = Field(True, description="Whether votes choose, or the first candidate is it.")

    @property
    def samples(self) -> int:
        """Continuations of each candidate.

        Without votes only the first would count; at temperature 0 all would be the same.
        """
        return self.n_samples if self.votes and self.temperature > 0 else 1
