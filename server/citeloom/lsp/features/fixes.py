"""Quick fixes: take the nearest key, remove a duplicate entry, choose another root."""

from collections.abc import Iterator

from lsprotocol import types

from citeloom.actions.checking.chosen_root import other_roots
from citeloom.actions.context import root_choice
from citeloom.actions.keys.duplicates import duplicate_at
from citeloom.actions.keys.places import key_at
from citeloom.actions.keys.undefined import nearest
from citeloom.lsp.features.asked_actions import diagnostics_with
from citeloom.lsp.snapshot import Snapshot
from citeloom_latex.edit import Edit

MOST_KEYS = 3


def fixes(
    snapshot: Snapshot, offset: int, params: types.CodeActionParams
) -> Iterator[types.CodeAction]:
    """Yield the quick fixes at a place."""
    if snapshot.settings.shared_features:
        yield from _nearest_keys(snapshot, offset, params)
        yield from _duplicate(snapshot, offset, params)
    if params.range.start.line == 0 and snapshot.path.suffix.lower() == ".tex":
        yield from _roots(snapshot, params)


def _roots(snapshot: Snapshot, params: types.CodeActionParams) -> Iterator[types.CodeAction]:
    """Yield the other roots of the document, on its first line, where a comment chooses one."""
    choice = root_choice(snapshot.path, snapshot.context)
    for other in other_roots(snapshot.path, choice, snapshot.source.text):
        yield _fix(snapshot, params, "", other.title, other.edit, preferred=False)


def _nearest_keys(
    snapshot: Snapshot, offset: int, params: types.CodeActionParams
) -> Iterator[types.CodeAction]:
    key, project = key_at(snapshot.source, offset), snapshot.project
    if key is None or not key.written or project.entry(key.key) is not None:
        return
    if key.key in project.bibitem_keys:
        return
    near = nearest(key.key, list(project.entry_of))[:MOST_KEYS]
    for nearest_key in near:
        edit, title = Edit(key.span, nearest_key), f"Cite '{nearest_key}' instead"
        yield _fix(snapshot, params, "undefined-key", title, edit, preferred=len(near) == 1)


def _duplicate(
    snapshot: Snapshot, offset: int, params: types.CodeActionParams
) -> Iterator[types.CodeAction]:
    found = duplicate_at(snapshot.project, snapshot.source, offset)
    if found is None:
        return
    other = found.other
    where = f"line {other.line}" if other.file == snapshot.path else f"{other.file.name}"
    what = "says the same" if found.same else "has other fields" if found.counts else "counts"
    title = f"Remove this entry '{found.key}' (the one in {where} {what})"
    preferred = found.same or not found.counts
    yield _fix(snapshot, params, "duplicate-key", title, found.removal, preferred=preferred)


def _fix(
    snapshot: Snapshot,
    params: types.CodeActionParams,
    rule: str,
    title: str,
    edit: Edit,
    *,
    preferred: bool,
) -> types.CodeAction:
    return types.CodeAction(
        title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=diagnostics_with(params, rule),
        is_preferred=preferred,
        edit=snapshot.workspace_edit({snapshot.path: (edit,)}),
    )
