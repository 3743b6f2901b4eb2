"""Pulled diagnostics of one document."""

from lsprotocol import types

from citeloom.lsp.diagnostics import diagnostics_of
from citeloom.lsp.job_state import JobState
from citeloom.lsp.snapshot import Snapshot


async def answer(
    snapshot: Snapshot, _: types.DocumentDiagnosticParams, work: JobState
) -> types.RelatedFullDocumentDiagnosticReport:
    """Return what ``check`` finds in the document, or what is wrong with an outline."""
    found = await diagnostics_of(snapshot, work.texts)
    return types.RelatedFullDocumentDiagnosticReport(found.get(snapshot.path, []))
