"""Pulled diagnostics of one document."""

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from citeloom.lsp.server import Server
    from citeloom.lsp.snapshot import Snapshot


def answer(server: "Server", params: types.DocumentDiagnosticParams) -> object:
    """Return what ``check`` finds in the document."""
    return _found(server, server.session.snapshot(params.text_document.uri))


async def _found(
    server: "Server", snapshot: "Snapshot"
) -> types.RelatedFullDocumentDiagnosticReport:
    items = await server.diagnosing.of(snapshot, snapshot.path)
    return types.RelatedFullDocumentDiagnosticReport(items)
