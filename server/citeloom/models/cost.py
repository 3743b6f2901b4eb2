"""The cost of a run: the calls that a simulated run counts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from citeloom.models.port import Message
from citeloom.models.tokens import text_tokens


@dataclass(frozen=True, slots=True)
class Call:
    """A call that a step would make at some time, and about how many tokens its answer takes."""

    step: str
    at: float
    messages: tuple[Message, ...]
    written: int

    @property
    def read(self) -> int:
        """About how many tokens are sent."""
        return sum(text_tokens(message.text) for message in self.messages)


@dataclass(frozen=True, slots=True)
class StepCost:
    """Calls of one step of a method, and the tokens of one of them, estimated.

    ``chain`` of the ``calls`` are one after the other.
    """

    step: str
    calls: int
    input_tokens: int = 0
    output_tokens: int = 0
    chain: int = 1


@dataclass(frozen=True, slots=True)
class Cost:
    """Calls of a run by step, where each answer is of use.

    A model that answers wrongly, refuses papers, or reads less at once than is shown to it, is
    asked more often.
    """

    steps: tuple[StepCost, ...] = ()

    def __add__(self, other: "Cost") -> "Cost":
        """Return the cost of two runs, one after the other."""
        return joined((self, other))

    @property
    def calls(self) -> int:
        return sum(step.calls for step in self.steps)

    @property
    def chain(self) -> int:
        """The longest chain of calls that depend on each other."""
        return sum(step.chain for step in self.steps)

    @property
    def input_tokens(self) -> int:
        """Tokens that would be sent, estimated."""
        return sum(step.calls * step.input_tokens for step in self.steps)

    @property
    def output_tokens(self) -> int:
        """Tokens that would be written, estimated."""
        return sum(step.calls * step.output_tokens for step in self.steps)

    def seconds(self, wait: float, tokens_a_second: float, at_once: int) -> float:
        """Return how long a run takes, if an answer begins after ``wait`` seconds.

        Not more than ``at_once`` calls are under way together.
        """
        total = 0.0
        for step in self.steps:
            rounds = step.chain * ceil(step.calls / max(1, step.chain) / at_once)
            total += rounds * (wait + step.output_tokens / tokens_a_second)
        return total


def joined(costs: Iterable[Cost]) -> Cost:
    """Return the cost of runs that ask nothing which is the same, one after the other."""
    steps: dict[str, list[StepCost]] = {}
    for cost in costs:
        for step in cost.steps:
            steps.setdefault(step.step, []).append(step)
    return Cost(tuple(_joined(name, own) for name, own in steps.items()))


def _joined(name: str, steps: Sequence[StepCost]) -> StepCost:
    calls = sum(step.calls for step in steps)
    return StepCost(
        name,
        calls,
        ceil(sum(step.calls * step.input_tokens for step in steps) / max(1, calls)),
        ceil(sum(step.calls * step.output_tokens for step in steps) / max(1, calls)),
        sum(step.chain for step in steps),
    )


def cost_of(calls: Sequence[Call]) -> Cost:
    """Return the cost of a run that makes these calls."""
    names = dict.fromkeys(call.step for call in calls)
    return Cost(tuple(_counted([call for call in calls if call.step == name]) for name in names))


def _counted(calls: Sequence[Call]) -> StepCost:
    return StepCost(
        calls[0].step,
        len(calls),
        ceil(sum(call.read for call in calls) / len(calls)),
        ceil(sum(call.written for call in calls) / len(calls)),
        len({call.at for call in calls}),
    )
