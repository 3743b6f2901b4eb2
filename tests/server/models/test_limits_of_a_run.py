"""The limits of a run that opens its model several times hold for all of it together."""

import asyncio

import pytest

from citeloom.models.port import BudgetExceededError
from citeloom.models.usage import Ledger, Limits

USED = {"calls": 1, "input_tokens": 500, "output_tokens": 400}


@pytest.mark.parametrize(
    ("limits", "what"),
    [
        (Limits(calls=1), "this run has reached its limit of 1 call"),
        (Limits(tokens=1_200), "the next call could exceed the limit of 1,200 tokens"),
        (Limits(money=1.2, input_price=1_000, output_price=1_000), "exceed the cost limit of 1.2"),
    ],
)
def test_what_was_used_before_counts(limits: Limits, what: str) -> None:
    asyncio.run(Ledger(limits).begin("writing", 150))
    before = Ledger(limits)
    before.add("writing", **USED)
    now = Ledger(limits, (before,))
    with pytest.raises(BudgetExceededError, match=what):
        asyncio.run(now.begin("writing", 150))
    assert now.total.calls == 0, "it is counted apart"
