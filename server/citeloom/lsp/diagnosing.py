"""What ``check`` finds, shown in the editor: sent where the client does not ask for it itself."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.lsp.background import Background
from citeloom.lsp.editor import Editor
from citeloom.lsp.session import Session
from citeloom.problem import InputError, Problem

if TYPE_CHECKING:
    from citeloom.actions.checking.check import Checked
    from citeloom.actions.context import Opened
    from citeloom.lsp.snapshot import Snapshot

SECONDS_OF_QUIET = 0.3
"""How long the author pauses before a draft is checked."""

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


class Diagnosing:
    """Checks projects in the background, one check for each state of a project."""

    def __init__(self, editor: Editor, session: Session, background: Background) -> None:
        self._editor = editor
        self._session = session
        self._background = background
        self._checks: dict[Path, tuple[Opened, asyncio.Task[Checked]]] = {}
        self._waiting: asyncio.Future[None] | None = None
        self._changed: set[Path] = set()
        self._published: dict[Path, dict[Path, tuple[str, list[types.Diagnostic]]]] = {}

    def begin(self) -> None:
        """Follow the documents from now on, if the client does not ask itself."""
        if not self._session.client.pulls:
            self._session.listeners.append(self.changed)

    def changed(self, path: Path) -> None:
        """Note that a document has changed; it is checked when the author pauses."""
        self._changed.add(path)
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = self._background.run(self._when_quiet())

    def all_changed(self) -> None:
        """Check everything again that is pushed: the settings are others."""
        if not self._session.client.pulls:
            for path in self._session.buffers:
                self.changed(path)

    def papers_changed(self) -> None:
        """Check everything again: more is known of papers."""
        self._checks.clear()
        self.all_changed()

    async def of(self, snapshot: "Snapshot", path: Path) -> list[types.Diagnostic]:
        """Return the diagnostics of one file."""
        found = await self._found(snapshot)
        return found.get(path, [])

    async def _when_quiet(self) -> None:
        await asyncio.sleep(SECONDS_OF_QUIET)
        done: set[Path] = set()
        for path in sorted(self._changed):
            # A file that is gone may be missed by any project that something was said of.
            if not await self._shown(path, done):
                for root in [one for one in self._published if one not in done]:
                    await self._shown(root, done)
            self._changed.discard(path)

    async def _shown(self, path: Path, done: set[Path]) -> bool:
        """Show what is wrong with a file's project, unless that is ``done``.

        Tell whether it can be read; if not, what was said of it is withdrawn.
        """
        try:
            snapshot = self._session.snapshot_of(path)
        except InputError:
            self._publish(path, {})
            return False
        root = snapshot.project.root
        if root not in done:
            done.add(root)
            found = await self._found(snapshot)
            self._publish(root, {snapshot.uri(file): ds for file, ds in found.items()})
        return True

    async def _found(self, snapshot: "Snapshot") -> dict[Path, list[types.Diagnostic]]:
        if not snapshot.settings.diagnostics:
            return {}
        problems = (await self._check(snapshot)).problems
        # A large .bib has thousands: beside the messages, which are not to wait for it.
        return await asyncio.to_thread(_diagnostics, snapshot, problems)

    async def _check(self, snapshot: "Snapshot") -> "Checked":
        from citeloom.actions.checking.check import check_project

        root, opened = snapshot.project.root, snapshot.opened
        known = self._checks.get(root)
        if known is None or known[0] is not opened or known[1].cancelled():
            papers = self._session.papers.of_project(snapshot)
            work = asyncio.to_thread(
                check_project, opened, snapshot.context, papers, every_place=True
            )
            known = self._checks[root] = (opened, asyncio.ensure_future(work))
        return await asyncio.shield(known[1])

    def _publish(self, root: Path, found: dict[str, list[types.Diagnostic]]) -> None:
        """Send what was found; again only for documents that changed, which a client may clear."""
        before = self._published.get(root, {})
        now = {self._session.path(uri): (uri, items) for uri, items in found.items() if items}
        for path, (uri, _) in {**before, **now}.items():
            if path in self._changed or before.get(path) != now.get(path):
                items = now[path][1] if path in now else []
                self._editor.publish(uri, items)
        self._published[root] = now


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
