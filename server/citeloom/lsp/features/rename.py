"""Rename a citation key in every .tex and .bib file of the project."""

from lsprotocol import types

from citeloom.actions.keys.places import key_at, rename_edits
from citeloom.lsp.snapshot import Snapshot
from citeloom.problem import InputError


def answer(snapshot: Snapshot, params: types.RenameParams) -> types.WorkspaceEdit:
    key = key_at(snapshot.source, snapshot.offset(params.position))
    if key is None:
        raise InputError("there is no citation key here")
    return snapshot.workspace_edit(rename_edits(snapshot.project, key.key, params.new_name))
