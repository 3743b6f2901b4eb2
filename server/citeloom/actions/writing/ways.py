"""The ways to write that an author is offered first: by a model, and thoroughly."""

from collections.abc import Iterable
from dataclasses import dataclass

from citeloom.actions.writing.forecast import Forecast
from citeloom.plural import number_of

LONGEST = 3600
"""Seconds that a text may take at most to be offered as a way of its own."""


@dataclass(frozen=True)
class Ways:
    """The methods that stand for all that ask a model; a name is empty where none does.

    ``model`` is that for a first text, ``thorough`` one that asks more; ``why`` says in a sentence
    why the first was taken.
    """

    model: str = ""
    thorough: str = ""
    why: str = ""


def ways_to_write(forecasts: Iterable[Forecast], context: int) -> Ways:
    """Choose by the calls of each method and what a model reads at once, ``context`` tokens.

    Of the methods whose largest question it can read, the one with the fewest calls writes first;
    the one with the most that are answered within an hour is the thorough one. Where it can read
    the questions of none, or that is not known, those with the smallest count.
    """
    asking = [it for it in forecasts if it.uses_model and it.estimate.cost.calls]
    if not asking:
        return Ways()
    smallest = min(map(_largest_question, asking))
    limit = max(context, smallest) if context else max(map(_largest_question, asking))
    fitting = [it for it in asking if _largest_question(it) <= limit]
    first = min(fitting, key=lambda it: (it.estimate.cost.calls, _largest_question(it)))
    others = [it for it in fitting if it is not first and _seconds(it) <= LONGEST]
    most = max(others, key=lambda it: it.estimate.cost.calls, default=first)
    count = number_of(first.references, "reference")
    why = f"It takes the fewest calls, and its questions about {count} fit."
    is_more = most.estimate.cost.calls > first.estimate.cost.calls
    return Ways(first.method, most.method if is_more else "", why)


def _largest_question(forecast: Forecast) -> int:
    """Return the tokens of the largest question with its answer."""
    steps = forecast.estimate.cost.steps
    return max((step.input_tokens + step.output_tokens for step in steps), default=0)


def _seconds(forecast: Forecast) -> float:
    return forecast.estimate.seconds[1] if forecast.estimate.seconds else 0.0
