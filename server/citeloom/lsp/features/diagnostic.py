"""Pulled diagnostics of one document."""

from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.lsp.diagnostics import diagnostics_of

if TYPE_CHECKING:
    from citeloom.lsp.snapshot import Snapshot


async def answer(
    snapshot: "Snapshot", _: types.DocumentDiagnosticParams
) -> types.RelatedFullDocumentDiagnosticReport:
    """Return what ``check`` finds in the document."""
    found = await diagnostics_of(snapshot)
    return types.RelatedFullDocumentDiagnosticReport(found.get(snapshot.path, []))
