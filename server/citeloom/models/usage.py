"""How much a run uses, step by step, within its limits, and how fast its model answers."""

import asyncio
from dataclasses import dataclass, field

from citeloom.models.port import RUN_AGAIN, BudgetExceededError, ContextTooLongError
from citeloom.models.tokens import StepUsage
from citeloom.plural import number_of

BYTES_A_TOKEN = 3
"""Fewer bytes than a token of prose has with any tokeniser, so that estimates are never too low."""

READ_IN_THE_TIME = 5_000
"""Tokens that give a call as long again: a model on the user's own machine may read slowly."""

WRITTEN_IN_THE_TIME = 1_000
"""Tokens of an answer that give a call as long again as ``model.timeout`` says."""

SLOWEST_STREAM = 400
"""Tokens that a model which goes on writing must write in that time."""

USUAL_WAITS = (0.5, 5.0)
"""Seconds until an answer begins, where nothing is known: few to many."""

USUAL_SPEEDS = (100.0, 15.0)
"""Tokens a second, where nothing is known: of large providers, and of a model on a laptop."""

_ENOUGH = 200
"""After so many calls older ones count half: endpoints get faster and slower."""

_FEWEST_TOKENS = 30
"""Of fewer tokens no speed is told."""


def endpoint_name(address: str, model: str) -> str:
    """Return the name under which the speed of a model at an endpoint is kept."""
    return f"{address} {model}"


@dataclass(frozen=True, slots=True)
class Speed:
    """Calls to an endpoint: seconds until words came, seconds of writing, and tokens written."""

    calls: float = 0
    waited: float = 0.0
    wrote: float = 0.0
    tokens: float = 0

    def with_call(self, waited: float, wrote: float, tokens: int) -> "Speed":
        return Speed(self.calls + 1, self.waited + waited, self.wrote + wrote, self.tokens + tokens)

    def with_earlier(self, earlier: "Speed") -> "Speed":
        """Return this and earlier calls together."""
        share = 0.5 if earlier.calls > _ENOUGH else 1.0
        return Speed(
            self.calls + share * earlier.calls,
            self.waited + share * earlier.waited,
            self.wrote + share * earlier.wrote,
            self.tokens + share * earlier.tokens,
        )

    @property
    def is_known(self) -> bool:
        return self.tokens >= _FEWEST_TOKENS and self.wrote > 0

    @property
    def wait(self) -> float:
        """Seconds until an answer begins."""
        return self.waited / max(1.0, self.calls)

    @property
    def tokens_a_second(self) -> float:
        """Tokens that are written in a second."""
        return self.tokens / max(self.wrote, 1e-6)


MILLION = 1_000_000

LONGEST_ANSWER = 8_000
"""Most tokens of any answer whose length is bounded."""

LEAST_ANSWER = 200
"""If fewer tokens are left for an answer, the question is not asked."""


def longest_answer(written: int) -> int:
    """Return how many tokens an answer may have that takes about so many; 0 if nobody knows."""
    return min(LONGEST_ANSWER, 3 * written + LEAST_ANSWER) if written else LONGEST_ANSWER


def fitting_answer(longest: int, tokens: int, context: int, model: str) -> int:
    """Return how long an answer may be that stands beside so many tokens in a model's context.

    Raises
    ------
    ContextTooLongError
        If hardly any answer fits.
    """
    left = min(longest, context - tokens) if context else longest
    if context and left < min(LEAST_ANSWER, context // 4):
        raise ContextTooLongError(
            f"about {tokens} tokens exceed the context of {model}, {context} tokens (model.context)"
        )
    return left


_RAISE = f"increase it in config.toml and {RUN_AGAIN}"


@dataclass(frozen=True, slots=True)
class Limits:
    """What a job may use; 0 means no limit. Prices are for a million tokens."""

    calls: int = 0
    tokens: int = 0
    money: float = 0.0
    input_price: float = 0.0
    output_price: float = 0.0


@dataclass(eq=False, slots=True)
class Hold:
    """What a call under way reserves: the tokens it sends, and the most it may receive."""

    input_tokens: int
    longest: int


@dataclass
class Ledger:
    """Counts usage, and refuses calls that would pass a limit."""

    limits: Limits = Limits()
    before: tuple["Ledger", ...] = ()
    """The ledgers of what its run has asked before: the limits hold for all together."""

    steps: dict[str, StepUsage] = field(default_factory=dict)
    notes: dict[str, None] = field(default_factory=dict)
    models: dict[str, None] = field(default_factory=dict)
    """The models that answered, as their answers say; kept answers count too."""

    untold: int = 0
    """Calls whose tokens nobody has counted; they count as estimated, for the limits alone."""

    under_way: list["Hold"] = field(default_factory=list)
    speed: Speed = field(default_factory=Speed)
    _ended: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def total(self) -> StepUsage:
        """All steps together."""
        return sum(self.steps.values(), StepUsage("all"))

    @property
    def money(self) -> float:
        """The money spent, if prices are set."""
        used = self.total
        spent = used.input_tokens * self.limits.input_price
        return (spent + used.output_tokens * self.limits.output_price) / MILLION

    @property
    def _usage_of_run(self) -> StepUsage:
        """What the run has used until now."""
        return sum((ledger.total for ledger in self.before), self.total)

    def note(self, text: str) -> None:
        """Keep a note for the user about how the model was asked; the same note counts once."""
        self.notes[text] = None

    def answered_by(self, model: str) -> None:
        """Keep which model has written an answer; nothing, if the answer does not say."""
        if model:
            self.models[model] = None

    def add(self, step: str, **used: int) -> None:
        """Add to what a step has used; the names are those of ``StepUsage``."""
        self.steps[step] = self.steps.get(step, StepUsage(step)) + StepUsage(step, **used)

    def add_untold(self, step: str, *, input_tokens: int, output_tokens: int = 0) -> None:
        """Add the estimated tokens of a call that nobody has counted."""
        self.untold += 1
        self.add(step, input_tokens=input_tokens, output_tokens=output_tokens)

    @property
    def bounds_answers(self) -> bool:
        """Whether a limit is set that requires a longest length of answers."""
        return bool(self.limits.tokens or self.limits.money)

    async def begin(
        self, step: str, tokens: int, longest: int = LONGEST_ANSWER, *, repeated: bool = False
    ) -> Hold:
        """Count a call that will send about so many tokens; return what it may use.

        If the calls under way may use up the limits, wait until one of them has ended.

        Raises
        ------
        BudgetExceededError
            If the call would pass a limit; then nothing is sent.
        """
        while True:
            limits = self.limits
            if limits.calls and self._usage_of_run.calls + 1 > limits.calls:
                limit = number_of(limits.calls, "call")
                raise BudgetExceededError(f"this run has reached its limit of {limit}", _RAISE)
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
        """Release what was reserved for a call, once its usage is known."""
        self.under_way.remove(hold)
        self._ended.set()

    def _room(self, tokens: int) -> tuple[str, int]:
        """Return which limit is the nearest, and how long an answer it allows."""
        limits, used = self.limits, self._usage_of_run
        sent = tokens + sum(call.input_tokens for call in self.under_way)
        written = sum(call.longest for call in self.under_way)
        rooms = [("", LONGEST_ANSWER)]
        if limits.tokens:
            left = limits.tokens - used.input_tokens - used.output_tokens - sent - written
            limit = f"the limit of {limits.tokens:,} tokens"
            rooms.append((f"the next call could exceed {limit}", left))
        if limits.money:
            cost = (sent * limits.input_price + written * limits.output_price) / MILLION
            money = limits.money - sum(it.money for it in (*self.before, self)) - cost
            left = LONGEST_ANSWER if money >= 0 else -1
            if limits.output_price:
                left = int(money * MILLION / limits.output_price)
            rooms.append((f"the next call could exceed the cost limit of {limits.money:g}", left))
        return min(rooms, key=lambda room: room[1])
