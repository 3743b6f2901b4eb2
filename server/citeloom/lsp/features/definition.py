"""Definition: from a citation key to its entry or ``bibitem``."""

from lsprotocol import types

from citeloom.actions.keys.places import definitions, key_at
from citeloom.lsp.snapshot import Snapshot


def answer(snapshot: Snapshot, params: types.DefinitionParams) -> list[types.Location] | None:
    """Return where the key at a place is defined."""
    key = key_at(snapshot.source, snapshot.offset(params.position))
    if key is None:
        return None
    found = definitions(snapshot.project, key.key)
    return [snapshot.location(place.source, place.span) for place in found]
