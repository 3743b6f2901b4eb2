"""Workspace symbols: entries of the open projects by key, title, authors or year."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.keys.outline import search_entries

if TYPE_CHECKING:
    from citeloom.lsp.snapshot import Snapshot

MOST = 100


def answer(
    snapshots: "Sequence[Snapshot]", params: types.WorkspaceSymbolParams
) -> list[types.SymbolInformation]:
    """Return the first entries that fit."""
    seen: dict[tuple[str, int], types.SymbolInformation] = {}
    for snapshot in snapshots:
        for entry in search_entries(snapshot.project, params.query, MOST - len(seen)):
            place = snapshot.location(entry.source, entry.key_span)
            name = f"{entry.key}: {entry.title}" if entry.title else entry.key
            # Clients filter by what they are given: who searches for an author needs the name.
            kind = types.SymbolKind.Class
            symbol = types.SymbolInformation(place, name, kind, container_name=entry.people or None)
            seen.setdefault((place.uri, entry.span.start), symbol)
    return list(seen.values())
