"""Problems in the form that code hosts show beside the lines of a pull request (SARIF 2.1.0)."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from citeloom import __version__
from citeloom.cli.remedies import for_a_terminal
from citeloom.problem import Problem

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(problems: Iterable[Problem], folder: Path) -> dict[str, Any]:
    """Return problems as a SARIF log; files below the folder are named from there."""
    results = [_result(for_a_terminal(problem), folder) for problem in problems]
    rules = [{"id": rule} for rule in sorted({str(result["ruleId"]) for result in results})]
    driver = {"name": "citeloom", "version": __version__, "rules": rules}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(problem: Problem, folder: Path) -> dict[str, Any]:
    lines = [problem.message, problem.advice, *problem.details.splitlines()]
    result: dict[str, Any] = {
        "ruleId": problem.rule,
        "level": problem.severity.value,
        "message": {"text": "\n".join(filter(None, lines))},
    }
    if problem.place is not None:
        file = problem.place.file
        below = file.is_relative_to(folder)
        uri = quote(file.relative_to(folder).as_posix()) if below else file.as_uri()
        place: dict[str, Any] = {"artifactLocation": {"uri": uri}}
        if problem.place.line:
            place["region"] = {"startLine": problem.place.line}
        result["locations"] = [{"physicalLocation": place}]
    return result
