"""References that were woven in, in the background, and wait to be put into the draft."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import SecretStr

from citeloom.actions.context import Opened, context_over
from citeloom.actions.user.agreement import NOBODY, Receiver, check_receiver
from citeloom.actions.writing.models import configured
from citeloom.actions.writing.weave import WeaveRequest, WovenFile, plan_weave, weave
from citeloom.keeping.atomic import WriteError
from citeloom.methods.port import Progress
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
from citeloom_latex.spans import Span

_BLANK_LINE = re.compile(r"(?:\r\n|\n|\r)[ \t]*(?=\r\n|\n|\r)")


@dataclass(frozen=True)
class WeaveTask:
    """What a process of its own needs; as in ``OfferTask``.

    ``receiver`` is whom the user has agreed to send to.
    """

    request: WeaveRequest
    texts: Mapping[Path, str]
    user: UserSettings
    model_key: SecretStr = field(default_factory=lambda: SecretStr(""))
    receiver: Receiver = NOBODY


@dataclass(frozen=True)
class WovenOffer:
    """What was woven in; fields as in ``Woven``, ``title`` says in a few words what it is."""

    title: str
    files: tuple[WovenFile, ...]
    lost: tuple[str, ...]
    warnings: tuple[str, ...]
    by_model: bool

    @property
    def difference(self) -> str:
        """What changes, as a unified diff."""
        return "\n".join(one.difference(one.path.name) for one in self.files)


async def make_woven(task: WeaveTask, progress: Progress) -> WovenOffer:
    """Weave in the background.

    Raises
    ------
    InputError
        As ``plan_weave``, ``check_receiver`` and ``weave`` do.
    """
    progress.stage("reading the draft")
    texts = {path: LinedText(text) for path, text in task.texts.items()}
    context = context_over(texts, task.user)
    planned = plan_weave(task.request, context)
    setup = configured(task.model_key.get_secret_value()) if planned.uses_model else None
    if setup is not None:
        check_receiver(setup, task.receiver)
    woven = await weave(planned, context, progress, setup)
    placed = ", ".join(
        f"{key} into paragraph {number} of {planned.paragraphs}"
        for key, (number, _) in woven.places.items()
    )
    title = f"{planned.written.method.name}: {placed}"
    return WovenOffer(title, woven.files, woven.lost, woven.warnings, planned.uses_model)


def woven_edits(offer: WovenOffer, opened: Opened) -> dict[Path, tuple[Edit, ...]]:
    """Return the edits that put an offer into the draft as it is now.

    Raises
    ------
    InputError
        If words of the author's would be replaced, or a paragraph is not as it was.
    """
    if offer.lost:
        raise InputError("words of your own would be replaced", advice="see the preview")
    return {one.path: (_anchored(one, opened),) for one in offer.files}


def keep_records(offer: WovenOffer, opened: Opened) -> tuple[str, ...]:
    """Write the records of an offer, before its text; return the ids of those that are new.

    Raises
    ------
    InputError
        If one cannot be written.
    """
    folder = folder_of(opened.project.root)
    records = [record for file in offer.files for record in file.records.values()]
    new = tuple(one.id for one in records if not record_path(folder, one.id).exists())
    try:
        for record in records:
            write_record(folder, record)
    except SidecarError as error:
        raise InputError(error.why, Place(error.path)) from None
    except WriteError as error:
        raise InputError(f"cannot be written: {error.why}", Place(error.path)) from None
    return new


def drop_records(ids: Sequence[str], opened: Opened) -> None:
    """Remove the records of an offer that was not put in.

    Raises
    ------
    InputError
        If one cannot be removed.
    """
    for name in ids:
        try:
            remove_record(folder_of(opened.project.root), name)
        except WriteError as error:
            raise InputError(f"cannot be removed: {error.why}", Place(error.path)) from None


def _anchored(file: WovenFile, opened: Opened) -> Edit:
    """Return the edit of a file where its paragraphs, untouched, stand by now."""
    document = opened.project.documents.get(file.path)
    now = document.text if document else ""
    edit = file.edit
    if now == file.before:
        return edit
    before, span = file.before, edit.span
    breaks = [one.start() for one in _BLANK_LINE.finditer(before)]
    # Words on both sides: an edit at a paragraph's end stands between it and the next one.
    start = max((at for at in breaks if before[at : span.start].strip()), default=0)
    end = min((at for at in breaks if before[span.end : at].strip()), default=len(before))
    paragraph = before[start:end]
    if not paragraph.strip() or now.count(paragraph) != 1:
        raise InputError(
            "the paragraph has changed since, so the new sentence has no place",
            Place(file.path),
            "weave again",
        )
    at = edit.span.start - start + now.index(paragraph)
    return Edit(Span(at, at + len(edit.span)), edit.new_text)
