"""The orders that commands describe, by the settings and the draft as they are."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

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
from citeloom.lsp.features.given.arguments import (
    Arguments,
    DryRunArguments,
    ReviseArguments,
    WeaveArguments,
    WriteArguments,
)
from citeloom.lsp.features.given.document import own_snapshot_for
from citeloom.lsp.features.revising.sentence_actions import chosen_method
from citeloom.lsp.orders import Order, judging, revising, weaving, writing
from citeloom.lsp.session import Session
from citeloom.lsp.uris import is_file
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.actions.context import Context
    from citeloom.actions.writing.forecast import Forecast
    from citeloom.lsp.snapshot import Snapshot


@dataclass(frozen=True)
class Ordered:
    """An order for the draft of a snapshot; ``by_model``: a language model may be asked for it.

    ``dry_run`` are the arguments with which ``citeloom.dryRun`` shows what it would send.
    """

    snapshot: "Snapshot"
    order: Order
    by_model: bool
    dry_run: Mapping[str, object]


async def forecast_of(session: Session, ordered: Ordered) -> "Forecast | None":
    """Forecast an order on the texts as they are now; None where no model is asked for it."""
    module, _, name = ordered.order.kind.forecast.partition(":")
    forecast = getattr(import_module(module), name)
    context = as_now(session, ordered.snapshot)
    made: Forecast | None = await asyncio.to_thread(
        forecast, ordered.order.request, context, session.model_key
    )
    return made


def as_now(session: Session, snapshot: "Snapshot") -> "Context":
    """Return a project's texts as they are now, for another thread."""
    from citeloom.actions.context import context_over
    from citeloom_latex.lined import LinedText

    texts = {path: LinedText(text) for path, text in session.texts.items()}
    context = snapshot.context
    has_models = context.has_editor_models
    return context_over(texts, context.user, context.folders, has_editor_models=has_models)


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
        seed=settings.seed if arguments.seed is None else arguments.seed,
        alternatives=(
            settings.alternatives if arguments.alternatives is None else arguments.alternatives
        ),
        outline=outline,
        sections=settings.sections,
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
        seed=snapshot.settings.seed,
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
