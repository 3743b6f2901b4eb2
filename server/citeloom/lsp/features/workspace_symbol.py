"""Workspace symbols: entries of the open projects by key, title, authors or year."""

import asyncio
from collections.abc import Sequence

from lsprotocol import types

from citeloom.actions.keys.outline import is_searchable, make_searchable, search_entries
from citeloom.lsp.snapshot import Snapshot

MOST = 100


def answer(snapshots: Sequence[Snapshot], params: types.WorkspaceSymbolParams) -> object:
    """Return the first entries that fit."""
    if all(is_searchable(snapshot.project) for snapshot in snapshots):
        return _found(snapshots, params)
    return _found_when_searchable(snapshots, params)


async def _found_when_searchable(
    snapshots: Sequence[Snapshot], params: types.WorkspaceSymbolParams
) -> list[types.SymbolInformation]:
    # A large .bib takes long to index; other requests are answered meanwhile.
    for snapshot in snapshots:
        await asyncio.to_thread(make_searchable, snapshot.project)
    return _found(snapshots, params)


def _found(
    snapshots: Sequence[Snapshot], params: types.WorkspaceSymbolParams
) -> list[types.SymbolInformation]:
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
