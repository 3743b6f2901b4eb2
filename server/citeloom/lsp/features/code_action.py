"""Code actions: write related work, insert or discard it, take the nearest key."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.keys import nearest
from citeloom.actions.places import key_at
from citeloom.actions.section import SectionAt, section_at
from citeloom.lsp.routes import RELATED_WORK_KIND
from citeloom_latex.edit import Edit

if TYPE_CHECKING:
    from citeloom.lsp.server import Server
    from citeloom.lsp.snapshot import Snapshot

MOST_KEYS = 3


def answer(server: "Server", params: types.CodeActionParams) -> list[object]:
    """Return what can be done at a place."""
    snapshot = server.session.snapshot(params.text_document.uri)
    offset = snapshot.offset(params.range.start)
    found: list[object] = []
    if _wanted(params, types.CodeActionKind.QuickFix) and snapshot.settings.shared_features:
        found += _nearest_keys(snapshot, offset, params)
    if _wanted(params, RELATED_WORK_KIND):
        at = section_at(snapshot.opened, snapshot.source, offset)
        if at is not None and (at.related or (at.cites and params.range.start != params.range.end)):
            found += _related_work(server, snapshot, at, params)
    return found


def _wanted(params: types.CodeActionParams, kind: str) -> bool:
    only = params.context.only
    return not only or any(kind == one or kind.startswith(f"{one}.") for one in only)


def _nearest_keys(
    snapshot: "Snapshot", offset: int, params: types.CodeActionParams
) -> Iterator[types.CodeAction]:
    key, project = key_at(snapshot.source, offset), snapshot.project
    if key is None or not key.written or project.entry(key.key) is not None:
        return
    if key.key in project.bibitem_keys:
        return
    mended = [one for one in params.context.diagnostics if one.code == "undefined-key"]
    near = nearest(key.key, list(project.entry_of))[:MOST_KEYS]
    for one in near:
        yield types.CodeAction(
            f"Cite '{one}' instead",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=mended,
            is_preferred=len(near) == 1,
            edit=snapshot.workspace_edit({snapshot.path: (Edit(key.span, one),)}),
        )


def _related_work(
    server: "Server", snapshot: "Snapshot", at: SectionAt, params: types.CodeActionParams
) -> Iterator[object]:
    from citeloom.actions.offer import insertion
    from citeloom.lsp.writing import Section, has_changed

    section = Section(snapshot.project.root, at.name)
    uri = params.text_document.uri
    waiting = server.writing.offers.get(section.key)
    if waiting is not None:
        _, offer = waiting
        changed = " – written before the draft or its references changed"
        note = changed if has_changed(offer, snapshot) else ""
        several = len(offer.versions) > 1
        for version in range(len(offer.versions)):
            number = f" {version + 1}" if several else ""
            title = f"Insert related work{number} ({offer.title(version)}){note}"
            if snapshot.client.can("workspace.apply_edit"):
                argument: dict[str, object] = {"offer": section.key, "version": version}
                yield _action(snapshot, title, "insert", argument)
            else:
                planned = insertion(offer, snapshot.opened, version)
                if planned.edit is not None:
                    server.writing.handed_over(section, planned)
                    edit = snapshot.workspace_edit({planned.path: (planned.edit,)})
                    yield types.CodeAction(title, kind=RELATED_WORK_KIND, edit=edit)
        yield _action(snapshot, "Discard related work", "discard", {"offer": section.key})
    if server.writing.is_running(section):
        yield _action(snapshot, "Cancel writing related work", "cancel", {})
    else:
        again = " again" if waiting is not None else ""
        title = f"Write related work{again} for '{at.heading}'"
        yield _action(snapshot, title, "write", {"uri": uri, "section": at.name})


def _action(snapshot: "Snapshot", title: str, name: str, argument: dict[str, object]) -> object:
    command = types.Command(title, f"citeloom.{name}", arguments=[argument])
    if not snapshot.client.can("text_document.code_action.code_action_literal_support"):
        return command
    return types.CodeAction(title, kind=RELATED_WORK_KIND, command=command)
