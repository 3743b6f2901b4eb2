"""Code actions: quick fixes, and what can be done about a related-work section."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.checking.missing import missing_of
from citeloom.actions.keys.places import key_at
from citeloom.actions.writing.choices import seen_obstacle
from citeloom.actions.writing.section import SectionAt, section_at, selected_keys
from citeloom.lsp.features.bib_actions import with_bib_actions
from citeloom.lsp.features.commands.arguments import Arguments, command_of
from citeloom.lsp.features.commands.request import agreed_arguments
from citeloom.lsp.features.fixes import fixes
from citeloom.lsp.routes import RELATED_WORK_KIND
from citeloom.problem import InputError
from citeloom_latex.spans import Span

if TYPE_CHECKING:
    from citeloom.lsp.offers import Waiting
    from citeloom.lsp.snapshot import Snapshot
    from citeloom.lsp.work import Work


async def answer(
    snapshot: "Snapshot", params: types.CodeActionParams, work: "Work"
) -> list[object]:
    """Return what can be done at a place."""
    start, end = snapshot.offset(params.range.start), snapshot.offset(params.range.end)
    found: list[object] = []
    if _wanted(params, types.CodeActionKind.QuickFix):
        found += fixes(snapshot, start, params)
    if _wanted(params, RELATED_WORK_KIND):
        at = section_at(snapshot.opened, snapshot.source, start)
        if at is not None:
            keys = selected_keys(snapshot.source, Span(start, end))
            found += _related_work(snapshot, at, keys, work)
        if at is not None and at.related:
            found += _woven(snapshot, work)
        key = key_at(snapshot.source, start)
        if key is not None and at is not None and not at.related:
            found += _weave(snapshot, key.key, work)
    return await with_bib_actions(found, snapshot, start, params)


def _wanted(params: types.CodeActionParams, kind: str) -> bool:
    only = params.context.only
    return not only or any(kind == one or kind.startswith(f"{one}.") for one in only)


def _related_work(
    snapshot: "Snapshot", at: SectionAt, keys: tuple[str, ...], work: "Work"
) -> Iterator[object]:
    waiting = work.waiting_at(snapshot, at.number)
    if waiting is not None:
        offer = Arguments(offer=waiting.id)
        yield from _insert(snapshot, waiting, work)
        yield _action(snapshot, command_of("preview", "Preview related work", offer))
        yield _action(snapshot, command_of("discard", "Discard related work", offer))
    job = work.job_at(snapshot, at.number)
    if job is not None:
        title = "Cancel writing related work"
        title += ", which waits for another section" if job.waits else ""
        yield _action(snapshot, command_of("cancel", title, Arguments(job=job.id)))
        return
    if not (keys or at.related or at.empty):
        return
    method = snapshot.settings.method or snapshot.opened.settings.method
    obstacle = seen_obstacle(method)
    uri = snapshot.uri(snapshot.path)
    if open_question := work.agreement_at(snapshot, at.number):
        request, to = open_question.request, open_question.receiver
        title = f"Agree that the draft is sent to {to.model} at {to.host}; write ({request.method})"
        yield _action(snapshot, command_of("write", title, agreed_arguments(uri, at, request)))
    if keys:
        count = f"the {len(keys)} selected references" if len(keys) > 1 else f"'{keys[0]}'"
        title = f"Write related work about {count} in '{at.heading}' ({method})"
        arguments = Arguments(uri=uri, section=at.name, keys=keys)
        yield _action(snapshot, command_of("write", title, arguments), obstacle=obstacle)
    if at.related or at.empty:
        again = " again" if waiting is not None else ""
        title = f"Write related work{again} for '{at.heading}' ({method})"
        arguments = Arguments(uri=uri, section=at.name)
        yield _action(snapshot, command_of("write", title, arguments), obstacle=obstacle)


def _woven(snapshot: "Snapshot", work: "Work") -> Iterator[object]:
    for name, offer in work.woven_for(snapshot).items():
        arguments = Arguments(offer=name)
        if not offer.lost:
            insert = command_of("insert", f"Insert what is woven in ({offer.title})", arguments)
            yield _action(snapshot, insert, by_model=offer.by_model)
        for verb in ("Preview", "Discard"):
            title = f"{verb} what is woven in ({offer.title})"
            yield _action(snapshot, command_of(verb.lower(), title, arguments))


def _weave(snapshot: "Snapshot", key: str, work: "Work") -> Iterator[object]:
    """Yield the action that weaves in a key that is cited elsewhere alone."""
    missing = missing_of(snapshot.opened)
    if missing is not None and missing.cites and key in missing.keys:
        uri = snapshot.uri(snapshot.path)
        if to := work.weaving_agreements.get((snapshot.project.root, (key,))):
            title = f"Agree that the draft is sent to {to.model} at {to.host}; weave in '{key}'"
            agreed = Arguments(uri=uri, key=key, agreed=True)
            yield _action(snapshot, command_of("weave", title, agreed))
        title = f"Weave '{key}' into the related work"
        yield _action(snapshot, command_of("weave", title, Arguments(uri=uri, key=key)))


def _insert(snapshot: "Snapshot", waiting: "Waiting", work: "Work") -> Iterator[object]:
    from citeloom.actions.writing.offer import has_changed, insertion, replaces

    offer, opened = waiting.offer, snapshot.opened
    verb = "Replace" if replaces(offer, opened) else "Insert"
    changed = " – written before the draft or its references changed"
    note = changed if has_changed(offer, opened) else ""
    for version in range(len(offer.versions)):
        number = f" {version + 1}" if len(offer.versions) > 1 else ""
        title = f"{verb} related work{number} ({offer.title(version)}){note}"
        arguments = Arguments(offer=waiting.id, version=version)
        insert = command_of("insert", title, arguments)
        command = _action(snapshot, insert, by_model=offer.by_model)
        if snapshot.client.can("workspace.apply_edit"):
            yield command
            continue
        try:
            planned = insertion(offer, opened, version)
        except InputError:
            yield command  # Its answer says why.
            continue
        if planned.edit is not None and work.hand_over is not None:
            edit = work.hand_over(snapshot, waiting, planned)
            yield _tagged(snapshot, types.CodeAction(title, edit=edit), offer.by_model)


def _action(
    snapshot: "Snapshot", command: types.Command, *, by_model: bool = False, obstacle: str = ""
) -> object:
    """Return an action; an ``obstacle`` is shown by the editor, or is the command's answer."""
    if not snapshot.client.can("text_document.code_action.code_action_literal_support"):
        return command
    action = types.CodeAction(command.title, command=command)
    if obstacle and snapshot.client.can("text_document.code_action.disabled_support"):
        action.disabled = types.CodeActionDisabled(obstacle)
    return _tagged(snapshot, action, by_model)


def _tagged(snapshot: "Snapshot", action: types.CodeAction, by_model: bool) -> types.CodeAction:
    action.kind = RELATED_WORK_KIND
    known = snapshot.client.value("text_document.code_action.tag_support.value_set") or ()
    if by_model and types.CodeActionTag.LlmGenerated in known:
        action.tags = [types.CodeActionTag.LlmGenerated]
    return action
