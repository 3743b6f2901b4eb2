"""Make the request to write from a command's arguments and the settings."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from citeloom.actions.writing.anchor import AnchoredSection, anchor_of
from citeloom.actions.writing.outline.files import section_of_outline
from citeloom.actions.writing.outline.request import OutlineText, outline_method
from citeloom.actions.writing.section import (
    SectionAt,
    section_at,
    section_named,
    section_numbered,
)
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.waiting import WaitingText
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import own_snapshot_for
from citeloom.lsp.session import Session
from citeloom.lsp.uris import is_file
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.actions.context import Context
    from citeloom.actions.writing.forecast import Forecast
    from citeloom.lsp.snapshot import Snapshot


@dataclass(frozen=True)
class Asked:
    """A request to write, and its section."""

    snapshot: "Snapshot"
    at: SectionAt
    request: WriteRequest

    @property
    def section(self) -> AnchoredSection:
        """The section by its anchor, so that it is found wherever it moves."""
        opened = self.snapshot.opened
        anchor = anchor_of(opened, opened.project.flow.sections[self.at.number])
        return AnchoredSection(opened.project.root, anchor)

    @property
    def method(self) -> str:
        """The name of the method that is to write."""
        return self.request.method or self.snapshot.opened.settings.method


def asked_of(session: Session, arguments: Arguments, waiting: Sequence[WaitingText] = ()) -> Asked:
    """Return what a command asks for; the settings fill what it leaves open.

    ``waiting`` are the texts that wait, for whose section an outline may be.

    Raises
    ------
    InputError
        If the document was never saved, or has no such section; or if the outline cannot be read.
    """
    if arguments.outline and not arguments.uri:
        arguments = arguments.model_copy(update={"uri": arguments.outline})
    snapshot = own_snapshot_for(session, arguments)
    buffer = snapshot.buffers.get(snapshot.path)
    if buffer is not None and not is_file(buffer.uri):
        raise InputError("the document is not saved yet", advice="save it as a .tex file first")
    at = None
    if arguments.section is None and arguments.position is not None:
        offset = snapshot.offset(arguments.position.position)
        at = section_at(snapshot.opened, snapshot.source, offset)
    outline = _outline(session, arguments)
    if at is None and arguments.section is None and outline is not None:
        number = section_of_outline(outline.path, snapshot.opened, waiting)
        at = None if number is None else section_numbered(snapshot.opened, number)
    if at is None:
        at = section_named(snapshot.opened, arguments.section or "", snapshot.path)
    settings = snapshot.settings
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
    return Asked(snapshot, at, request)


async def forecast_of(session: Session, asked: Asked) -> "Forecast":
    """Forecast the request on the texts as they are now; nobody is asked."""
    from citeloom.actions.writing.forecast import forecast

    context = as_now(session, asked.snapshot)
    return await asyncio.to_thread(forecast, asked.request, context, session.model_key)


def as_now(session: Session, snapshot: "Snapshot") -> "Context":
    """Return a project's texts as they are now, for another thread."""
    from citeloom.actions.context import context_over
    from citeloom_latex.lined import LinedText

    texts = {path: LinedText(text) for path, text in session.texts.items()}
    context = snapshot.context
    has_models = context.has_editor_models
    return context_over(texts, context.user, context.folders, has_editor_models=has_models)


def _outline(session: Session, arguments: Arguments) -> OutlineText | None:
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
