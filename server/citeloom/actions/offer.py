"""A related work that was written and waits to be put into the draft.

It is anchored, not positioned: it belongs to a section, and is placed in the text as it is when
it is put in.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from citeloom.actions.context import Opened, context_over
from citeloom.actions.insert import placed
from citeloom.actions.write import WriteRequest, plan, write
from citeloom.draft.references import chosen_references
from citeloom.draft.target import target_of
from citeloom.methods.port import Progress
from citeloom.placing.atomic import WriteError
from citeloom.placing.place import Placement
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


@dataclass(frozen=True)
class OfferTask:
    """What a process of its own needs to write: the request and the texts that are not saved."""

    request: WriteRequest
    texts: Mapping[Path, bytes]
    user: UserSettings


@dataclass(frozen=True)
class Offer:
    """What was written, for the section of a request.

    ``versions`` are the text and its alternatives; ``made_from`` tells, compared with
    `made_from` of the project as it is now, whether that has changed; ``uncited`` are keys.
    """

    request: WriteRequest
    versions: tuple[RenderedText, ...]
    origin: Origin
    made_from: str
    cited: int
    uncited: tuple[str, ...]
    warnings: tuple[str, ...]

    def title(self, version: int = 0) -> str:
        """Say in a few words what a version is."""
        count = len(self.versions[version].paragraphs)
        paragraphs = f"{count} paragraph{'' if count == 1 else 's'}"
        whole = self.cited + len(self.uncited)
        return f"{self.origin.method}, {paragraphs}, {self.cited} of {whole} cited"


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
    context = context_over(task.texts, task.user)
    planned = plan(task.request, context)
    if planned.target is None:
        raise InputError(
            "the draft has no related-work section",
            Place(planned.project.root),
            "add \\section{Related Work} where it belongs",
        )
    progress.stage("writing")
    written = await write(planned, progress)
    uncited = tuple(planned.key_of[paper] for paper in written.result.uncited)
    return Offer(
        task.request,
        (written.rendered, *written.alternatives),
        Origin(planned.method.name, planned.task.seed, planned.task.digest),
        made_from(planned.opened, task.request),
        len(planned.task.references) - len(uncited),
        uncited,
        tuple(written.result.warnings),
    )


def made_from(opened: Opened, request: WriteRequest) -> str:
    """Return a hash of what a request is written from: the references, and title and abstract."""
    project = opened.project
    target = target_of(project.flow, opened.settings.related_work_titles, request.section)
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


def insertion(offer: Offer, opened: Opened, version: int = 0) -> Insertion:
    """Say how an offer goes into its section as the draft is now; no file is changed.

    Raises
    ------
    InputError
        If the section is gone, its marks leave open where the text belongs, or the author
        changed what the new text would replace.
    """
    project = opened.project
    target = target_of(project.flow, opened.settings.related_work_titles, offer.request.section)
    placement = placed(project, target, offer.versions[version], offer.origin)
    assert target is not None
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
