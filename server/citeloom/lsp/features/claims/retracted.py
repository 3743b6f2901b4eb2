"""The quick fixes of a citation of a retracted paper."""

import asyncio

from lsprotocol import types

from citeloom.lsp.features.asked_actions import diagnostics_with
from citeloom.lsp.snapshot import Snapshot


async def retraction_actions(
    snapshot: Snapshot, params: types.CodeActionParams
) -> list[types.CodeAction]:
    """Return what mends the citations of retracted papers that an editor asks fixes for."""
    told = diagnostics_with(params, "retracted")
    if not told or snapshot.path not in snapshot.project.documents:
        return []
    from citeloom.actions.checking.retraction_fixes import retraction_fixes

    found: list[types.CodeAction] = []
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
            edit = snapshot.workspace_edit({snapshot.path: (fix.edit,)})
            kind = types.CodeActionKind.QuickFix
            found.append(
                types.CodeAction(fix.title, kind=kind, diagnostics=[diagnostic], edit=edit)
            )
    return found
