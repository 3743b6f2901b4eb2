"""What an evaluation would do, in lines for a terminal, before anything is sent."""

from collections.abc import Iterator

from citeloom.actions.writing.cost_words import cost_lines, estimate_lines
from citeloom.models.setup import Setup
from citeloom_lab.evaluating.judging import judging_estimate
from citeloom_lab.evaluating.plan import EvaluationPlan, evaluation_estimate


def plan_lines(planned: EvaluationPlan, setup: Setup | None) -> Iterator[str]:
    """Yield lines on the data sets, and on what each method and each judge asks of a model."""
    for each in planned.sets:
        examples, papers = len(each.examples), each.papers
        yield (
            f"{each.name}: {examples} example{'s' * (examples != 1)} of {papers} "
            f"paper{'s' * (papers != 1)}"
        )
    references = sum(len(example.references) for each in planned.sets for example in each.examples)
    for method in planned.methods:
        if not method.uses_model:
            yield f"method: {method.name} (no model, nothing leaves this machine)"
            continue
        yield f"method: {method.name}"
        yield from estimate_lines(evaluation_estimate(planned, method, setup), references)
    for judge in planned.judges:
        yield f"judge: {judge.name} ({judge.source})"
        made = judging_estimate(planned, judge, setup)
        if made.host:
            yield f"model: {made.model} at {made.host}"
            yield (
                "sent there: all texts that are judged, the authors' own, and titles and abstracts "
                f"of the papers and of {references} references"
            )
        else:
            yield "model: none is configured; set one with 'citeloom model set PROVIDER NAME'"
        yield from cost_lines(made)
