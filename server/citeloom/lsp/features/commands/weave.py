"""``citeloom.weave``: start to weave references into the related work that is there."""

from typing import TYPE_CHECKING

from citeloom.actions.section import section_at, section_named
from citeloom.actions.weave import WeaveRequest, weaving_method
from citeloom.lsp.features.commands.arguments import Arguments
from citeloom.lsp.features.commands.document import snapshot_for
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.server import Server


def run(server: "Server", arguments: Arguments) -> object:
    """Start the job; the answer has its id.

    ChatCite weaves where the user's method asks a model, else nobody is asked.
    """
    keys = tuple(dict.fromkeys((*arguments.keys, *filter(None, [arguments.key]))))
    if not keys:
        raise InputError("no key is named", advice="citeloom.weave takes 'key' or 'keys'")
    snapshot = snapshot_for(server, arguments)
    section = arguments.section
    if section is None and arguments.position is not None:
        offset = snapshot.offset(arguments.position.position)
        at = section_at(snapshot.opened, snapshot.source, offset)
        section = at.name if at is not None and at.related else None
    name = section_named(snapshot.opened, section or "").name
    settings = snapshot.settings
    request = WeaveRequest(
        snapshot.project.root,
        keys=keys,
        method=weaving_method(settings.method or snapshot.opened.settings.method),
        section=name,
        seed=settings.seed,
    )
    return {"job": server.writing.weaving.start(snapshot, request, agreed=arguments.agreed).id}
