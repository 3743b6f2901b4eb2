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
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import default_converter

from citeloom import __version__
from citeloom.lsp.diagnosing import Diagnosing
from citeloom.lsp.fetching import Fetching
from citeloom.lsp.parent import is_alive, parent_gone
from citeloom.lsp.protocol import Protocol
from citeloom.lsp.routes import COMMANDS, ROUTES, Route
from citeloom.lsp.session import Session
from citeloom.lsp.stdio import bodies, take_stdio
from citeloom.lsp.telling import REFRESH
from citeloom.lsp.uris import is_file
from citeloom.problem import InputError
from citeloom_latex.lines import Unit

if TYPE_CHECKING:
    from citeloom.lsp.writing import Writing

logger = logging.getLogger("citeloom")

SECONDS_FOR_CONFIGURATION = 5.0
SECONDS_BETWEEN_THREADS = 0.0005


class Server(LanguageServer):
    """One connection to one editor."""

    protocol: Protocol

    def __init__(self) -> None:
        self.session = Session()
        self.diagnosing = Diagnosing(self)
        self.fetching = Fetching(self)
        self._writing: Writing | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        super().__init__(
            "citeloom",
            __version__,
            protocol_cls=Protocol,
            converter_factory=default_converter,
        )
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

            self._writing = Writing(self)
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
        self.refresh()
        await self._pull_configuration()

    async def close(self) -> None:
        """End all that is under way."""
        for task in self._tasks:
            task.cancel()
        parts = (self.fetching, *(() if self._writing is None else (self._writing,)))
        await asyncio.gather(*(one.close() for one in parts))

    def later(self, work: Any) -> None:
        """Run a coroutine beside the messages; what goes wrong in it is logged."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("work in the background failed", exc_info=error)

    def say(self, message: str, kind: types.MessageType = types.MessageType.Info) -> None:
        """Show the user a message."""
        self.window_show_message(types.ShowMessageParams(kind, message))

    def say_problem(self, error: InputError) -> None:
        """Show the user what went wrong, and what would mend it."""
        self.say(str(error), types.MessageType.Error)

    def say_warnings(self, warnings: Sequence[str]) -> None:
        """Show the user in one message what there is to know about something that was written.

        The log and the preview have all of it.
        """
        for one in warnings:
            logger.warning("%s", one)
        if not warnings:
            return
        first, count = warnings[0], len(warnings)
        message = f"{count} warnings; the preview (citeloom.preview) shows them. The first: {first}"
        self.say(first if count == 1 else message, types.MessageType.Warning)

    def tell(self, method: str, params: object = None) -> bool:
        """Send a notification of our own, if the client takes it; tell whether it does."""
        takes = self.session.client.takes(method)
        if takes:
            self.protocol.notify(method, params)
        return takes

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log what went wrong between two messages; it is nothing that a user can act on."""
        logger.error("%s", error, exc_info=error)

    def refresh(self) -> None:
        """Ask the client to ask again for what has changed without an edit."""
        client = self.session.client
        self.tell(REFRESH)
        if client.can("workspace.code_lens.refresh_support"):
            self.protocol.send_request(types.WORKSPACE_CODE_LENS_REFRESH)
        if client.can("workspace.inlay_hint.refresh_support"):
            self.protocol.send_request(types.WORKSPACE_INLAY_HINT_REFRESH)
        if client.pulls and client.can("workspace.diagnostics.refresh_support"):
            self.protocol.send_request(types.WORKSPACE_DIAGNOSTIC_REFRESH)

    def _initialize(self, params: types.InitializeParams) -> None:
        encoding = self.workspace.position_encoding
        unit = str(getattr(encoding, "value", encoding))
        self.session.begin(params, cast(Unit, unit))
        self.diagnosing.begin()
        # One that is not there now may have its number in another container.
        if params.process_id is not None and is_alive(params.process_id):
            self.later(self._watch(params.process_id))

    async def _watch(self, process: int) -> None:
        await parent_gone(process)
        logger.warning("the editor's process has ended")
        self.protocol.stopped.set()

    def _initialized(self, _: types.InitializedParams) -> None:
        self.later(self._settle())

    async def _settle(self) -> None:
        client = self.session.client
        if client.can("workspace.did_change_watched_files.dynamic_registration"):
            patterns = ("**/*.tex", "**/*.bib", "**/*.sty", "**/*.cls", "**/citeloom.toml")
            watchers = [types.FileSystemWatcher(glob_pattern=pattern) for pattern in patterns]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers=watchers)
            method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
            registration = types.Registration("citeloom-files", method, options)
            self.protocol.send_request(
                types.CLIENT_REGISTER_CAPABILITY, types.RegistrationParams([registration])
            )
        await self._pull_configuration()
        self.fetching.begin()

    async def _pull_configuration(self) -> None:
        if self.session.client.can("workspace.configuration"):
            item = types.ConfigurationItem(section="citeloom")
            asked = self.protocol.send_request_async(
                types.WORKSPACE_CONFIGURATION, types.ConfigurationParams([item])
            )
            values = None
            # Of a client that refuses or never answers the defaults hold.
            with suppress(JsonRpcException, TimeoutError):
                values = await asyncio.wait_for(asked, SECONDS_FOR_CONFIGURATION)
            if values and values[0]:
                self._configure(values[0])
        self.report_settings()

    def _configure(self, values: object) -> None:
        """Take settings, and show everything again as they want it."""
        self.session.configure(values)
        self.diagnosing.all_changed()
        self.refresh()

    def report_settings(self) -> None:
        """Say once what is wrong with the settings."""
        assert self.session.settings is not None
        for note in self.session.take_notes():
            self.say(note, types.MessageType.Warning)

    def _configuration_changed(self, params: types.DidChangeConfigurationParams) -> None:
        if params.settings:
            self._configure(params.settings)
        self.later(self._pull_configuration())

    def _files_changed(self, params: types.DidChangeWatchedFilesParams) -> None:
        self.session.disk_changed(
            [self.session.path(one.uri) for one in params.changes if is_file(one.uri)]
        )
        self.refresh()

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
