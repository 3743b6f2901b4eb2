"""The cost of a run, estimated before anything is sent."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil


@dataclass(frozen=True, slots=True)
class StepCost:
    """Calls of one step of a method, and the tokens of one of them, estimated.

    ``chain`` of the calls are one after the other. ``decides``: how many calls later steps take
    depends on what it answers.
    """

    step: str
    least: int
    most: int
    input_tokens: int = 0
    output_tokens: int = 0
    chain: int = 1
    decides: bool = False

    def __add__(self, other: "StepCost") -> "StepCost":
        """Return the cost of this step of two runs, which ask nothing that is the same."""
        most = self.most + other.most

        def mean(own: int, others: int) -> int:
            return ceil((self.most * own + other.most * others) / most) if most else 0

        return StepCost(
            self.step,
            self.least + other.least,
            most,
            mean(self.input_tokens, other.input_tokens),
            mean(self.output_tokens, other.output_tokens),
            self.chain + other.chain,
            self.decides or other.decides,
        )

    def only(self, calls: int) -> "StepCost":
        """Return the cost if no more than so many calls are left to be made."""
        most = min(self.most, calls)
        chain = ceil(self.chain * most / self.most) if self.most else 0
        return replace(self, least=min(self.least, most), most=most, chain=chain)


@dataclass(frozen=True, slots=True)
class Cost:
    """Calls of a fault-free run by step.

    Repair, condensing and coverage rounds are not counted.
    """

    steps: tuple[StepCost, ...] = ()

    def __add__(self, other: "Cost") -> "Cost":
        """Return the cost of two runs, one after the other."""
        steps = {step.step: step for step in self.steps}
        for step in other.steps:
            steps[step.step] = steps[step.step] + step if step.step in steps else step
        return Cost(tuple(steps.values()))

    @property
    def at_most(self) -> "Cost":
        """The cost if nobody can tell how many of its calls are left to be made."""
        return Cost(tuple(replace(step, least=0) for step in self.steps))

    @property
    def least(self) -> int:
        return sum(step.least for step in self.steps)

    @property
    def most(self) -> int:
        return sum(step.most for step in self.steps)

    @property
    def least_chain(self) -> int:
        """The longest chain of calls that depend on each other, at least."""
        return self.most_chain

    @property
    def most_chain(self) -> int:
        """The longest chain of calls that depend on each other."""
        return sum(step.chain for step in self.steps)

    @property
    def input_tokens(self) -> int:
        """Tokens that would be sent at most, estimated."""
        return sum(step.most * step.input_tokens for step in self.steps)

    @property
    def output_tokens(self) -> int:
        """Tokens that would be written at most, estimated."""
        return sum(step.most * step.output_tokens for step in self.steps)

    def only(self, calls: Mapping[str, int]) -> "Cost":
        """Return the cost if only so many calls of each step are left to be made.

        Steps behind one that decides on them, and is not made yet, have all their calls.
        """
        steps: list[StepCost] = []
        is_decided = True
        for step in self.steps:
            left = step.only(calls.get(step.step, 0)) if is_decided else step
            is_decided = is_decided and not (step.decides and left.most)
            steps.append(left)
        return Cost(tuple(step for step in steps if step.most))

    def seconds(self, wait: float, tokens_a_second: float, at_once: int) -> float:
        """Return how long a run takes, if an answer begins after ``wait`` seconds.

        Not more than ``at_once`` calls are under way together.
        """
        total = 0.0
        for step in self.steps:
            rounds = step.chain * ceil(step.most / max(1, step.chain) / at_once)
            total += rounds * (wait + step.output_tokens / tokens_a_second)
        return total
