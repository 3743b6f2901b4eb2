"""What ``check`` finds, shown in the editor: sent where the client does not ask for it itself."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.problem import InputError, Problem, Severity

if TYPE_CHECKING:
    from citeloom.actions.check import Checked
    from citeloom.actions.context import Opened
    from citeloom.lsp.server import Server
    from citeloom.lsp.snapshot import Snapshot

SECONDS_OF_QUIET = 0.3
"""How long the author pauses before a draft is checked."""

SHARED_RULES = frozenset({"undefined-key", "duplicate-key", "broken-entry", "missing-bib"})
"""Rules of which other LaTeX servers tell too."""

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}


class Diagnosing:
    """Checks projects in the background, one check for each state of a project."""

    def __init__(self, server: "Server") -> None:
        self._server = server
        self._checks: dict[Path, tuple[Opened, asyncio.Task[Checked]]] = {}
        self._waiting: asyncio.Task[None] | None = None
        self._changed: set[Path] = set()
        self._published: dict[Path, dict[Path, str]] = {}

    def begin(self) -> None:
        """Follow the documents from now on, if the client does not ask itself."""
        if not self._server.session.client.pulls:
            self._server.session.listeners.append(self.changed)

    def changed(self, path: Path) -> None:
        """Note that a document has changed; it is checked when the author pauses."""
        self._changed.add(path)
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = asyncio.ensure_future(self._when_quiet())
        self._server.later(self._waiting)

    def all_changed(self) -> None:
        """Check everything again: the settings are others."""
        for path in self._server.session.buffers:
            if self._server.session.client.pulls:
                self._server.refresh()
                return
            self.changed(path)

    async def of(self, snapshot: "Snapshot", path: Path) -> list[types.Diagnostic]:
        """Return the diagnostics of one file."""
        found = await self._found(snapshot)
        return found.get(path, [])

    async def _when_quiet(self) -> None:
        await asyncio.sleep(SECONDS_OF_QUIET)
        done: set[Path] = set()
        for path in sorted(self._changed):
            try:
                snapshot = self._server.session.snapshot_of(path)
            except InputError:
                self._publish(path, {})
                self._changed.discard(path)
                continue
            root = snapshot.project.root
            if root not in done:
                done.add(root)
                found = await self._found(snapshot)
                self._publish(root, {snapshot.uri(file): ds for file, ds in found.items()})
            self._changed.discard(path)

    async def _found(self, snapshot: "Snapshot") -> dict[Path, list[types.Diagnostic]]:
        settings = snapshot.settings
        found: dict[Path, list[types.Diagnostic]] = {}
        if not settings.diagnostics:
            return found
        for problem in (await self._check(snapshot)).problems:
            severity = settings.rules.get(problem.rule, problem.severity.value)
            off = problem.rule in SHARED_RULES and not settings.shared_features
            if problem.place is None or severity == "off" or off:
                continue
            diagnostic = _diagnostic(snapshot, problem, Severity(severity))
            found.setdefault(problem.place.file, []).append(diagnostic)
        return found

    async def _check(self, snapshot: "Snapshot") -> "Checked":
        from citeloom.actions.check import check_project

        root, opened = snapshot.project.root, snapshot.opened
        known = self._checks.get(root)
        if known is None or known[0] is not opened or known[1].cancelled():
            work = asyncio.to_thread(check_project, opened, snapshot.context, every_place=True)
            known = self._checks[root] = (opened, asyncio.ensure_future(work))
        return await asyncio.shield(known[1])

    def _publish(self, root: Path, found: dict[str, list[types.Diagnostic]]) -> None:
        session = self._server.session
        before = self._published.get(root, {})
        now = {session.path(uri): uri for uri, diagnostics in found.items() if diagnostics}
        for path, uri in {**before, **now}.items():
            self._server.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(uri, found.get(uri, []) if path in now else [])
            )
        self._published[root] = now


def _diagnostic(snapshot: "Snapshot", problem: Problem, severity: Severity) -> types.Diagnostic:
    assert problem.place is not None
    advice = f" ({problem.advice})" if problem.advice else ""
    return types.Diagnostic(
        snapshot.range_of(problem.place),
        f"{problem.message}{advice}",
        severity=_SEVERITIES[severity],
        code=problem.rule,
        source="citeloom",
    )
