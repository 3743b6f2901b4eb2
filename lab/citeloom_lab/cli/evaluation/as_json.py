"""An evaluation as JSON: the means, and every example's own scores."""

import json
from dataclasses import asdict
from typing import Any

from citeloom import __version__
from citeloom_lab.evaluating.evaluate import Evaluation
from citeloom_lab.evaluation.comparison import MethodScores, SetComparison
from citeloom_lab.evaluation.judging.comparison import Judgement, judged_sets
from citeloom_lab.evaluation.metrics import NAMES
from citeloom_lab.evaluation.resampling import Interval


def evaluation_json(evaluation: Evaluation) -> str:
    """Return an evaluation as a JSON object; docs/evaluation.md describes it."""
    request = evaluation.plan.request
    value = {
        "version": __version__,
        "rouge": {
            "library": evaluation.rouge,
            "stemming": request.stemming,
            "cut": request.cut,
        },
        "bertscore": evaluation.bertscore,
        "words": request.words,
        "seed": request.seed,
        "parameters": {
            method.name: method.parameters.model_dump(mode="json")
            for method in evaluation.plan.methods
        },
        "sets": [_set(comparison) for comparison in evaluation.comparisons],
        "judged": [_judged(each, evaluation) for each in evaluation.judgements],
    }
    return json.dumps(value, indent=1, ensure_ascii=False)


def _set(comparison: SetComparison) -> dict[str, Any]:
    return {
        "name": comparison.name,
        "examples": comparison.examples,
        "papers": comparison.papers,
        "methods": [_method(row, comparison) for row in comparison.rows],
    }


def _method(row: MethodScores, comparison: SetComparison) -> dict[str, Any]:
    usage = asdict(row.usage)
    del usage["steps"]
    return {
        "method": row.method,
        "failed": row.failed,
        "refused": row.faulty,
        "means": {name: _interval(found) for name, found in row.means.items()},
        "differences": {name: _interval(found) for name, found in row.differences.items()},
        "by_references": [
            {"references": name, "examples": count, "rouge1": _interval(found)}
            for (name, count), found in zip(comparison.bands, row.by_references, strict=True)
        ],
        "models": list(row.models),
        "usage": usage,
        "examples": [
            {
                "id": each.example,
                "paper": each.paper,
                "references": each.references,
                **dict(zip(NAMES, each.scores.values, strict=True)),
                "failure": each.text.failure,
                "refused": each.text.fault,
                "warnings": list(each.text.warnings),
            }
            for each in row.examples
        ],
    }


def _judged(judgement: Judgement, evaluation: Evaluation) -> dict[str, Any]:
    usage = asdict(judgement.usage)
    del usage["steps"]
    return {
        "judge": judgement.judge.name,
        "model": judgement.model,
        "usage": usage,
        "sets": [
            {
                "name": judged.name,
                "methods": [
                    {
                        "method": row.method,
                        "judged": row.judged,
                        "means": {name: _interval(found) for name, found in row.means.items()},
                        "differences": {
                            name: _interval(found) for name, found in row.differences.items()
                        },
                    }
                    for row in judged.rows
                ],
            }
            for judged in judged_sets(judgement, evaluation.plan.sets)
        ],
        "examples": {
            each.name: {
                method: [
                    {"id": example.id, **values}
                    for example, values in zip(each.examples, own, strict=True)
                ]
                for method, own in judgement.values[each.name].items()
            }
            for each in evaluation.plan.sets
        },
    }


def _interval(found: Interval | None) -> dict[str, float] | None:
    return None if found is None else asdict(found)
