"""The commands that order long work: write, weave, revise, judge; and what writing would take."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from citeloom.actions.checking.claims.judging_plan import JudgeRequest
from citeloom.actions.user.sending_agreement import has_agreed
from citeloom.actions.writing.anchor import AnchoredSection, anchor_of
from citeloom.actions.writing.choices import asks_model
from citeloom.actions.writing.outline.files import section_of_outline
from citeloom.actions.writing.outline.request import OutlineText, outline_method
from citeloom.actions.writing.revising.request import (
    ASKING,
    ReviseRequest,
    Revision,
    checked_instruction,
    checked_theme,
)
from citeloom.actions.writing.section import (
    SectionAt,
    section_at,
    section_named,
    section_numbered,
)
from citeloom.actions.writing.standing_section import StandingSection
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.waiting import WaitingText
from citeloom.actions.writing.weave_plan import WeaveRequest
from citeloom.lsp.components import Components
from citeloom.lsp.draft_order import DraftOrder
from citeloom.lsp.features.requests.arguments import (
    Arguments,
    CursorPosition,
    MoreArguments,
    OrderArguments,
)
from citeloom.lsp.features.requests.document import own_snapshot_for
from citeloom.lsp.features.requests.ordered import start
from citeloom.lsp.features.revising import (
    WHAT,
    WITH_WHOM,
    comparing_rows,
    method_of_revisions,
    revision_rows,
    written_sentence,
)
from citeloom.lsp.questions.sending import as_json
from citeloom.lsp.session import Session
from citeloom.lsp.snapshot import Snapshot
from citeloom.lsp.uris import is_file
from citeloom.problem import InputError


def write(parts: Components, arguments: OrderArguments) -> object:
    """Start to write related work; the answer is as ``start`` gives it."""
    ordered = ordered_writing(parts.session, arguments, parts.work.texts)
    return start(parts, ordered, agreed=arguments.agreed)


def weave(parts: Components, arguments: OrderArguments) -> object:
    """Start to weave references into the related work that is there."""
    return start(parts, ordered_weaving(parts.session, arguments), agreed=arguments.agreed)


def revise(parts: Components, arguments: OrderArguments) -> object:
    """Start to revise the sentence or the paragraph at a place, or stale ones."""
    if "seed" not in arguments.as_json:
        # Who asks for the same again wants other words.
        times = parts.jobs.times_started(ordered_revising(parts.session, arguments).about)
        arguments = arguments.model_copy(update={"seed": times})
    return start(parts, ordered_revising(parts.session, arguments), agreed=arguments.agreed)


async def more_revisions(parts: Components, arguments: MoreArguments) -> object:
    """Return what else can be done with a written sentence, each with what it does."""
    snapshot = own_snapshot_for(parts.session, arguments)
    at = arguments.position or CursorPosition(line=0, character=0)
    place = written_sentence(snapshot, arguments.offset(snapshot) or 0)
    if place is None:
        raise InputError("Citeloom wrote no sentence here")
    asked = [*map(Revision, arguments.revisions)]
    if asked == [Revision.COMPARE]:
        title, rows = WITH_WHOM, [*comparing_rows(snapshot, place, at)]
    else:
        title, rows = (
            WHAT,
            await asyncio.to_thread(lambda: [*revision_rows(snapshot, place, at, asked)]),
        )
    return {"title": title, "revisions": rows}


def judge_claims(parts: Components, arguments: OrderArguments) -> object:
    """Start to have the model that is chosen judge what sentences say of papers."""
    return start(parts, ordered_judging(parts.session, arguments), agreed=arguments.agreed)


async def estimate(parts: Components, arguments: OrderArguments) -> object:
    """Return calls, tokens, money and who would be sent what; no model is asked."""
    ordered = ordered_of(parts, arguments)
    _, made = await ordered.plan(parts.session)
    if made is None:
        return None
    folder = parts.session.context.user.data_folder
    agreed = made.stays_here or has_agreed(folder, ordered.root, made.receiver, made.sent_parts)
    return {**as_json(made), "agreed": agreed}


def ordered_of(parts: Components, arguments: OrderArguments) -> DraftOrder:
    """Return the order of the kind that is named.

    Raises
    ------
    InputError
        If there is no such kind, or the order cannot be made for the draft.
    """
    match arguments.kind:
        case "write":
            return ordered_writing(parts.session, arguments, parts.work.texts)
        case "weave":
            return ordered_weaving(parts.session, arguments)
        case "revise":
            return ordered_revising(parts.session, arguments)
        case "judgeClaims":
            return ordered_judging(parts.session, arguments)
    what = f"unknown kind of request: '{arguments.kind}'"
    raise InputError(what, advice="kinds: write, weave, revise, judgeClaims")


def ordered_writing(
    session: Session, arguments: OrderArguments, waiting: Sequence[WaitingText] = ()
) -> DraftOrder:
    """Return the order to write; the settings fill what the arguments leave open.

    ``waiting`` are the texts that wait, for whose section an outline may be.

    Raises
    ------
    InputError
        If the document was never saved, or has no such section; or if the outline cannot be read.
    """
    sent = arguments
    if arguments.outline and not arguments.uri:
        arguments = arguments.model_copy(update={"uri": arguments.outline})
    snapshot = own_snapshot_for(session, arguments)
    buffer = snapshot.buffers.get(snapshot.path)
    if buffer is not None and not is_file(buffer.uri):
        raise InputError("the document is not saved yet", advice="save it as a .tex file first")
    at = _section_at(snapshot, arguments)
    outline = _outline(session, arguments)
    if at is None and arguments.section is None and outline is not None:
        number = section_of_outline(outline.path, snapshot.opened, waiting)
        at = None if number is None else section_numbered(snapshot.opened, number)
    if at is None:
        at = section_named(snapshot.opened, arguments.section or "", snapshot.path)
    settings, opened = snapshot.settings, snapshot.opened
    given = arguments.order(WriteRequest, snapshot.project.root)
    order = replace(
        given,
        method=given.method or _method(snapshot, outline) or opened.settings.method,
        section=at.name,
        paragraphs=_first(given.paragraphs, settings.paragraphs),
        words=_first(given.words, settings.words),
        alternatives=_first(given.alternatives, settings.alternatives),
        outline=outline,
    )
    anchor = anchor_of(opened, opened.project.flow.sections[at.number])
    root = opened.project.root
    return DraftOrder(root, order, sent.as_json, AnchoredSection(root, anchor))


def ordered_weaving(session: Session, arguments: OrderArguments) -> DraftOrder:
    """Return the order to weave references in.

    Raises
    ------
    InputError
        If no key was given, or there is no such section.
    """
    snapshot = own_snapshot_for(session, arguments)
    order = arguments.order(WeaveRequest, snapshot.project.root)
    if not order.keys:
        raise InputError("no key was given", advice="citeloom.weave takes 'keys'")
    at = _section_at(snapshot, arguments)
    section = at.name if at is not None and at.related else arguments.section
    name, paragraph = section_named(snapshot.opened, section or "").name, None
    if (offset := arguments.offset(snapshot)) is not None:
        standing = StandingSection(snapshot.opened, name, file=snapshot.path)
        paragraph = standing.paragraph_at(snapshot.path, offset)
    order = replace(
        order,
        keys=tuple(dict.fromkeys(order.keys)),
        method=order.method or snapshot.method,
        section=name,
        paragraph=paragraph,
    )
    return DraftOrder(snapshot.project.root, order, arguments.as_json)


def ordered_revising(session: Session, arguments: OrderArguments) -> DraftOrder:
    """Return the order to revise; without a seed it is the first one.

    Raises
    ------
    InputError
        If there is no such revision.
    """
    snapshot = own_snapshot_for(session, arguments)
    given = arguments.order(ReviseRequest, snapshot.path)
    revision = given.revision
    instruction = checked_instruction(given.instruction, revision)
    method = method_of_revisions(snapshot, instruction)
    order = replace(
        given,
        at=arguments.offset(snapshot),
        # Without a model it is the text's own.
        method=method if asks_model(method) or revision in ASKING else "",
        theme=checked_theme(given.theme, revision),
        instruction=instruction,
    )
    text = snapshot.source.text
    return DraftOrder(snapshot.project.root, order, arguments.as_json, text=text)


def ordered_judging(session: Session, arguments: OrderArguments) -> DraftOrder:
    """Return the order to judge the claims of a draft."""
    snapshot = own_snapshot_for(session, arguments)
    order = arguments.order(JudgeRequest, snapshot.project.root)
    return DraftOrder(order.main, order, arguments.as_json)


def _section_at(snapshot: Snapshot, arguments: Arguments) -> SectionAt | None:
    """Return the section at a position; None where none is given, or a section is named."""
    offset = arguments.offset(snapshot)
    if arguments.section is not None or offset is None:
        return None
    return section_at(snapshot.opened, snapshot.source, offset)


def _outline(session: Session, arguments: OrderArguments) -> OutlineText | None:
    if not arguments.outline:
        return None
    source = session.snapshot(arguments.outline).source
    return OutlineText(source.text, source.path)


def _method(snapshot: Snapshot, outline: OutlineText | None) -> str:
    """Return the method of the settings; for an outline one that writes by outlines."""
    own = snapshot.settings.method
    return own if outline is None else outline_method(own or snapshot.opened.settings.method)


def _first(given: int | None, otherwise: int | None) -> int | None:
    return otherwise if given is None else given
