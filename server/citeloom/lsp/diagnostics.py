"""What ``check`` finds, as diagnostics of the files of a project."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.problem import Problem
from citeloom_latex.spans import Span

if TYPE_CHECKING:
    from citeloom.actions.writing.waiting import WaitingText
    from citeloom.lsp.snapshot import Snapshot

SHARED_RULES = frozenset(
    {"undefined-key", "duplicate-key", "unused-key", "broken-entry", "missing-bib"}
)
"""Rules of which other LaTeX servers tell too."""

_QUIET = frozenset({"no-abstract", "unused-key"})
"""Rules that many an entry of a .bib breaks: marked there, and in no list of problems."""

_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "note": types.DiagnosticSeverity.Information,
    "hint": types.DiagnosticSeverity.Hint,
}


async def diagnostics_of(
    snapshot: "Snapshot", waiting: Sequence["WaitingText"] = ()
) -> dict[Path, list[types.Diagnostic]]:
    """Return the diagnostics of a project, file by file, and those of its open outlines."""
    if not snapshot.settings.diagnostics:
        return {}
    checked = await snapshot.checks.result(
        snapshot.opened,
        snapshot.context,
        snapshot.papers,
        claims=snapshot.settings.claims == "always",
    )
    # A large .bib has thousands: beside the messages, which are not to wait for it.
    found = await asyncio.to_thread(_diagnostics, snapshot, checked.problems)
    if any(path.suffix.lower() == ".outline" for path in snapshot.buffers):
        found |= await asyncio.to_thread(_outline_diagnostics, snapshot, waiting)
    return found


def _diagnostics(
    snapshot: "Snapshot", problems: Sequence[Problem]
) -> dict[Path, list[types.Diagnostic]]:
    settings = snapshot.settings
    found: dict[Path, list[types.Diagnostic]] = {}
    for problem in problems:
        own = "hint" if problem.rule in _QUIET else problem.severity.value
        severity = settings.rules.get(problem.rule, own)
        off = problem.rule in SHARED_RULES and not settings.shared_features
        if problem.place is None or severity == "off" or off:
            continue
        diagnostic = _diagnostic(problem, snapshot.range_of(problem.place), severity)
        found.setdefault(problem.place.file, []).append(diagnostic)
    return found


def _outline_diagnostics(
    snapshot: "Snapshot", waiting: Sequence["WaitingText"]
) -> dict[Path, list[types.Diagnostic]]:
    """Return the diagnostics of each open outline that names the root of this project."""
    from citeloom.actions.writing.outline.files import is_outline_of, outline_problems
    from citeloom.actions.writing.outline.request import OutlineText
    from citeloom.draft.document import Source

    found: dict[Path, list[types.Diagnostic]] = {}
    for path, buffer in snapshot.buffers.items():
        if not is_outline_of(path, snapshot.opened, snapshot.context):
            continue
        source = Source(path, buffer.content, "utf-8")
        own = found.setdefault(path, [])
        outline = OutlineText(source.text, path)
        for problem in outline_problems(outline, snapshot.opened, waiting):
            severity = snapshot.settings.rules.get(problem.rule, problem.severity.value)
            if severity != "off" and problem.place is not None:
                span = problem.place.span or Span(0, len(source.line(0).rstrip("\r\n")))
                own.append(_diagnostic(problem, snapshot.range(span, source), severity))
    return found


def _diagnostic(problem: Problem, at: types.Range, severity: str) -> types.Diagnostic:
    advice = f" ({problem.advice})" if problem.advice else ""
    return types.Diagnostic(
        at,
        f"{problem.message}{advice}",
        severity=_SEVERITIES[severity],
        code=problem.rule,
        source="citeloom",
        tags=[types.DiagnosticTag.Unnecessary] if problem.rule == "unused-key" else None,
    )
