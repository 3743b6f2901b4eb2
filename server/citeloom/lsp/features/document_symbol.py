"""Document symbols: the entries of a .bib file."""

import asyncio

from lsprotocol import types

from citeloom.actions.keys.outline import outline
from citeloom.draft.document import Bibliography
from citeloom.lsp.connection.shown import WrittenResult, shown
from citeloom.lsp.snapshot import Snapshot
from citeloom_latex.spans import Span


async def answer(snapshot: Snapshot, _: types.DocumentSymbolParams) -> object:
    """Return the entries; for another file nothing."""
    if not isinstance(snapshot.source, Bibliography):
        return None
    # A large file takes a while, and editors ask after each pause.
    return await asyncio.to_thread(_entries, snapshot, snapshot.source)


def _entries(snapshot: Snapshot, bib: Bibliography) -> object:
    # For 70,000 entries the protocol's own values would take longer than all else, and hold up
    # other answers while they are written.
    return WrittenResult(
        [
            {
                "name": shown(entry.key),
                "kind": types.SymbolKind.Class.value,
                "range": _range(snapshot, bib, entry.span),
                "selectionRange": _range(snapshot, bib, entry.key_span),
                "detail": shown(entry.title),
            }
            for entry in outline(bib)
        ]
    )


def _range(snapshot: Snapshot, bib: Bibliography, span: Span) -> dict[str, object]:
    lines, unit = bib.lines, snapshot.unit
    (line, column), (end_line, end_column) = (
        lines.position(span.start, unit),
        lines.position(span.end, unit),
    )
    return {
        "start": {"line": line, "character": column},
        "end": {"line": end_line, "character": end_column},
    }
