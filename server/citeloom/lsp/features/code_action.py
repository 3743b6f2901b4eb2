"""Code actions: quick fixes, and what can be done about a related-work section."""

from collections.abc import Awaitable, Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.checking.missing import missing_of
from citeloom.actions.keys.places import key_at
from citeloom.actions.writing.choices import seen_obstacle
from citeloom.actions.writing.section import SectionAt, section_at, selected_keys
from citeloom.lsp.features.bib_actions import with_bib_actions
from citeloom.lsp.features.fixes import fixes
from citeloom.lsp.routes import RELATED_WORK_KIND
from citeloom.problem import InputError
from citeloom_latex.spans import Span

if TYPE_CHECKING:
    from citeloom.lsp.offers import Waiting
    from citeloom.lsp.server import Server
    from citeloom.lsp.snapshot import Snapshot

OF_A_REQUEST = (
    *("method", "parameters", "keys", "exclude"),
    *("paragraphs", "words", "seed", "alternatives"),
)
"""What of a request a command is told again."""


def answer(server: "Server", params: types.CodeActionParams) -> Awaitable[list[object]]:
    """Return what can be done at a place."""
    snapshot = server.session.snapshot(params.text_document.uri)
    start, end = snapshot.offset(params.range.start), snapshot.offset(params.range.end)
    found: list[object] = []
    if _wanted(params, types.CodeActionKind.QuickFix):
        found += fixes(snapshot, start, params)
    if _wanted(params, RELATED_WORK_KIND):
        at = section_at(snapshot.opened, snapshot.source, start)
        if at is not None:
            keys = selected_keys(snapshot.source, Span(start, end))
            found += _related_work(server, snapshot, at, keys)
        if at is not None and at.related:
            found += _woven(server, snapshot)
        key = key_at(snapshot.source, start)
        if key is not None and at is not None and not at.related:
            found += _weave(server, snapshot, key.key)
    return with_bib_actions(server.session.papers, found, snapshot, start, params)


def _wanted(params: types.CodeActionParams, kind: str) -> bool:
    only = params.context.only
    return not only or any(kind == one or kind.startswith(f"{one}.") for one in only)


def _related_work(
    server: "Server", snapshot: "Snapshot", at: SectionAt, keys: tuple[str, ...]
) -> Iterator[object]:
    writing = server.writing
    waiting = writing.offers.at(snapshot, at.number)
    if waiting is not None:
        yield from _insert(server, snapshot, waiting)
        yield _action(snapshot, "Preview related work", "preview", {"offer": waiting.id})
        yield _action(snapshot, "Discard related work", "discard", {"offer": waiting.id})
    running = writing.at(snapshot, at.number)
    if running is not None:
        title = "Cancel writing related work"
        title += ", which waits for another section" if writing.waits(running) else ""
        yield _action(snapshot, title, "cancel", {"job": running.job.id})
        return
    if not (keys or at.related or at.empty):
        return
    method = snapshot.settings.method or snapshot.opened.settings.method
    obstacle = seen_obstacle(method)
    place: dict[str, object] = {"uri": snapshot.uri(snapshot.path), "section": at.name}
    if question := writing.question_at(snapshot, at.number):
        asked, to = question.request, question.receiver
        title = f"Agree that the draft is sent to {to.model} at {to.host}; write ({asked.method})"
        given = {name: getattr(asked, name) for name in OF_A_REQUEST}
        yield _action(snapshot, title, "write", {**place, **given, "agreed": True})
    if keys:
        count = f"the {len(keys)} selected references" if len(keys) > 1 else f"'{keys[0]}'"
        title = f"Write related work about {count} in '{at.heading}' ({method})"
        argument = {**place, "keys": list(keys)}
        yield _action(snapshot, title, "write", argument, obstacle=obstacle)
    if at.related or at.empty:
        again = " again" if waiting is not None else ""
        title = f"Write related work{again} for '{at.heading}' ({method})"
        yield _action(snapshot, title, "write", place, obstacle=obstacle)


def _woven(server: "Server", snapshot: "Snapshot") -> Iterator[object]:
    for name, offer in server.writing.weaving.waiting(snapshot).items():
        given: dict[str, object] = {"offer": name}
        if not offer.lost:
            title = f"Insert what is woven in ({offer.title})"
            yield _action(snapshot, title, "insert", given, by_model=offer.by_model)
        yield _action(snapshot, f"Preview what is woven in ({offer.title})", "preview", given)
        yield _action(snapshot, f"Discard what is woven in ({offer.title})", "discard", given)


def _weave(server: "Server", snapshot: "Snapshot", key: str) -> Iterator[object]:
    """Yield the action that weaves in a key that is cited elsewhere alone."""
    missing = missing_of(snapshot.opened)
    if missing is not None and missing.cites and key in missing.keys:
        title = f"Weave '{key}' into the related work"
        given: dict[str, object] = {"uri": snapshot.uri(snapshot.path), "key": key}
        if to := server.writing.weaving.questions.get((snapshot.project.root, (key,))):
            agree = f"Agree that the draft is sent to {to.model} at {to.host}; weave in '{key}'"
            yield _action(snapshot, agree, "weave", {**given, "agreed": True})
        yield _action(snapshot, title, "weave", given)


def _insert(server: "Server", snapshot: "Snapshot", waiting: "Waiting") -> Iterator[object]:
    from citeloom.actions.writing.offer import has_changed, insertion, replaces

    offer, opened = waiting.offer, snapshot.opened
    verb = "Replace" if replaces(offer, opened) else "Insert"
    changed = " – written before the draft or its references changed"
    note = changed if has_changed(offer, opened) else ""
    for version in range(len(offer.versions)):
        number = f" {version + 1}" if len(offer.versions) > 1 else ""
        title = f"{verb} related work{number} ({offer.title(version)}){note}"
        argument: dict[str, object] = {"offer": waiting.id, "version": version}
        command = _action(snapshot, title, "insert", argument, by_model=offer.by_model)
        if snapshot.client.can("workspace.apply_edit"):
            yield command
            continue
        try:
            planned = insertion(offer, opened, version)
        except InputError:
            yield command  # Its answer says why.
            continue
        if planned.edit is not None:
            edit = server.writing.offers.handed_over(snapshot, waiting, planned)
            yield _tagged(snapshot, types.CodeAction(title, edit=edit), offer.by_model)


def _action(
    snapshot: "Snapshot",
    title: str,
    name: str,
    argument: dict[str, object],
    *,
    by_model: bool = False,
    obstacle: str = "",
) -> object:
    """Return an action; an ``obstacle`` is shown by the editor, or is the command's answer."""
    command = types.Command(title, f"citeloom.{name}", arguments=[argument])
    if not snapshot.client.can("text_document.code_action.code_action_literal_support"):
        return command
    action = types.CodeAction(title, command=command)
    if obstacle and snapshot.client.can("text_document.code_action.disabled_support"):
        action.disabled = types.CodeActionDisabled(obstacle)
    return _tagged(snapshot, action, by_model)


def _tagged(snapshot: "Snapshot", action: types.CodeAction, by_model: bool) -> types.CodeAction:
    action.kind = RELATED_WORK_KIND
    known = snapshot.client.value("text_document.code_action.tag_support.value_set") or ()
    if by_model and types.CodeActionTag.LlmGenerated in known:
        action.tags = [types.CodeActionTag.LlmGenerated]
    return action
