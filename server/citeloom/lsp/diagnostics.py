"""What ``check`` finds, as diagnostics of the files of a project."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.problem import Problem

if TYPE_CHECKING:
    from citeloom.lsp.snapshot import Snapshot

SHARED_RULES = frozenset(
    {"undefined-key", "duplicate-key", "unused-key", "broken-entry", "missing-bib"}
)
"""Rules of which other LaTeX servers tell too."""

_HINTS = frozenset({"unused-key"})
_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "note": types.DiagnosticSeverity.Information,
    "hint": types.DiagnosticSeverity.Hint,
}


async def diagnostics_of(snapshot: "Snapshot") -> dict[Path, list[types.Diagnostic]]:
    """Return the diagnostics of a project, file by file."""
    if not snapshot.settings.diagnostics:
        return {}
    checked = await snapshot.checks.of(snapshot.opened, snapshot.context, snapshot.papers)
    # A large .bib has thousands: beside the messages, which are not to wait for it.
    return await asyncio.to_thread(_diagnostics, snapshot, checked.problems)


def _diagnostics(
    snapshot: "Snapshot", problems: Sequence[Problem]
) -> dict[Path, list[types.Diagnostic]]:
    settings = snapshot.settings
    found: dict[Path, list[types.Diagnostic]] = {}
    for problem in problems:
        own = "hint" if problem.rule in _HINTS else problem.severity.value
        severity = settings.rules.get(problem.rule, own)
        off = problem.rule in SHARED_RULES and not settings.shared_features
        if problem.place is None or severity == "off" or off:
            continue
        diagnostic = _diagnostic(snapshot, problem, severity)
        found.setdefault(problem.place.file, []).append(diagnostic)
    return found


def _diagnostic(snapshot: "Snapshot", problem: Problem, severity: str) -> types.Diagnostic:
    assert problem.place is not None
    advice = f" ({problem.advice})" if problem.advice else ""
    return types.Diagnostic(
        snapshot.range_of(problem.place),
        f"{problem.message}{advice}",
        severity=_SEVERITIES[severity],
        code=problem.rule,
        source="citeloom",
        tags=[types.DiagnosticTag.Unnecessary] if problem.rule == "unused-key" else None,
    )
