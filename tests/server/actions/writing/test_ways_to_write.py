"""Which methods an author is offered first: by their calls, and what the model reads at once."""

import pytest

from citeloom.actions.writing.forecast import Forecast
from citeloom.actions.writing.models import Estimate
from citeloom.actions.writing.ways import Ways, ways_to_write
from citeloom.models.cost import Cost, StepCost
from citeloom.models.receiver import Receiver


def forecast(method: str, calls: int, tokens: int, seconds: float = 60) -> Forecast:
    cost = Cost((StepCost("step", calls, tokens, 100),)) if calls else Cost()
    made = Estimate(cost, None, "", "m", "", (seconds / 2, seconds))
    return Forecast(method, bool(calls), made, Receiver(), True, (), 20, 20, "")


FORECASTS = (
    forecast("none", 0, 0),
    forecast("one", 1, 5_000),
    forecast("some", 14, 1_000),
    forecast("many", 120, 1_200, 3_000),
    forecast("ages", 500, 300, 4_000),
)


@pytest.mark.parametrize(
    ("context", "model", "thorough"),
    [
        (0, "one", "many"),
        (8_192, "one", "many"),
        (4_096, "some", "many"),
        (1_100, "some", ""),
        (200, "ages", ""),
    ],
    ids=["unknown", "large", "small", "smaller", "too small for all"],
)
def test_the_fewest_calls_that_the_model_can_read_and_the_most_within_an_hour(
    context: int, model: str, thorough: str
) -> None:
    found = ways_to_write(FORECASTS, context)
    assert (found.model, found.thorough) == (model, thorough)


def test_why_is_said_in_a_sentence() -> None:
    assert ways_to_write(FORECASTS, 0).why.endswith("questions about 20 references fit.")


def test_without_a_model_there_is_no_such_way() -> None:
    assert ways_to_write(FORECASTS[:1], 0) == Ways()
