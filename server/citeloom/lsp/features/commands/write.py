"""``citeloom.write``: start to write related work in the background."""

from typing import TYPE_CHECKING

from citeloom.actions.section import section_at, section_to_write
from citeloom.actions.write import WriteRequest
from citeloom.lsp.features.commands.arguments import Arguments
from citeloom.lsp.features.commands.document import snapshot_for
from citeloom.lsp.uris import is_file
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.server import Server


def run(server: "Server", arguments: Arguments) -> object:
    """Start the job; the answer has its id."""
    snapshot = snapshot_for(server, arguments)
    buffer = snapshot.buffers.get(snapshot.path)
    if buffer is not None and not is_file(buffer.uri):
        raise InputError("the document is not saved yet", advice="save it as a .tex file first")
    section = arguments.section or ""
    if arguments.section is None and arguments.position is not None:
        offset = snapshot.offset(arguments.position.position)
        at = section_at(snapshot.opened, snapshot.source, offset)
        section = at.name if at is not None else ""
    elif arguments.section is None:
        section = section_to_write(snapshot.opened)
    settings = snapshot.settings
    request = WriteRequest(
        snapshot.project.root,
        method=settings.method,
        section=section,
        paragraphs=settings.paragraphs,
        words=settings.words,
        seed=settings.seed,
        alternatives=settings.alternatives,
    )
    return {"job": server.writing.start(snapshot, request)}
