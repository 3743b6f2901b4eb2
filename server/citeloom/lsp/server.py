"""The server: what it announces, where its messages go, and how it begins and ends."""

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from inspect import isawaitable
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import default_converter

from citeloom import __version__
from citeloom.lsp.background import Background
from citeloom.lsp.diagnosing import Diagnosing
from citeloom.lsp.editor import Editor
from citeloom.lsp.fetching import Fetching
from citeloom.lsp.parent import is_alive, parent_gone
from citeloom.lsp.protocol import Protocol
from citeloom.lsp.routes import COMMANDS, ROUTES, Route
from citeloom.lsp.session import Session
from citeloom.lsp.stdio import bodies, take_stdio
from citeloom.lsp.uris import is_file
from citeloom.problem import InputError
from citeloom_latex.lines import Unit

if TYPE_CHECKING:
    from citeloom.lsp.writing import Writing

logger = logging.getLogger("citeloom")

SECONDS_BETWEEN_THREADS = 0.0005
WATCHED = ("**/*.tex", "**/*.bib", "**/*.sty", "**/*.cls", "**/citeloom.toml")


class Server(LanguageServer):
    """One connection to one editor."""

    protocol: Protocol

    def __init__(self) -> None:
        super().__init__(
            "citeloom",
            __version__,
            protocol_cls=Protocol,
            converter_factory=default_converter,
        )
        self.protocol.documents = self
        self.session = Session()
        self.background = Background()
        self.editor = Editor(self.protocol, self.session)
        parts = (self.editor, self.session, self.background)
        self.diagnosing = Diagnosing(*parts)
        self.fetching = Fetching(*parts, self.diagnosing)
        self._writing: Writing | None = None
        for route in ROUTES:
            self.feature(route.method, route.options)(_handler(self, route))
        for name in COMMANDS:
            self.command(f"citeloom.{name}")(_command(self, name))
        for method, handler in (
            (types.INITIALIZE, self._initialize),
            (types.INITIALIZED, self._initialized),
            (types.WORKSPACE_DID_CHANGE_CONFIGURATION, self._configuration_changed),
            (types.WORKSPACE_DID_CHANGE_WATCHED_FILES, self._files_changed),
            (types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, self._folders_changed),
            (types.TEXT_DOCUMENT_DID_SAVE, self._saved),
            (types.WINDOW_WORK_DONE_PROGRESS_CANCEL, self._progress_cancelled),
        ):
            self.feature(method)(partial(handler))  # pygls writes attributes on it

    @property
    def writing(self) -> "Writing":
        """The jobs that write, and what they have written."""
        if self._writing is None:
            from citeloom.lsp.writing import Writing

            self._writing = Writing(self.editor, self.session, self.background)
        return self._writing

    async def begin_again(self) -> None:
        """Stop all jobs and forget everything but the documents that are open."""
        self.fetching.cancel_all()
        # Whoever writes while the old jobs end has new ones.
        writing, self._writing = self._writing, None
        if writing is not None:
            await writing.close()
        self.session.forget()
        self.diagnosing.all_changed()
        self.editor.refresh()
        await self._pull_configuration()

    async def close(self) -> None:
        """End all that is under way."""
        self.background.close()
        parts = (self.fetching, *(() if self._writing is None else (self._writing,)))
        await asyncio.gather(*(one.close() for one in parts))

    def opened(self, document: types.TextDocumentItem) -> None:
        """Take a document over from the disk."""
        self.session.opened(document)
        self.fetching.seen(self.session.path(document.uri))

    def changed(
        self,
        document: types.VersionedTextDocumentIdentifier,
        changes: Sequence[types.TextDocumentContentChangeEvent],
    ) -> None:
        """Follow the editor."""
        self.session.changed(document, changes)

    def closed(self, uri: str) -> None:
        """Forget the editor's text of a document; the file counts again."""
        self.session.closed(uri)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log what went wrong between two messages; it is nothing that a user can act on."""
        logger.error("%s", error, exc_info=error)

    def _initialize(self, params: types.InitializeParams) -> None:
        encoding = self.workspace.position_encoding
        unit = str(getattr(encoding, "value", encoding))
        self.session.begin(params, cast(Unit, unit))
        self.diagnosing.begin()
        # One that is not there now may have its number in another container.
        if params.process_id is not None and is_alive(params.process_id):
            self.background.run(self._watch(params.process_id))

    async def _watch(self, process: int) -> None:
        await parent_gone(process)
        logger.warning("the editor's process has ended")
        self.protocol.stopped.set()

    def _initialized(self, _: types.InitializedParams) -> None:
        self.background.run(self._settle())

    async def _settle(self) -> None:
        self.editor.watch_files(WATCHED)
        await self._pull_configuration()
        self.fetching.begin()

    async def _pull_configuration(self) -> None:
        if values := await self.editor.configuration():
            self._configure(values)
        self.report_settings()

    def _configure(self, values: object) -> None:
        """Take settings, and show everything again as they want it."""
        self.session.configure(values)
        self.diagnosing.all_changed()
        self.editor.refresh()

    def report_settings(self) -> None:
        """Say once what is wrong with the settings."""
        assert self.session.settings is not None
        for note in self.session.take_notes():
            self.editor.say(note, types.MessageType.Warning)

    def _configuration_changed(self, params: types.DidChangeConfigurationParams) -> None:
        if params.settings:
            self._configure(params.settings)
        self.background.run(self._pull_configuration())

    def _files_changed(self, params: types.DidChangeWatchedFilesParams) -> None:
        self.session.disk_changed(
            [self.session.path(one.uri) for one in params.changes if is_file(one.uri)]
        )
        self.editor.refresh()

    def _folders_changed(self, params: types.DidChangeWorkspaceFoldersParams) -> None:
        session = self.session
        gone, new = (
            [session.path(one.uri) for one in folders if is_file(one.uri)]
            for folders in (params.event.removed, params.event.added)
        )
        stay = [one for one in session.folders if one not in gone]
        session.folders = list(dict.fromkeys([*stay, *new]))
        session.forget_roots()

    def _saved(self, params: types.DidSaveTextDocumentParams) -> None:
        path = self.session.path(params.text_document.uri)
        self.session.disk_changed([path])
        self.fetching.seen(path)

    def _progress_cancelled(self, params: types.WorkDoneProgressCancelParams) -> None:
        self.fetching.cancel_progress(str(params.token))
        if self._writing is not None:
            self._writing.cancel_progress(str(params.token))


def _handler(server: Server, route: Route) -> Callable[[Any], Any]:
    def handle(params: Any) -> Any:
        if route.shared and not server.session.settings.shared_features:
            return None
        answer = import_module(f"citeloom.lsp.features.{route.module}").answer
        try:
            result = answer(server, params)
        except InputError as error:
            if not route.quiet:
                raise
            logger.info("%s: %s", route.method, error)
            return None
        return _quiet(result) if route.quiet and isawaitable(result) else result

    return handle


async def _quiet(result: Any) -> Any:
    try:
        return await result
    except InputError as error:
        logger.info("%s", error)
        return None


def _command(server: Server, name: str) -> Callable[..., Any]:
    def handle(*arguments: Any) -> Any:
        from pydantic.alias_generators import to_snake

        from citeloom.lsp.features.commands.arguments import arguments_of

        module = import_module(f"citeloom.lsp.features.commands.{to_snake(name)}")
        return module.run(server, arguments_of(arguments))

    return handle


def serve() -> None:
    """Serve one client on standard input and output; does not return."""
    logging.basicConfig(stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")
    # pygls logs with a traceback what a client sees in the answer.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    # A check in a thread gives way to a request at once, not after five milliseconds.
    sys.setswitchinterval(SECONDS_BETWEEN_THREADS)
    incoming, writer = take_stdio()
    code = 1
    try:
        code = asyncio.run(_serve(incoming, writer))
    except KeyboardInterrupt:
        os._exit(130)
    os._exit(code)


async def _serve(incoming: BinaryIO, writer: Any) -> int:
    loop = asyncio.get_running_loop()
    server = Server()
    protocol = server.protocol
    protocol.set_writer(writer)

    def read() -> None:
        with suppress(OSError, RuntimeError):  # The loop has ended.
            for body in bodies(incoming):
                loop.call_soon_threadsafe(protocol.receive, body)
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(protocol.stopped.set)

    threading.Thread(target=read, name="reader", daemon=True).start()
    await protocol.stopped.wait()
    with suppress(TimeoutError):
        await asyncio.wait_for(server.close(), 0.5)
    # Threads that still look something up must not keep the process; nothing is half written by
    # them that a store or a file could not bear.
    os._exit(protocol.exit_code)
