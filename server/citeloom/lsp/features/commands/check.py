"""``citeloom.check``: all problems of a project, as a list."""

import asyncio
from typing import TYPE_CHECKING

from citeloom.actions.checking.check import check_project
from citeloom.actions.papers.paper_reader import PaperReader
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import snapshot_for

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.snapshot import Snapshot


def run(parts: "Parts", arguments: Arguments) -> object:
    """Check the project; the answer has its problems."""
    snapshot = snapshot_for(parts.session, arguments)
    return _check(snapshot, snapshot.paper_reader)


async def _check(snapshot: "Snapshot", papers: PaperReader) -> object:
    checked = await asyncio.to_thread(check_project, snapshot.opened, snapshot.context, papers)
    return {
        "files": checked.files,
        "cited": checked.cited,
        "entries": checked.entries,
        "problems": [
            {
                "severity": problem.severity.value,
                "rule": problem.rule,
                "message": problem.message,
                "advice": problem.advice,
                "uri": snapshot.uri(problem.place.file) if problem.place else None,
                "line": problem.place.line if problem.place else None,
            }
            for problem in checked.problems
        ],
    }
