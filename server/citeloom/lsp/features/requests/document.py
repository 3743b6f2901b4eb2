"""The document that a command is about."""

from functools import partial

from citeloom.lsp.components import Components
from citeloom.lsp.features.requests.arguments import Arguments
from citeloom.lsp.session import Session
from citeloom.lsp.snapshot import Snapshot
from citeloom.problem import InputError

_NO_DRAFTS = {".bib", ".outline"}


def snapshot_for(session: Session, arguments: Arguments) -> Snapshot:
    """Return the document that was named, or the first .tex file that is open.

    Raises
    ------
    InputError
        If there is none, or it cannot be read.
    """
    if arguments.uri:
        return session.snapshot(arguments.uri)
    paths = sorted(session.buffers, key=lambda path: path.suffix.lower() in _NO_DRAFTS)
    if not paths:
        raise InputError("no document is open", advice="open one, or name it: {'uri': …}")
    return session.snapshot_of(paths[0])


async def own_snapshot_once_read(parts: Components, arguments: Arguments) -> Snapshot:
    """Return the document as ``own_snapshot_for`` does, its large files read in a thread.

    For what goes on after a wait, in which files may have changed.
    """
    return await parts.reading.answer(partial(own_snapshot_for, parts.session, arguments))


def own_snapshot_for(session: Session, arguments: Arguments) -> Snapshot:
    """Return the document as ``snapshot_for`` does, for a command that writes or sends."""
    snapshot = snapshot_for(session, arguments)
    snapshot.folder.check((snapshot.project.root,), "read for this")
    return snapshot
