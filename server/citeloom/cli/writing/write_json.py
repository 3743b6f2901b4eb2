"""The JSON that ``citeloom write --json`` prints."""

import json
from dataclasses import asdict
from typing import Any

from citeloom.actions.checking.claims.written_scores import scores_json, scores_of_versions
from citeloom.actions.writing.graphs import (
    graph_json,
    metrics_json,
    result_graphs,
    text_metrics,
)
from citeloom.actions.writing.paragraphs_json import paragraphs_json
from citeloom.actions.writing.write import Written

FORMAT_VERSION = 1


def _new_entries(written: Written) -> list[dict[str, str]]:
    new = written.plan.new
    texts = new.texts if new else {}
    return [{"key": key, "bibtex": text} for key, text in texts.items()]


def written_json(written: Written, *, trace: bool = False) -> str:
    """Return what was written as one JSON object; its format is in docs/json.md."""
    result, key_of = written.result, written.plan.key_of
    scores, *of_others = scores_of_versions(written)
    answer: dict[str, Any] = {
        "version": FORMAT_VERSION,
        "latex": written.rendered.latex,
        "method": written.plan.method.name,
        "seed": written.plan.task.seed,
        "paragraphs": paragraphs_json(written.rendered),
        "metrics": {**metrics_json(text_metrics(written.rendered)), **scores_json(scores)},
        "new_entries": _new_entries(written),
        "from_titles": written.basis.is_titles_alone,
        "in_own_text": list(written.plan.in_own_text),
        "uncited": [key_of[paper] for paper in result.uncited],
        "without_abstract": [key_of[paper] for paper in result.without_abstract],
        "warnings": [*map(str, written.plan.problems), *result.warnings],
        "alternatives": [
            {
                "latex": rendered.latex,
                "paragraphs": paragraphs_json(rendered),
                "metrics": {**metrics_json(text_metrics(rendered)), **scores_json(of_version)},
            }
            for rendered, of_version in zip(written.alternatives, of_others, strict=True)
        ],
        "usage": asdict(result.usage),
    }
    if trace:
        answer["trace"] = dict(result.trace)
        graphs = result_graphs(result, written.plan.task.references)
        answer["graphs"] = [graph_json(graph, key_of) for graph in graphs]
    return json.dumps(answer, ensure_ascii=False, indent=2)
