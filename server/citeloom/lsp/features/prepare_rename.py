"""Prepare rename: whether a citation key stands at a place, and its range."""

from lsprotocol import types

from citeloom.actions.keys.places import key_at
from citeloom.lsp.snapshot import Snapshot


def answer(snapshot: Snapshot, params: types.PrepareRenameParams) -> types.Range | None:
    """Return the range of the key, or None where there is none to rename."""
    key = key_at(snapshot.source, snapshot.offset(params.position))
    return snapshot.range(key.span) if key is not None and key.written else None
