"""The cost of a run, estimated before anything is sent."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StepCost:
    """Calls of one step of a method, and the tokens of one of them, estimated."""

    step: str
    least: int
    most: int
    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Cost:
    """Calls of a fault-free run by step, and its longest dependent chain of calls.

    Repair, condensing and coverage rounds are not counted.
    """

    steps: tuple[StepCost, ...] = ()
    least_chain: int = 0
    most_chain: int = 0

    @property
    def least(self) -> int:
        return sum(step.least for step in self.steps)

    @property
    def most(self) -> int:
        return sum(step.most for step in self.steps)

    @property
    def input_tokens(self) -> int:
        """Tokens that would be sent at most, estimated."""
        return sum(step.most * step.input_tokens for step in self.steps)

    @property
    def output_tokens(self) -> int:
        """Tokens that would be written at most, estimated."""
        return sum(step.most * step.output_tokens for step in self.steps)
