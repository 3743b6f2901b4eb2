"""``citeloom.write``: start to write related work in the background."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from citeloom.actions.writing.choices import method_named
from citeloom.lsp.agreeing import (
    WRITING,
    as_json,
    can_ask_whether,
    is_agreed,
    may_be_sent,
    remember,
)
from citeloom.lsp.features.commands.arguments import Arguments
from citeloom.lsp.features.commands.request import Asked, asked_of, forecast_of
from citeloom.lsp.work import OpenAgreement
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.actions.writing.forecast import Forecast
    from citeloom.lsp.offers import Section
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.writing import Running


def run(parts: "Parts", arguments: Arguments) -> object:
    """Start the job; the answer has its id, and whether it waits until others are done.

    Where something of the draft would leave this machine and the user has not agreed to that, the
    answer has no job, and the user is asked.
    """
    asked = asked_of(parts.session, arguments)
    if method_named(asked.method).uses_model:
        parts.writing.check_free(asked.snapshot, asked.at)
        return _with_model(parts, asked, arguments)
    return _started(parts, parts.writing.start(asked.snapshot, asked.at, asked.request))


async def _with_model(parts: "Parts", asked: Asked, arguments: Arguments) -> object:
    agreed = arguments.agreed
    snapshot, section = asked.snapshot, parts.writing.section(asked.snapshot, asked.at)
    made = await forecast_of(parts.session, asked)
    if made.obstacle:
        raise InputError(made.obstacle, advice="'extractive' needs no model")
    estimate = {"estimate": as_json(made)}
    if agreed:
        remember(parts.editor, snapshot.data_folder, section.root, made)
        parts.writing.questions.pop(section, None)
    if not (agreed or is_agreed(snapshot.data_folder, section.root, made)):
        can_ask = can_ask_whether(parts.editor)
        if not can_ask:
            parts.writing.questions[section] = OpenAgreement(made.receiver, asked.request)
        parts.background.run(_ask(parts, asked, section, made, arguments.as_json))
        return {"job": None, "waits": False, "asked": can_ask, **estimate}
    running = parts.writing.start(snapshot, asked.at, asked.request, made.receiver)
    return {**_started(parts, running), **estimate}


async def _ask(
    parts: "Parts",
    asked: Asked,
    section: "Section",
    made: "Forecast",
    given: Mapping[str, object],
) -> None:
    """Start when the user agrees, in the section wherever it is by then."""
    if await may_be_sent(parts.editor, made, WRITING, given):
        remember(parts.editor, asked.snapshot.data_folder, section.root, made)
        try:
            parts.writing.start_in(section, asked.request, made.receiver)
        except InputError as error:
            parts.editor.say_problem(error)


def _started(parts: "Parts", running: "Running") -> dict[str, object]:
    return {"job": running.job.id, "waits": parts.writing.waits(running)}
