"""Document symbols: the entries of a .bib file."""

from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.keys.outline import outline
from citeloom.draft.document import Bibliography

if TYPE_CHECKING:
    from citeloom.lsp.snapshot import Snapshot


def answer(snapshot: "Snapshot", _: types.DocumentSymbolParams) -> list[object] | None:
    """Return the entries; nothing for a .tex file, whose outline is for others to give."""
    if not isinstance(snapshot.source, Bibliography):
        return None
    tree = snapshot.client.can("text_document.document_symbol.hierarchical_document_symbol_support")
    found: list[object] = []
    for entry in outline(snapshot.source):
        if tree:
            whole, key = snapshot.range(entry.span), snapshot.range(entry.key_span)
            kind, detail = types.SymbolKind.Class, entry.title
            found.append(types.DocumentSymbol(entry.key, kind, whole, key, detail=detail))
        else:
            place = snapshot.location(entry.source, entry.span)
            found.append(types.SymbolInformation(place, entry.key, types.SymbolKind.Class))
    return found
