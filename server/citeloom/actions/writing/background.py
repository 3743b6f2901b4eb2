"""Write, weave and revise in a process of its own; the resulting text then waits."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from pydantic import SecretStr

from citeloom.actions.context import Context, context_over
from citeloom.actions.writing.kept.made_texts import (
    section_target,
    waiting_related_work,
    waiting_sentences,
)
from citeloom.actions.writing.models import configured_model
from citeloom.actions.writing.revising.request import ReviseRequest
from citeloom.actions.writing.task.plan import plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.waiting import WaitingText
from citeloom.actions.writing.weave import weave
from citeloom.actions.writing.weave_plan import WeaveRequest, plan_weave
from citeloom.actions.writing.write import write
from citeloom.methods.port import Progress
from citeloom.models.receiver import NOBODY, Receiver, check_receiver
from citeloom.models.setup import Setup
from citeloom.settings import UserSettings
from citeloom_latex.lined import LinedText


class JobProgress(Progress, Protocol):
    """Progress of a job that an editor's server has started, which can be asked."""

    async def ask(self, text: str, hear: Callable[[str], None], /) -> str: ...


Request = TypeVar("Request")


@dataclass(frozen=True)
class BackgroundTask(Generic[Request]):
    """The input of such a process: a request and the unsaved texts.

    ``model_key`` is the key of the language model, if the editor handed one over. ``receiver`` is
    whom the user has agreed to send to; no other model beyond this machine is asked. ``folders``
    are those that are open in the editor.
    """

    request: Request
    texts: Mapping[Path, str]
    user: UserSettings
    model_key: SecretStr = field(default_factory=lambda: SecretStr(""))
    receiver: Receiver = NOBODY
    folders: tuple[Path, ...] = ()

    @property
    def context(self) -> Context:
        """A context with the unsaved texts."""
        texts = {path: LinedText(text) for path, text in self.texts.items()}
        return context_over(texts, self.user, self.folders)

    def model(self, progress: JobProgress, *, asked: bool) -> Setup | None:
        """Return the configured language model, if the method asks one.

        Raises
        ------
        InputError
            If the user has not agreed to send to it.
        """
        setup = configured_model(self.model_key.get_secret_value()) if asked else None
        if setup is not None:
            check_receiver(setup, self.receiver)
            setup = replace(setup, ask_editor=progress.ask)
        return setup


async def write_in_background(
    task: BackgroundTask[WriteRequest], progress: JobProgress
) -> WaitingText:
    """Write related work."""
    progress.stage("reading the draft")
    context, request = task.context, task.request
    found = None
    if request.from_corpus:
        from citeloom.actions.corpus.find_references import find_references

        handed_over = task.model_key.get_secret_value()
        found = await find_references(request, context, progress, handed_over)
    planned = plan(request, context, found)
    section_target(planned)
    progress.stage("writing")
    setup = task.model(progress, asked=planned.method.uses_model)
    written = await write(planned, context, progress, setup)
    return waiting_related_work(written, task.request, setup)


async def weave_in_background(
    task: BackgroundTask[WeaveRequest], progress: JobProgress
) -> WaitingText:
    """Weave references in."""
    from citeloom.actions.checking.claims.new_sentences import with_doubts

    progress.stage("reading the draft")
    context = task.context
    planned = plan_weave(task.request, context)
    setup = task.model(progress, asked=planned.uses_model)
    woven = await weave(planned, context, progress, setup)
    text = waiting_sentences(woven, setup.settings.currency if setup else "")
    return with_doubts(text, planned.written.opened, context)


async def revise_in_background(
    task: BackgroundTask[ReviseRequest], progress: JobProgress
) -> WaitingText:
    """Revise sentences or a paragraph."""
    from citeloom.actions.writing.revising.planned import plans_for_model
    from citeloom.actions.writing.revising.revise import revise

    progress.stage("reading the draft")
    context = task.context
    setup = task.model(progress, asked=bool(plans_for_model(task.request, context)))
    progress.stage("writing")
    return await revise(task.request, context, progress, setup)
