"""References: where a key is cited, or named by another entry."""

from lsprotocol import types

from citeloom.actions.keys.places import citations, definitions, key_at, mentions_in_entries
from citeloom.lsp.snapshot import Snapshot


def answer(snapshot: Snapshot, params: types.ReferenceParams) -> list[types.Location] | None:
    """Return where the key at a place is cited, and defined where the client wants that too."""
    key = key_at(snapshot.source, snapshot.offset(params.position))
    if key is None:
        return None
    project = snapshot.project
    found = definitions(project, key.key) if params.context.include_declaration else ()
    others = (*citations(project, key.key), *mentions_in_entries(project, key.key))
    return [snapshot.location(place.source, place.span) for place in (*found, *others)]
