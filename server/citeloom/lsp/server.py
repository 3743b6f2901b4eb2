"""The server: what it announces, where its messages go, and how it begins and ends."""

import asyncio
import logging
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, cast

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from citeloom import __version__
from citeloom.lsp.components import Components
from citeloom.lsp.connection.bodies import bodies
from citeloom.lsp.connection.parent import is_alive, parent_gone
from citeloom.lsp.connection.protocol import Protocol
from citeloom.lsp.connection.shown import converter
from citeloom.lsp.dispatch import command_handler, request_handler
from citeloom.lsp.own_messages import MODEL_KEY, MODEL_PIECE
from citeloom.lsp.routes import COMMANDS, ROUTES
from citeloom.lsp.session import NO_KEY
from citeloom.lsp.uris import is_file
from citeloom.stdio import read_in_a_thread, take_stdio
from citeloom_latex.lines import Unit

logger = logging.getLogger("citeloom")

SECONDS_BETWEEN_THREADS = 0.0005
WATCHED = ("**/*.tex", "**/*.bib", "**/*.sty", "**/*.cls", "**/citeloom.toml")


class LogFormatter(logging.Formatter):
    """Begins a line for each record alone: what others wrote cannot look like a record."""

    def format(self, record: logging.LogRecord) -> str:
        return super().format(record).replace("\n", "\n    ")


class Server(LanguageServer):
    """One connection to one editor."""

    protocol: Protocol

    def __init__(self) -> None:
        super().__init__(
            "citeloom",
            __version__,
            protocol_cls=Protocol,
            converter_factory=converter,
        )
        self.protocol.documents = self
        self.parts = Components(self.protocol)
        for route in ROUTES:
            self.feature(route.method, route.options)(request_handler(self.parts, route))
        for name in COMMANDS:
            self.command(f"citeloom.{name}")(command_handler(self.parts, name))
        for method, handler in (
            (types.INITIALIZE, self._initialize),
            (types.INITIALIZED, self._initialized),
            (types.WORKSPACE_DID_CHANGE_CONFIGURATION, self._configuration_changed),
            (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, self._files_changed),
            (types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, self._folders_changed),
            (types.TEXT_DOCUMENT_DID_OPEN, self._opened),
            (types.TEXT_DOCUMENT_DID_CHANGE, self._changed),
            (types.TEXT_DOCUMENT_DID_CLOSE, self._closed),
            (types.TEXT_DOCUMENT_DID_SAVE, self._saved),
            (types.WINDOW_WORK_DONE_PROGRESS_CANCEL, self._progress_cancelled),
            (MODEL_KEY, self._key_handed_over),
            (MODEL_PIECE, self.parts.models.hear),
        ):
            self.feature(method)(partial(handler))  # pygls writes attributes on it

    async def close(self) -> None:
        """End all that is under way."""
        await self.parts.close()

    @property
    def own_folders(self) -> Sequence[Path]:
        """The folders by which the user knows paths."""
        return self.parts.session.own_folders

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log what went wrong between two messages; it is nothing that a user can act on."""
        logger.error("%s", error, exc_info=error)

    def _initialize(self, params: types.InitializeParams) -> None:
        encoding = self.workspace.position_encoding
        unit = str(getattr(encoding, "value", encoding))
        self.parts.session.begin(params, cast(Unit, unit))
        self.parts.diagnosing.begin()
        self.parts.indexing.begin()
        # One that is not there now may have its number in another container.
        if params.process_id is not None and is_alive(params.process_id):
            self.parts.background.run(self._watch(params.process_id))

    async def _watch(self, process: int) -> None:
        await parent_gone(process)
        logger.warning("the editor's process has ended")
        self.protocol.stopped.set()

    def _initialized(self, _: types.InitializedParams) -> None:
        self.parts.background.run(self._settle())

    async def _settle(self) -> None:
        from citeloom.keeping.private import make_private_folder

        # An agent, or another window, has texts written that wait here too.
        waiting = self.parts.session.context.user.waiting
        with suppress(OSError):  # What is not there is not watched; it says so when it is written.
            make_private_folder(waiting)
        self.parts.editor.watch_files(WATCHED, {waiting: "*.json"})
        await self.parts.pull_configuration()
        self.parts.fetching.begin()

    def _configuration_changed(self, params: types.DidChangeConfigurationParams) -> None:
        if params.settings:
            self.parts.configure(params.settings)
        self.parts.background.run(self.parts.pull_configuration())

    def _files_changed(self, params: types.DidChangeWatchedFilesParams) -> None:
        session = self.parts.session
        waiting = session.context.user.waiting
        paths = [session.path(change.uri) for change in params.changes if is_file(change.uri)]
        if changed := [path for path in paths if path.parent != waiting]:
            session.disk_changed(changed)
        self.parts.editor.refresh()

    def _folders_changed(self, params: types.DidChangeWorkspaceFoldersParams) -> None:
        session = self.parts.session
        gone, new = (
            [session.path(folder.uri) for folder in folders if is_file(folder.uri)]
            for folders in (params.event.removed, params.event.added)
        )
        stay = [folder for folder in session.folders if folder not in gone]
        session.folders = list(dict.fromkeys([*stay, *new]))
        session.forget_roots()
        self.parts.background.run(self.parts.pull_configuration())

    def _opened(self, params: types.DidOpenTextDocumentParams) -> None:
        self.parts.session.opened(params.text_document)
        self.parts.fetching.seen(self.parts.session.path(params.text_document.uri))

    def _changed(self, params: types.DidChangeTextDocumentParams) -> None:
        self.parts.session.changed(params.text_document, params.content_changes)

    def _closed(self, params: types.DidCloseTextDocumentParams) -> None:
        self.parts.session.closed(params.text_document.uri)

    def _saved(self, params: types.DidSaveTextDocumentParams) -> None:
        path = self.parts.session.path(params.text_document.uri)
        self.parts.session.disk_changed([path])
        self.parts.fetching.seen(path)

    def _progress_cancelled(self, params: types.WorkDoneProgressCancelParams) -> None:
        if cancel := self.parts.editor.cancelling.get(str(params.token)):
            cancel()

    def _key_handed_over(self, params: object) -> None:
        key, host = (getattr(params, name, None) for name in ("modelKey", "host"))
        if not self.parts.session.hand_over(key, host or ""):
            self.parts.editor.say(NO_KEY, types.MessageType.Warning)


def serve() -> None:
    """Serve one client on standard input and output; does not return."""
    from citeloom.keeping.memory import limit_to_half_of_the_machine

    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(LogFormatter("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(handlers=[handler])
    # pygls logs with a traceback what a client sees in the answer.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    # A check in a thread gives way to a request at once, not after five milliseconds.
    sys.setswitchinterval(SECONDS_BETWEEN_THREADS)
    limit_to_half_of_the_machine()
    incoming, writer = take_stdio()
    code = 1
    try:
        code = asyncio.run(_serve(incoming, writer))
    except KeyboardInterrupt:
        os._exit(130)
    os._exit(code)


async def _serve(incoming: BinaryIO, writer: Any) -> int:
    server = Server()
    protocol = server.protocol
    protocol.set_writer(writer)
    read_in_a_thread(bodies(incoming), protocol.receive, protocol.stopped.set)
    await protocol.stopped.wait()
    with suppress(TimeoutError):
        await asyncio.wait_for(server.close(), 0.5)
    # Threads that still look something up must not keep the process; nothing is half written by
    # them that a store or a file could not bear.
    os._exit(protocol.exit_code)
