"""Commands that name the sections of a draft, or add one; and the question which is meant."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from lsprotocol import types

from citeloom.actions.context import Opened
from citeloom.actions.writing.section import (
    section_file,
    section_for_prior_work,
    section_in_words,
    section_named,
    section_numbered,
)
from citeloom.actions.writing.sections.new_section import (
    HEADING,
    NewSectionPlace,
    new_section_edit,
    new_section_places,
)
from citeloom.lsp.components import Parts
from citeloom.lsp.features.requests.arguments import Arguments, OrderArguments
from citeloom.lsp.features.requests.document import own_snapshot_for, snapshot_for
from citeloom.lsp.features.requests.edits import make_edit
from citeloom.lsp.snapshot import Snapshot
from citeloom.lsp.uris import uri_of
from citeloom.problem import InputError

NOT_NOW = "Not now"
_MOST_BUTTONS = 5


def sections(parts: Parts, arguments: Arguments) -> object:
    """Return them; no section is meant where the draft has several that fit, or none."""
    snapshot = snapshot_for(parts.session, arguments)
    opened = snapshot.opened
    meant, places = None, []
    related = [section.number for section in opened.related_work]
    if related:
        with suppress(InputError):
            meant = section_named(opened, "", snapshot.path).number
    else:
        with suppress(InputError):
            places = [place.after for place in new_section_places(opened.project)]
    sections = opened.project.flow.sections
    return {
        "uri": uri_of(snapshot.path if meant is None else opened.project.root),
        "meant": None if meant is None else _section(opened, meant),
        "related": [_section(opened, number) for number in related],
        "others": [
            _section(opened, section.number)
            for section in sections
            if section.number not in related
        ],
        "places": places,
    }


def _section(opened: Opened, number: int) -> dict[str, object]:
    at, section = section_numbered(opened, number), opened.project.flow.sections[number]
    return {
        "section": at.name or at.heading,
        "heading": at.heading,
        "file": section_file(opened, section),
        "line": section.document.place(section.section.span.start).line,
    }


async def add_section(parts: Parts, arguments: Arguments) -> object:
    """Have the client add it behind the section that is named, or else behind the first one.

    A client that takes no edits finds it in the answer, and makes it itself.
    """
    snapshot = own_snapshot_for(parts.session, arguments)
    opened = snapshot.opened
    if opened.related_work:
        raise InputError("the draft already has a related-work section")
    place = _place(opened, arguments.section)
    made = new_section_edit(place, opened.project)
    edit = snapshot.workspace_edit({place.document.path: (made,)})
    line, _ = place.document.lines.position(place.offset, snapshot.unit)
    first = next(number for number, new in enumerate(made.new_text.splitlines()) if new)
    uri = snapshot.uri(place.document.path)
    answer = await make_edit(parts, edit, f"Add the section '{HEADING}'")
    return {"section": HEADING, "uri": uri, "line": line + first, **answer}


def _place(opened: Opened, after: str | None) -> NewSectionPlace:
    places = new_section_places(opened.project)
    if after is None:
        return places[0]
    found = [place for place in places if place.after == after]
    if not found:
        known = ", ".join(f"'{place.after}'" for place in places)
        raise InputError(f"a section cannot be added after '{after}'", advice=f"name {known}")
    return found[0]


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
    question = "For which section should related work be written?"
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
