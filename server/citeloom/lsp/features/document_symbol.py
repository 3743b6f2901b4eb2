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
    for one in outline(snapshot.source):
        if tree:
            whole, key = snapshot.range(one.span), snapshot.range(one.key_span)
            found.append(
                types.DocumentSymbol(one.key, types.SymbolKind.Class, whole, key, detail=one.title)
            )
        else:
            place = snapshot.location(one.source, one.span)
            found.append(types.SymbolInformation(place, one.key, types.SymbolKind.Class))
    return found
