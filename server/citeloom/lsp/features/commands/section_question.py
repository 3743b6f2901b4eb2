"""Ask which section is to be written, or whether the draft gets one."""

from collections.abc import Callable
from functools import partial

from lsprotocol import types

from citeloom.actions.writing.section import (
    section_for_prior_work,
    section_in_words,
    section_numbered,
)
from citeloom.actions.writing.sections.new_section import HEADING, new_section_places
from citeloom.lsp.features.commands.sections import add_section
from citeloom.lsp.features.given.arguments import Arguments, OrderArguments
from citeloom.lsp.parts import Parts
from citeloom.lsp.snapshot import Snapshot
from citeloom.problem import InputError

NOT_NOW = "Not now"
_MOST_BUTTONS = 5


def is_clear(snapshot: Snapshot, arguments: OrderArguments) -> bool:
    """Tell whether arguments say which section is meant, or the draft leaves no choice."""
    if arguments.section is not None or arguments.position is not None or arguments.outline:
        return True
    try:
        return snapshot.opened.meant_section("", snapshot.path) is not None
    except InputError:
        return len(snapshot.opened.related_work) < 2


async def ask_section(
    parts: Parts,
    snapshot: Snapshot,
    arguments: OrderArguments,
    run: Callable[[Parts, OrderArguments], object],
) -> None:
    """Ask which section is meant, or whether to add one, and run a command for that.

    Not for a handler: the answer may never come.
    """
    name = await (_chosen if snapshot.opened.related_work else _added)(parts, snapshot)
    if name is not None:
        named = arguments.model_copy(update={"section": name})
        await parts.editor.attempt(partial(run, parts, named))


async def _chosen(parts: Parts, snapshot: Snapshot) -> str | None:
    opened = snapshot.opened
    names: dict[str, str] = {}
    for section in opened.related_work[:_MOST_BUTTONS]:
        button = section_in_words(opened, section)
        if button in names:
            line = section.document.place(section.section.span.start).line
            button = f"{button}, line {line}"
        names[button] = section_numbered(opened, section.number).name
    question = "Which section is the related work to be written for?"
    taken = await parts.editor.ask(question, [*names], types.MessageType.Info)
    return names.get(taken or "")


async def _added(parts: Parts, snapshot: Snapshot) -> str | None:
    after = new_section_places(snapshot.project)[0].after
    question = f"The draft has no related-work section. Add one after '{after}'?"
    add, instead, names = f"Add '{HEADING}'", [], {}
    if (most := section_for_prior_work(snapshot.opened)) is not None:
        question = f"{question[:-1]}, or write in '{most.heading}', where {most.how_many}?"
        instead = [f"Write in '{most.heading}'"]
        names = {instead[0]: most.name}
    taken = await parts.editor.ask(question, [add, *instead, NOT_NOW], types.MessageType.Info)
    if taken != add:
        return names.get(taken or "")
    arguments = Arguments(uri=snapshot.uri(snapshot.path))
    answer = await add_section(parts, arguments)
    return HEADING if isinstance(answer, dict) and answer["applied"] else None
