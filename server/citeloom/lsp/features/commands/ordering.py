"""The commands that order long work: write, weave, revise, judge; and what writing would take."""

import asyncio
from collections.abc import Awaitable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from lsprotocol.types import MessageType, Position

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
from citeloom.lsp.features.commands.section_question import ask_section, is_clear
from citeloom.lsp.features.given.arguments import (
    Arguments,
    DryRunArguments,
    MoreArguments,
    OrderArguments,
    ReviseArguments,
    WeaveArguments,
    WriteArguments,
)
from citeloom.lsp.features.given.document import own_snapshot_for
from citeloom.lsp.features.given.ordered import start
from citeloom.lsp.features.revising.more_revisions import (
    WHAT,
    WITH_WHOM,
    comparing_rows,
    revision_rows,
)
from citeloom.lsp.features.revising.sentence_actions import (
    chosen_method,
    method_of_revisions,
    written_sentence,
)
from citeloom.lsp.orders import DraftOrder
from citeloom.lsp.own_messages import PROPOSED
from citeloom.lsp.questions.sending import as_json
from citeloom.lsp.session import Session
from citeloom.lsp.uris import is_file
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.snapshot import Snapshot


def write(parts: "Parts", arguments: WriteArguments) -> object:
    """Start to write related work; the answer is as ``start`` gives it.

    Where it is not clear which section is meant, the user is asked.
    """
    if parts.editor.can_ask:
        snapshot = own_snapshot_for(parts.session, arguments)
        if not is_clear(snapshot, arguments):
            parts.background.run(ask_section(parts, snapshot, arguments, write))
            return {"job": None, "waits": False, "asked": True}
    ordered = ordered_writing(parts.session, arguments, parts.work.texts)
    return start(parts, ordered, agreed=arguments.agreed)


def weave(parts: "Parts", arguments: WeaveArguments) -> object:
    """Start to weave references into the related work that is there."""
    return start(parts, ordered_weaving(parts.session, arguments), agreed=arguments.agreed)


def revise(parts: "Parts", arguments: ReviseArguments) -> object:
    """Start to revise the sentence or the paragraph at a place, or stale ones."""
    if arguments.seed is None:
        # Who asks for the same again wants other words.
        times = parts.jobs.times_started(ordered_revising(parts.session, arguments).about)
        arguments = arguments.model_copy(update={"seed": times})
    return start(parts, ordered_revising(parts.session, arguments), agreed=arguments.agreed)


async def more_revisions(parts: "Parts", arguments: MoreArguments) -> object:
    """Return what else can be done with a written sentence, each with what it does.

    A client that has no list for it has its user asked, and the answer is done.
    """
    snapshot = own_snapshot_for(parts.session, arguments)
    at = arguments.position.position if arguments.position else Position(0, 0)
    place = written_sentence(snapshot, snapshot.offset(at))
    if place is None:
        raise InputError("no written sentence stands here")
    takes, asked = snapshot.client.takes(PROPOSED), [*map(Revision, arguments.revisions)]
    if asked == [Revision.COMPARE]:
        title, rows = WITH_WHOM, [*comparing_rows(snapshot, place, at)]
    else:
        title, rows = (
            WHAT,
            await asyncio.to_thread(lambda: [*revision_rows(snapshot, place, at, asked)]),
        )
    if not takes:
        parts.background.run(_ask_which(parts, title, rows))
    return {"title": title, "revisions": rows if takes else []}


async def _ask_which(parts: "Parts", title: str, rows: Sequence[Mapping[str, Any]]) -> None:
    titles = [row["title"] for row in rows]
    chosen = await parts.editor.ask(title, titles, MessageType.Info)
    for row in rows:
        if row["title"] == chosen:
            try:
                started = revise(parts, ReviseArguments.model_validate(row["arguments"]))
                if isinstance(started, Awaitable):
                    await started
            except InputError as error:
                parts.editor.say_problem(error)


def judge_claims(parts: "Parts", arguments: OrderArguments) -> object:
    """Start to have the model that is chosen judge what sentences say of papers."""
    return start(parts, ordered_judging(parts.session, arguments), agreed=arguments.agreed)


async def estimate(parts: "Parts", arguments: WriteArguments) -> object:
    """Return calls, tokens, money and who would be sent what by writing; nobody is asked."""
    ordered = ordered_writing(parts.session, arguments, parts.work.texts)
    _, made = await ordered.planned(parts.session)
    assert made is not None
    folder = parts.session.context.user.data_folder
    agreed = made.stays_here or has_agreed(folder, ordered.root, made.receiver, made.sent_parts)
    return {**as_json(made), "agreed": agreed}


def ordered_writing(
    session: Session, arguments: WriteArguments, waiting: Sequence[WaitingText] = ()
) -> DraftOrder:
    """Return the order to write; the settings fill what the arguments leave open.

    ``waiting`` are the texts that wait, for whose section an outline may be.

    Raises
    ------
    InputError
        If the document was never saved, or has no such section; or if the outline cannot be read.
    """
    given = arguments.as_json
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
    request = WriteRequest(
        snapshot.project.root,
        method=arguments.method or _method(snapshot, outline) or opened.settings.method,
        parameters=arguments.typed_parameters,
        keys=arguments.keys,
        exclude=arguments.exclude,
        all_cited=arguments.all_cited,
        section=at.name,
        after=arguments.after,
        paragraphs=_first(arguments.paragraphs, settings.paragraphs),
        words=_first(arguments.words, settings.words),
        seed=arguments.seed or 0,
        alternatives=(
            settings.alternatives if arguments.alternatives is None else arguments.alternatives
        ),
        outline=outline,
        from_corpus=arguments.from_corpus,
    )
    anchor = anchor_of(opened, opened.project.flow.sections[at.number])
    root = opened.project.root
    return DraftOrder(root, request, given, AnchoredSection(root, anchor))


def ordered_weaving(session: Session, arguments: WeaveArguments) -> DraftOrder:
    """Return the order to weave references in.

    Raises
    ------
    InputError
        If no key is named, or there is no such section.
    """
    snapshot = own_snapshot_for(session, arguments)
    keys = tuple(dict.fromkeys((*arguments.keys, *filter(None, [arguments.key]))))
    if not keys:
        raise InputError("no key is named", advice="citeloom.weave takes 'key' or 'keys'")
    at = _section_at(snapshot, arguments)
    section = at.name if at is not None and at.related else arguments.section
    name = section_named(snapshot.opened, section or "").name
    paragraph = None
    if arguments.position is not None:
        standing = StandingSection(snapshot.opened, name, file=snapshot.path)
        offset = snapshot.offset(arguments.position.position)
        paragraph = standing.paragraph_at(snapshot.path, offset)
    request = WeaveRequest(
        snapshot.project.root,
        keys=keys,
        method=chosen_method(snapshot),
        section=name,
        paragraph=paragraph,
    )
    return DraftOrder(snapshot.project.root, request, {**arguments.as_json, "weaving": True})


def ordered_revising(session: Session, arguments: ReviseArguments) -> DraftOrder:
    """Return the order to revise; without a seed it is the first one.

    Raises
    ------
    InputError
        If there is no such revision.
    """
    snapshot = own_snapshot_for(session, arguments)
    try:
        revision = Revision(arguments.revision or Revision.STALE)
    except ValueError:
        known = ", ".join(Revision)
        what = f"there is no revision '{arguments.revision}'"
        raise InputError(what, advice=f"revisions: {known}") from None
    place, theme = arguments.position, checked_theme(arguments.theme, revision)
    at = None if place is None else snapshot.offset(place.position)
    instruction = checked_instruction(arguments.instruction, revision)
    method = method_of_revisions(snapshot, instruction)
    if not asks_model(method) and revision not in ASKING:
        method = ""  # The text's own.
    seed = arguments.seed or 0
    request = ReviseRequest(
        snapshot.path, revision, at, method, seed, theme, instruction, arguments.other
    )
    given = {**arguments.as_json, "seed": seed, "revision": revision.value}
    return DraftOrder(snapshot.project.root, request, given, text=snapshot.source.text)


def ordered_judging(session: Session, arguments: Arguments) -> DraftOrder:
    """Return the order to judge the claims of a draft."""
    snapshot = own_snapshot_for(session, arguments)
    given = DryRunArguments(uri=snapshot.uri(snapshot.path), claims=True).as_json
    return DraftOrder(snapshot.project.root, JudgeRequest(snapshot.project.root), given)


def _section_at(snapshot: "Snapshot", arguments: Arguments) -> SectionAt | None:
    """Return the section at a position; None where none is given, or a section is named."""
    if arguments.section is not None or arguments.position is None:
        return None
    offset = snapshot.offset(arguments.position.position)
    return section_at(snapshot.opened, snapshot.source, offset)


def _outline(session: Session, arguments: WriteArguments) -> OutlineText | None:
    if not arguments.outline:
        return None
    source = session.snapshot(arguments.outline).source
    return OutlineText(source.text, source.path)


def _method(snapshot: "Snapshot", outline: OutlineText | None) -> str:
    """Return the method of the settings; for an outline one that writes by outlines."""
    own = snapshot.settings.method
    return own if outline is None else outline_method(own or snapshot.opened.settings.method)


def _first(given: int | None, otherwise: int | None) -> int | None:
    return otherwise if given is None else given
