"""Make the request to weave references in from a command's arguments and the settings."""

from typing import TYPE_CHECKING

from citeloom.actions.writing.section import section_at, section_named
from citeloom.actions.writing.weave_plan import WeaveRequest
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.snapshot import Snapshot


def asked_weaving(snapshot: "Snapshot", arguments: Arguments) -> WeaveRequest:
    """Return what a command asks for; the settings fill what it leaves open.

    Raises
    ------
    InputError
        If no key is named, or there is no such section.
    """
    keys = tuple(dict.fromkeys((*arguments.keys, *filter(None, [arguments.key]))))
    if not keys:
        raise InputError("no key is named", advice="citeloom.weave takes 'key' or 'keys'")
    section = arguments.section
    if section is None and arguments.position is not None:
        offset = snapshot.offset(arguments.position.position)
        at = section_at(snapshot.opened, snapshot.source, offset)
        section = at.name if at is not None and at.related else None
    settings = snapshot.settings
    return WeaveRequest(
        snapshot.project.root,
        keys=keys,
        method=settings.method or snapshot.opened.settings.method,
        section=section_named(snapshot.opened, section or "").name,
        seed=settings.seed,
    )
