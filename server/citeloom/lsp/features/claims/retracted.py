"""The quick fixes of a citation of a retracted paper."""

import asyncio
from collections.abc import AsyncIterator

from citeloom.lsp.features.actions import Action, Asked


async def retraction_actions(asked: Asked) -> AsyncIterator[Action]:
    """Yield what mends the citations of retracted papers that an editor asks fixes for."""
    snapshot, told = asked.snapshot, asked.told("retracted")
    if not told or snapshot.path not in snapshot.project.documents:
        return
    from citeloom.actions.checking.retraction_fixes import retraction_fixes

    for diagnostic in told:
        fixes = await asyncio.to_thread(
            retraction_fixes,
            snapshot.opened,
            snapshot.context,
            snapshot.paper_reader,
            snapshot.source,
            snapshot.offset(diagnostic.range.start),
        )
        for fix in fixes:
            yield Action(fix.title, edits={snapshot.path: (fix.edit,)}, mends=[diagnostic])
