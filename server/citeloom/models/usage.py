"""What a run has used so far, step by step, and the limits that it must not pass."""

import asyncio
from dataclasses import dataclass, field, replace

from citeloom.models.port import RUN_AGAIN, BudgetExceededError

MILLION = 1_000_000

LONGEST_ANSWER = 8_000
"""Most tokens of an answer where a limit is set: so much is kept free for each call under way."""

LEAST_ANSWER = 200
"""Tokens of an answer below which a question is not worth asking."""


_RAISE = f"set it higher in config.toml and {RUN_AGAIN}"


@dataclass(frozen=True, slots=True)
class StepUsage:
    """Calls of a step, answers from the memo, calls repeated after faults or wrong answers."""

    calls: int = 0
    memo_hits: int = 0
    repeated: int = 0
    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Limits:
    """What a job may use; 0 is no limit. Prices are money for a million tokens."""

    calls: int = 0
    tokens: int = 0
    money: float = 0.0
    input_price: float = 0.0
    output_price: float = 0.0


@dataclass(eq=False, slots=True)
class Hold:
    """What a call that is under way may use: tokens that it sends, and most that it writes."""

    input_tokens: int
    longest: int


@dataclass
class Ledger:
    """Counts what is used, and refuses what would pass a limit."""

    limits: Limits = Limits()
    steps: dict[str, StepUsage] = field(default_factory=dict)
    notes: dict[str, None] = field(default_factory=dict)
    under_way: list["Hold"] = field(default_factory=list)
    _ended: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def total(self) -> StepUsage:
        """All steps together."""
        return StepUsage(
            *(
                sum(getattr(step, name) for step in self.steps.values())
                for name in ("calls", "memo_hits", "repeated", "input_tokens", "output_tokens")
            )
        )

    @property
    def money(self) -> float:
        """What was spent, where prices are set."""
        used = self.total
        spent = used.input_tokens * self.limits.input_price
        return (spent + used.output_tokens * self.limits.output_price) / MILLION

    def note(self, text: str) -> None:
        """Keep what the user should know of how the model was asked, once."""
        self.notes[text] = None

    def add(
        self,
        step: str,
        *,
        calls: int = 0,
        memo_hits: int = 0,
        repeated: int = 0,
        input_tokens: int = 0,
        output_tokens: int = 0,
    ) -> None:
        """Count something for a step."""
        old = self.steps.get(step, StepUsage())
        self.steps[step] = replace(
            old,
            calls=old.calls + calls,
            memo_hits=old.memo_hits + memo_hits,
            repeated=old.repeated + repeated,
            input_tokens=old.input_tokens + input_tokens,
            output_tokens=old.output_tokens + output_tokens,
        )

    @property
    def bounds_answers(self) -> bool:
        """Whether a limit makes it necessary that answers have a longest length."""
        return bool(self.limits.tokens or self.limits.money)

    async def begin(
        self, step: str, tokens: int, longest: int = LONGEST_ANSWER, *, repeated: bool = False
    ) -> Hold:
        """Count a call that will send about so many tokens, and return what it may use.

        Where the limits have no room for it beside the calls under way, at their longest, it
        waits for one of those to end.

        Raises
        ------
        BudgetExceededError
            If a limit would be passed with it; then nothing is sent.
        """
        while True:
            limits = self.limits
            if limits.calls and self.total.calls + 1 > limits.calls:
                raise BudgetExceededError(f"the limit of {limits.calls} calls is reached", _RAISE)
            problem, room = self._room(tokens)
            if room >= min(LEAST_ANSWER, longest):
                break
            if not self.under_way:
                raise BudgetExceededError(problem, _RAISE)
            self._ended.clear()
            await self._ended.wait()
        hold = Hold(tokens, min(longest, room))
        self.under_way.append(hold)
        self.add(step, calls=1, repeated=int(repeated))
        return hold

    def end(self, hold: Hold) -> None:
        """Take back what was held for a call: what it used is known."""
        self.under_way.remove(hold)
        self._ended.set()

    def _room(self, tokens: int) -> tuple[str, int]:
        """Return which limit is the nearest, and how long an answer it allows."""
        limits, used = self.limits, self.total
        sent = tokens + sum(call.input_tokens for call in self.under_way)
        written = sum(call.longest for call in self.under_way)
        rooms = [("", LONGEST_ANSWER)]
        if limits.tokens:
            left = limits.tokens - used.input_tokens - used.output_tokens - sent - written
            rooms.append((f"the limit of {limits.tokens} tokens would be passed", left))
        if limits.money:
            cost = (sent * limits.input_price + written * limits.output_price) / MILLION
            money = limits.money - self.money - cost
            left = LONGEST_ANSWER if money >= 0 else -1
            if limits.output_price:
                left = int(money * MILLION / limits.output_price)
            rooms.append((f"the limit of {limits.money:g} would be passed", left))
        return min(rooms, key=lambda room: room[1])
