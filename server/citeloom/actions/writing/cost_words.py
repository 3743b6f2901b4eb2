"""The estimated and the actual cost of a run in words."""

from collections.abc import Iterator

from citeloom.actions.writing.models import Estimate
from citeloom.methods.result import Usage
from citeloom.models.cost import Cost
from citeloom.plural import number_of

_SECONDS_SHOWN = 100


def further_words(with_mentions: int, full_texts: int, *, whole: bool = False) -> str:
    """Return what is sent of papers besides titles and abstracts, as the end of a list.

    ``whole``: full texts are sent as a whole, not in parts.
    """
    words = (
        f", what other papers say about {with_mentions} without an abstract"
        if with_mentions
        else ""
    )
    if full_texts:
        words += f", and {'the complete' if whole else 'parts of the'} full texts of {full_texts}"
    return words


def estimate_lines(
    estimate: Estimate, references: int, further: str = "", draft: str = ""
) -> Iterator[str]:
    """Yield lines on what would be asked of whom, and its cost.

    ``draft`` and ``further`` say what is sent of the draft and of the references besides titles and
    abstracts.
    """
    if estimate.host:
        yield f"model: {estimate.model} at {estimate.host}"
        yield (
            "sent there: the draft's title and abstract (its introduction where it has none), "
            f"{draft}and titles and abstracts of {number_of(references, 'reference')}{further}"
        )
    else:
        yield "model: none is configured; set one with 'citeloom model set PROVIDER NAME'"
    yield from cost_lines(estimate)


def cost_lines(estimate: Estimate) -> Iterator[str]:
    """Yield lines on the calls of a run, its time, its tokens and its money."""
    cost = estimate.cost
    for step in cost.steps:
        yield f"  {step.step}: about {number_of(step.calls, 'call')}"
    yield f"in all {calls_words(cost)}"
    if time := time_words(estimate):
        yield f"takes {time}"
    money = "" if estimate.money is None else f", about {estimate.money:.2f} {estimate.currency}"
    yield f"about {cost.input_tokens:,} tokens sent and {cost.output_tokens:,} received{money}"


def calls_words(cost: Cost) -> str:
    """Return how many calls a run takes, and how many of them one after the other."""
    chain = f", {cost.chain:,} of them one after the other" if cost.calls > 1 else ""
    return f"{'about ' if cost.calls else ''}{number_of(cost.calls, 'call')}{chain}"


def time_words(estimate: Estimate) -> str:
    """Return how long a run takes in words; empty where no model is configured."""
    if estimate.seconds is None:
        return ""
    least, most = map(duration_words, estimate.seconds)
    if estimate.speed:
        return f"about {most}, at the speed of earlier runs ({estimate.speed:.0f} tokens a second)"
    return f"{least} to {most}: this model's speed is not known yet"


def duration_words(seconds: float) -> str:
    """Return a time in words: ``40 s``, ``12 min``, ``1 h 20 min``."""
    if seconds < _SECONDS_SHOWN:
        return f"{seconds:.0f} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def usage_lines(usage: Usage, currency: str) -> Iterator[str]:
    """Yield lines on what a run has used, in all and step by step."""
    yield f"used: {usage_words(usage, currency)}"
    for step in usage.steps:
        again = f" ({step.repeated} of them again)" if step.repeated else ""
        kept = f", {number_of(step.memo_hits, 'answer')} kept" if step.memo_hits else ""
        tokens = f", {step.input_tokens:,} tokens sent and {step.output_tokens:,} received"
        calls = f"{number_of(step.calls, 'call')}{again}{kept}"
        yield f"  {step.step}: {calls}{'' if usage.untold else tokens}"


def usage_words(usage: Usage, currency: str) -> str:
    """Return the usage of a run in words."""
    money = f", {usage.money:.2f} {currency}" if usage.money else ""
    tokens = f"{usage.input_tokens:,} tokens sent and {usage.output_tokens:,} received{money}"
    if usage.untold:
        tokens = "the number of tokens is unknown: the editor does not report it"
    kept = f"{number_of(usage.memo_hits, 'answer')} reused"
    return f"{number_of(usage.calls, 'call')}, {kept}, {tokens}"
