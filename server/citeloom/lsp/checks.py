"""Check the open projects, once for each state of a project."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citeloom.actions.checking.check import CheckResult
    from citeloom.actions.context import Context, Opened
    from citeloom.lsp.papers import Papers


class Checks:
    """The last check of each project; checks run in threads."""

    def __init__(self) -> None:
        self._checks: dict[Path, tuple[Opened, asyncio.Future[CheckResult]]] = {}

    async def of(self, opened: "Opened", context: "Context", papers: "Papers") -> "CheckResult":
        """Return the check of a project, made now unless nothing has changed since the last."""
        from citeloom.actions.checking.check import check_project

        root = opened.project.root
        last = self._checks.get(root)
        if last is None or last[0] is not opened or last[1].cancelled():
            reader = papers.of_project(opened.project, context)
            work = asyncio.to_thread(check_project, opened, context, reader, every_place=True)
            last = self._checks[root] = (opened, asyncio.ensure_future(work))
        return await asyncio.shield(last[1])

    def forget(self) -> None:
        """Forget all checks, because more is known of papers."""
        self._checks.clear()
