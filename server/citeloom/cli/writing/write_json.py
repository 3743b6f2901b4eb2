"""The JSON that ``citeloom write --json`` prints."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from citeloom.actions.checking.claims.written_check import CheckedVersion
from citeloom.actions.checking.claims.written_scores import scores_json
from citeloom.actions.writing.graphs import graph_json, result_graphs
from citeloom.actions.writing.paragraphs_json import paragraphs_json
from citeloom.actions.writing.write import Written

FORMAT_VERSION = 1


def _new_entries(written: Written) -> list[dict[str, str]]:
    new = written.plan.new
    texts = new.texts if new else {}
    return [{"key": key, "bibtex": text} for key, text in texts.items()]


def written_json(
    written: Written, checked: Sequence[CheckedVersion], *, trace: bool = False
) -> str:
    """Return what was written as one JSON object; its format is in docs/json.md.

    ``checked`` are its versions as they were checked.
    """
    result, key_of = written.result, written.plan.key_of
    first, *others = checked
    answer: dict[str, Any] = {
        "version": FORMAT_VERSION,
        "latex": written.rendered.latex,
        "method": written.plan.method.name,
        "seed": written.plan.task.seed,
        "paragraphs": paragraphs_json(written.rendered, first.doubtful),
        "metrics": scores_json(first.scores),
        "new_entries": _new_entries(written),
        "from_titles": written.basis.is_titles_alone,
        "in_own_text": list(written.plan.in_own_text),
        "uncited": [key_of[paper] for paper in result.uncited],
        "without_abstract": [key_of[paper] for paper in result.without_abstract],
        "warnings": [*map(str, written.plan.problems), *result.warnings],
        "alternatives": [
            {
                "latex": rendered.latex,
                "paragraphs": paragraphs_json(rendered, version.doubtful),
                "metrics": scores_json(version.scores),
            }
            for rendered, version in zip(written.alternatives, others, strict=True)
        ],
        "usage": asdict(result.usage),
    }
    if trace:
        answer["trace"] = dict(result.trace)
        graphs = result_graphs(result, written.plan.task.references)
        answer["graphs"] = [graph_json(graph, key_of) for graph in graphs]
    return json.dumps(answer, ensure_ascii=False, indent=2)
