"""The commands that order long work: write, weave, revise, judge; and what writing would take."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from citeloom.actions.user.sending_agreement import has_agreed
from citeloom.actions.writing.anchor import AnchoredSection, anchor_of
from citeloom.actions.writing.choices import asks_model, method_named
from citeloom.actions.writing.outline.files import section_of_outline
from citeloom.actions.writing.outline.request import OutlineText, outline_method
from citeloom.actions.writing.revising.request import (
    ASKING,
    ReviseRequest,
    Revision,
    checked_theme,
)
from citeloom.actions.writing.section import (
    SectionAt,
    section_at,
    section_named,
    section_numbered,
)
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.waiting import WaitingText
from citeloom.actions.writing.weave_plan import WeaveRequest
from citeloom.lsp.features.commands.section_question import ask_section, is_clear
from citeloom.lsp.features.given.arguments import (
    Arguments,
    DryRunArguments,
    OrderArguments,
    ReviseArguments,
    WeaveArguments,
    WriteArguments,
)
from citeloom.lsp.features.given.document import own_snapshot_for
from citeloom.lsp.features.given.ordered import Ordered, start
from citeloom.lsp.features.revising.sentence_actions import chosen_method
from citeloom.lsp.forecasting import order_forecast
from citeloom.lsp.orders import judging, revising, weaving, writing
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
        times = parts.jobs.times_started(ordered_revising(parts.session, arguments).order.about)
        arguments = arguments.model_copy(update={"seed": times})
    return start(parts, ordered_revising(parts.session, arguments), agreed=arguments.agreed)


def judge_claims(parts: "Parts", arguments: OrderArguments) -> object:
    """Start to have the model that is chosen judge what sentences say of papers."""
    return start(parts, ordered_judging(parts.session, arguments), agreed=arguments.agreed)


def estimate(parts: "Parts", arguments: WriteArguments) -> object:
    """Return calls, tokens, money and who would be sent what by writing; nobody is asked."""
    return _estimate(parts, ordered_writing(parts.session, arguments, parts.work.texts))


async def _estimate(parts: "Parts", ordered: Ordered) -> object:
    made = await order_forecast(parts.session, ordered.order)
    assert made is not None
    folder = ordered.snapshot.data_folder
    agreed = made.stays_here or has_agreed(
        folder, ordered.order.root, made.receiver, made.sent_parts
    )
    return {**as_json(made), "agreed": agreed}


def ordered_writing(
    session: Session, arguments: WriteArguments, waiting: Sequence[WaitingText] = ()
) -> Ordered:
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
        method=arguments.method or _method(snapshot, outline),
        parameters=arguments.typed_parameters,
        keys=arguments.keys,
        exclude=arguments.exclude,
        all_cited=arguments.all_cited,
        section=at.name,
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
    order = writing(AnchoredSection(opened.project.root, anchor), request)
    by_model = method_named(request.method or opened.settings.method).uses_model
    return Ordered(snapshot, order, by_model, given)


def ordered_weaving(session: Session, arguments: WeaveArguments) -> Ordered:
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
    method = chosen_method(snapshot)
    request = WeaveRequest(
        snapshot.project.root,
        keys=keys,
        method=method,
        section=section_named(snapshot.opened, section or "").name,
    )
    given = {**arguments.as_json, "weaving": True}
    return Ordered(snapshot, weaving(request), method_named(method).uses_model, given)


def ordered_revising(session: Session, arguments: ReviseArguments) -> Ordered:
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
    method = chosen_method(snapshot)
    by_model = asks_model(method)
    if not by_model and revision not in ASKING:
        method = ""  # The text's own.
    seed = arguments.seed or 0
    request = ReviseRequest(snapshot.path, revision, at, method, seed, theme)
    order = revising(snapshot.project.root, request, snapshot.source.text)
    given = {**arguments.as_json, "seed": seed, "revision": revision.value}
    return Ordered(snapshot, order, by_model and request.may_ask_model, given)


def ordered_judging(session: Session, arguments: Arguments) -> Ordered:
    """Return the order to judge the claims of a draft."""
    snapshot = own_snapshot_for(session, arguments)
    given = DryRunArguments(uri=snapshot.uri(snapshot.path), claims=True).as_json
    return Ordered(snapshot, judging(snapshot.project.root), True, given)


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
