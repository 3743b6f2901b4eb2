"""The limits of a whole evaluation: what its texts and its judges may still use of a model."""

from dataclasses import replace

from citeloom.methods.result import Usage
from citeloom.models.port import BudgetExceededError
from citeloom.models.setup import Setup
from citeloom_lab.evaluation.comparison import sum_usage


class SpentLimits:
    """Counts what a run has used of each model, because each of its texts opens the model anew."""

    def __init__(self) -> None:
        self._used: dict[str, Usage] = {}

    def add(self, setup: Setup, usage: Usage) -> None:
        before = self._used.get(setup.endpoint, Usage())
        self._used[setup.endpoint] = sum_usage([before, usage])

    def setup_within(self, setup: Setup) -> Setup:
        """Return the model with what is left of its limits.

        Raises
        ------
        BudgetExceededError
            If nothing is left of one.
        """
        given, used = setup.settings, self._used.get(setup.endpoint, Usage())
        spent = (
            ("calls", given.calls, used.calls),
            ("tokens", given.tokens, used.input_tokens + used.output_tokens),
            ("money", given.money, used.money),
        )
        left = {name: limit - own for name, limit, own in spent if limit}
        if over := next((name for name, rest in left.items() if rest <= 0), ""):
            raise BudgetExceededError(
                f"this run has reached its limit of {over}",
                f"set model.{over} higher in config.toml; what was written is kept",
            )
        return replace(setup, settings=given.model_copy(update=left))
