"""Hand requests and commands to the files that answer them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from importlib import import_module
from inspect import isawaitable, iscoroutine, signature
from typing import Any

from lsprotocol import types

from citeloom.lsp.components import Components
from citeloom.lsp.routes import COMMANDS, FORECASTS, WITHOUT_DOCUMENT, RequestRoute
from citeloom.lsp.session import Session
from citeloom.lsp.time_limit import SECONDS, OutOfTime, limited_time
from citeloom.problem import InputError, OutsideError, Place, UnreadError

logger = logging.getLogger("citeloom")


def request_handler(parts: Components, route: RequestRoute) -> Callable[[Any], Any]:
    """Return the handler of a request, which calls its file with the right snapshot."""
    session = parts.session

    def handle(params: Any) -> Any:
        if route.shared and not session.settings.shared_features:
            return None
        try:
            return parts.reading.ask(partial(respond, params))
        except UnreadError as unread:
            if route.meanwhile:
                return respond_meanwhile(params, unread)
            return asyncio.ensure_future(respond_later(params, _document_of(session, params)))

    def call_feature(params: Any) -> Any:
        from citeloom.lsp.snapshot import Snapshot

        subject = subject_of(session, params)
        is_outline = isinstance(subject, Snapshot) and subject.is_outline
        function = route.outline if is_outline else route.function
        work = (parts.work,) if route.work else ()
        return _function(function)(subject, params, *work) if function else None

    def respond(params: Any) -> Any:
        try:
            named = getattr(params, "text_document", None)
            uri = named.uri if named else ""
            result = _within_budget(session, uri, partial(call_feature, params))
        except InputError as error:
            if not route.quiet:
                if isinstance(error, OutsideError) and parts.editor.can_ask:
                    _ask_outside(parts, error)
                raise
            logger.info("%s: %s", route.method, error)
            return None
        if route.quiet and isawaitable(result):
            return _start_task(_without_refusals(result), result)
        return result

    def respond_meanwhile(params: Any, unread: UnreadError) -> Any:
        with suppress(InputError):
            document = session.unread_snapshot(params.text_document.uri, unread.path)
            return _function(route.meanwhile)(document, params)

    async def respond_later(params: Any, document: object) -> Any:
        def respond_if_same() -> Any:
            # A place in a text that has changed since is another place.
            if _has_place(params) and _document_of(session, params) is not document:
                if route.quiet:
                    return None
                raise InputError("the text has changed in the meantime", advice="try again")
            return respond(params)

        result = await parts.reading.answer(respond_if_same)
        return await result if isawaitable(result) else result

    return handle


def command_handler(parts: Components, name: str) -> Callable[..., Any]:
    """Return the handler of a command, which calls its function with components and arguments."""

    def handle(*arguments: Any) -> Any:
        from pydantic.alias_generators import to_snake

        from citeloom.lsp.features.requests.arguments import arguments_of
        from citeloom.lsp.features.requests.document import snapshot_for

        function = _function(f"commands.{COMMANDS[name]}.{to_snake(name)}")
        # Each command says by its signature which arguments it takes.
        _, taken = signature(function).parameters.values()
        given = arguments_of(taken.annotation, arguments)
        within_budget = partial(_within_budget, parts.session, getattr(given, "uri", ""))
        run = partial(within_budget, partial(function, parts, given))

        def read() -> None:
            with suppress(InputError):  # The command says it, if it needs the document.
                snapshot_for(parts.session, given)
            parts.read_drafts(getattr(given, "offer", ""))

        reading = partial(within_budget, read)
        try:
            if name not in WITHOUT_DOCUMENT:
                parts.reading.ask(reading)
        except UnreadError:
            return asyncio.ensure_future(run_later(run, reading))
        return run_now(run)

    async def run_later(run: Callable[[], Any], read: Callable[[], None]) -> Any:
        await parts.reading.answer(read)
        result = run_now(run)
        return await result if isawaitable(result) else result

    def run_now(run: Callable[[], Any]) -> Any:
        try:
            result = run()
        except OutsideError as error:
            return _ask_or_raise(parts, name, error, run)
        if isawaitable(result):
            return _start_task(_await_result(parts, name, result, run), result)
        return result

    return handle


def _start_task(outer: Coroutine[Any, Any, Any], inner: Awaitable[Any]) -> "asyncio.Task[Any]":
    """Start a coroutine around another one, which is closed with it.

    A task that is cancelled before it begins never awaits what it is around.
    """
    task = asyncio.ensure_future(outer)
    if iscoroutine(inner):
        task.add_done_callback(lambda _: inner.close())
    return task


async def _await_result(
    parts: Components, name: str, result: Awaitable[Any], run: Callable[[], Any]
) -> Any:
    try:
        return await result
    except OutsideError as error:
        return _ask_or_raise(parts, name, error, run)


def _ask_or_raise(
    parts: Components, name: str, error: OutsideError, run: Callable[[], Any]
) -> dict[str, object]:
    """Ask whether a project may use files outside of it, and then run the command again."""
    if name in FORECASTS or not parts.editor.can_ask:
        raise error
    _ask_outside(parts, error, run)
    return {"asked": True, "outside": [str(path) for path in error.paths]}


def _ask_outside(
    parts: Components, error: OutsideError, run: Callable[[], Any] | None = None
) -> None:
    from citeloom.lsp.questions.outside import ask_outside

    parts.background.run(ask_outside(parts.editor, parts.session.context.user, error, run))


def _within_budget(session: Session, uri: str, work: Callable[[], Any]) -> Any:
    """Do what is asked of a document; give up what takes too long or needs too much memory."""
    try:
        with limited_time():
            return work()
    except OutOfTime:
        why = f"took longer than {SECONDS:g} s"
    except MemoryError:
        why = "needed more memory than is available"
    place = Place(session.path(uri)) if uri else None
    raise InputError(f"the request {why} and was stopped", place)


def _has_place(params: Any) -> bool:
    return hasattr(params, "position") or hasattr(params, "range")


def _document_of(session: Session, params: Any) -> object:
    """Return the open document that a request names, as it is now; None without one."""
    named = getattr(params, "text_document", None)
    return session.buffers.get(session.path(named.uri)) if named else None


def _function(name: str) -> Callable[..., Any]:
    """Return a function of ``features``, with its module."""
    module, _, own = name.rpartition(".")
    function: Callable[..., Any] = getattr(import_module(f"citeloom.lsp.features.{module}"), own)
    return function


def subject_of(session: Session, params: Any) -> object:
    """Return what a request is about: a snapshot of a document, or of every open project.

    None for a completion item that is not ours.
    """
    if isinstance(params, types.WorkspaceSymbolParams):
        return session.open_projects()
    if isinstance(params, types.CompletionItem):
        uri = params.data.get("uri") if isinstance(params.data, dict) else None
        return session.snapshot(uri) if isinstance(uri, str) else None
    return session.snapshot(params.text_document.uri)


async def _without_refusals(result: Any) -> Any:
    try:
        return await result
    except InputError as error:
        logger.info("%s", error)
        return None
