"""A related work that was written and waits to be put into the draft.

It is anchored, not positioned: it belongs to a section, and is placed in the text as it is when
it is put in.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from citeloom.actions.context import Opened, context_over
from citeloom.actions.user.agreement import NOBODY, Receiver, check_receiver
from citeloom.actions.writing.anchor import Anchor, anchor_of, anchored
from citeloom.actions.writing.cost_words import usage_words
from citeloom.actions.writing.graphs import result_graphs
from citeloom.actions.writing.insert import placed
from citeloom.actions.writing.models import configured
from citeloom.actions.writing.write import WriteRequest, plan, write
from citeloom.draft.references import chosen_references
from citeloom.draft.target import Target, target_in
from citeloom.keeping.atomic import WriteError
from citeloom.methods.graph import Graph
from citeloom.methods.port import Progress
from citeloom.methods.result import Usage
from citeloom.placing.place import Placement, PlacementError, section_block
from citeloom.placing.record import Origin
from citeloom.placing.render import RenderedText
from citeloom.placing.sidecar import (
    SidecarError,
    folder_of,
    record_path,
    remove_record,
    write_record,
)
from citeloom.problem import InputError, Place
from citeloom.settings import UserSettings
from citeloom_latex.edit import Edit
from citeloom_latex.lined import LinedText


@dataclass(frozen=True)
class OfferTask:
    """What a process of its own needs to write: the request and the texts that are not saved.

    ``model_key`` is the key of the language model, where the editor handed one over;
    ``receiver`` is whom the user has agreed to send to: nobody else beyond this machine is asked.
    """

    request: WriteRequest
    texts: Mapping[Path, str]
    user: UserSettings
    model_key: SecretStr = field(default_factory=lambda: SecretStr(""))
    receiver: Receiver = NOBODY


@dataclass(frozen=True)
class Reference:
    """A paper that was to be written about, by its id."""

    id: str
    key: str
    title: str
    has_abstract: bool


@dataclass(frozen=True)
class Offer:
    """What was written, for the section of an anchor.

    ``versions`` are the text and its alternatives; ``made_from`` tells, compared with
    `made_from` of the project as it is now, whether that has changed; ``references`` are what
    was to be written about; ``by_model``: a language model wrote it; ``usage`` is what that took,
    with money in ``currency``; ``trace`` is what the method kept of its way there; ``graphs``
    can be drawn.
    """

    request: WriteRequest
    anchor: Anchor
    versions: tuple[RenderedText, ...]
    origin: Origin
    made_from: str
    references: tuple[Reference, ...]
    warnings: tuple[str, ...]
    by_model: bool
    usage: Usage
    currency: str
    trace: Mapping[str, Any]
    graphs: tuple[Graph, ...]

    @property
    def used(self) -> str:
        """Say what writing it took of a language model; empty where none was asked."""
        return usage_words(self.usage, self.currency) if self.by_model else ""

    def title(self, version: int = 0) -> str:
        """Say in a few words what a version is."""
        count = len(self.versions[version].paragraphs)
        paragraphs = f"{count} paragraph{'' if count == 1 else 's'}"
        whole = len(self.references)
        cited = whole - len(self.uncited(version))
        return f"{self.origin.method}, {paragraphs}, {cited} of {whole} cited"

    def uncited(self, version: int = 0) -> tuple[Reference, ...]:
        """Return the references that a version does not cite."""
        cited = {
            paper
            for paragraph in self.versions[version].paragraphs
            for one in paragraph.sentences
            for paper in one.sentence.cites
        }
        return tuple(one for one in self.references if one.id not in cited)


@dataclass(frozen=True)
class Insertion:
    """How an offer goes into a file: an edit (None: it stands there), and its record."""

    path: Path
    edit: Edit | None
    placement: Placement
    folder: Path


async def make_offer(task: OfferTask, progress: Progress) -> Offer:
    """Write in the background.

    Raises
    ------
    InputError
        As ``plan`` and ``write`` do.
    """
    progress.stage("reading the draft")
    texts = {path: LinedText(text) for path, text in task.texts.items()}
    context = context_over(texts, task.user)
    planned = plan(task.request, context)
    if planned.target is None:
        raise InputError(
            "the draft has no related-work section",
            Place(planned.project.root),
            "add \\section{Related Work} where it belongs",
        )
    progress.stage("writing")
    setup = configured(task.model_key.get_secret_value()) if planned.method.uses_model else None
    if setup is not None:
        check_receiver(setup, task.receiver)
    written = await write(planned, context, progress, setup)
    references = tuple(
        Reference(paper.id, paper.key, paper.title, bool(paper.abstract))
        for paper in planned.task.references
    )
    return Offer(
        task.request,
        anchor_of(planned.opened, planned.target.flow),
        (written.rendered, *written.alternatives),
        Origin(planned.method.name, planned.task.seed, planned.task.digest),
        made_from(planned.opened, planned.target, task.request),
        references,
        tuple(written.result.warnings),
        planned.method.uses_model,
        written.result.usage,
        setup.settings.currency if setup else "",
        dict(written.result.trace),
        result_graphs(written.result, planned.task.references),
    )


def made_from(opened: Opened, target: Target, request: WriteRequest) -> str:
    """Return a hash of what is written from: the references, and title and abstract."""
    project = opened.project
    chosen = chosen_references(project, target, keys=request.keys, exclude=request.exclude)
    entries = [project.entry(key) for key in chosen.keys]
    values = [None if one is None else sorted(one.values.items()) for one in entries]
    texts = [
        span.of(document.text)
        for document in project.documents.values()
        for span in (document.facts.title, document.facts.abstract)
        if span is not None
    ]
    return sha256(repr((chosen.keys, values, texts)).encode("utf-8", "replace")).hexdigest()


def has_changed(offer: Offer, opened: Opened) -> bool:
    """Tell whether the draft or its references are no longer what an offer was made from."""
    try:
        return made_from(opened, _target(offer, opened), offer.request) != offer.made_from
    except InputError:
        return True


def replaces(offer: Offer, opened: Opened) -> bool:
    """Tell whether marks of ours stand in an offer's section already."""
    with suppress(InputError, PlacementError):
        target = _target(offer, opened)
        document = target.document
        return section_block(document.text, target.section, document.facts) is not None
    return False


def insertion(offer: Offer, opened: Opened, version: int = 0) -> Insertion:
    """Say how an offer goes into its section as the draft is now; no file is changed.

    Raises
    ------
    InputError
        If the section is gone, its marks leave open where the text belongs, or the author
        changed what the new text would replace.
    """
    project, target = opened.project, _target(offer, opened)
    placement = placed(project, target, offer.versions[version], offer.origin)
    return Insertion(target.document.path, placement.edit, placement, folder_of(project.root))


def keep_record(insertion: Insertion) -> bool:
    """Write the record of an insertion, before its text; tell whether it is new.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    path = record_path(insertion.folder, insertion.placement.record.id)
    is_new = not path.exists()
    try:
        write_record(insertion.folder, insertion.placement.record)
    except SidecarError as error:
        raise InputError(error.why, Place(error.path)) from None
    except WriteError as error:
        raise InputError(f"cannot be written: {error.why}", Place(error.path)) from None
    return is_new


def drop_record(insertion: Insertion) -> None:
    """Remove the record of an insertion that was not made."""
    try:
        remove_record(insertion.folder, insertion.placement.record.id)
    except WriteError as error:
        raise InputError(f"cannot be removed: {error.why}", Place(error.path)) from None


def _target(offer: Offer, opened: Opened) -> Target:
    return target_in(opened.project.flow, anchored(opened, offer.anchor))
