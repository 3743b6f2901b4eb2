"""Requests about a citation key: where it is defined, cited and named, and another name for it."""

from lsprotocol import types

from citeloom.actions.keys.places import (
    citations,
    definitions,
    key_at,
    mentions_in_entries,
    rename_edits,
)
from citeloom.lsp.snapshot import Snapshot
from citeloom.problem import InputError


def definition(snapshot: Snapshot, params: types.DefinitionParams) -> list[types.Location] | None:
    """Return the entry or the ``bibitem`` of the key at a place."""
    key = key_at(snapshot.source, snapshot.offset(params.position))
    if key is None:
        return None
    found = definitions(snapshot.project, key.key)
    return [snapshot.location(place.source, place.span) for place in found]


def references(snapshot: Snapshot, params: types.ReferenceParams) -> list[types.Location] | None:
    """Return where the key at a place is cited, or named by another entry.

    Where the client wants that, also where it is defined.
    """
    key = key_at(snapshot.source, snapshot.offset(params.position))
    if key is None:
        return None
    project = snapshot.project
    found = definitions(project, key.key) if params.context.include_declaration else ()
    others = (*citations(project, key.key), *mentions_in_entries(project, key.key))
    return [snapshot.location(place.source, place.span) for place in (*found, *others)]


def prepare_rename(snapshot: Snapshot, params: types.PrepareRenameParams) -> types.Range | None:
    """Return the range of the key at a place, or None where there is none to rename."""
    key = key_at(snapshot.source, snapshot.offset(params.position))
    return snapshot.range(key.span) if key is not None and key.written else None


def rename(snapshot: Snapshot, params: types.RenameParams) -> types.WorkspaceEdit:
    """Rename the key at a place in every .tex and .bib file of the project."""
    key = key_at(snapshot.source, snapshot.offset(params.position))
    if key is None:
        raise InputError("there is no citation key here")
    return snapshot.workspace_edit(rename_edits(snapshot.project, key.key, params.new_name))
