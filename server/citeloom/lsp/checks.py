"""Check the open projects, once for each state of a project."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citeloom.actions.checking.check import CheckResult
    from citeloom.actions.context import Context, Opened
    from citeloom.actions.papers.paper_reader import PaperReader
    from citeloom.lsp.papers import Papers


class Checks:
    """The last check of each project; checks run in threads."""

    def __init__(self) -> None:
        self._checks: dict[Path, tuple[Opened, bool, asyncio.Future[CheckResult]]] = {}

    async def of(
        self, opened: "Opened", context: "Context", papers: "Papers", *, claims: bool = False
    ) -> "CheckResult":
        """Return the check of a project, made now unless nothing has changed since the last.

        ``claims``: also of what sentences say of the papers that they cite.
        """
        root = opened.project.root
        last = self._checks.get(root)
        if last is None or last[0] is not opened or last[1] is not claims or last[2].cancelled():
            reader = papers.of_project(opened.project, context)
            work = asyncio.to_thread(_check, opened, context, reader, claims)
            last = self._checks[root] = (opened, claims, asyncio.ensure_future(work))
        return await asyncio.shield(last[2])

    def forget(self) -> None:
        """Forget all checks, because more is known of papers."""
        self._checks.clear()


def _check(
    opened: "Opened", context: "Context", reader: "PaperReader", claims: bool
) -> "CheckResult":
    """Check a project; then write what makes the next start of the server faster."""
    from citeloom.actions.checking.check import check_project

    checked = check_project(opened, context, reader, every_place=True, claims=claims)
    context.write_indexes()
    return checked
