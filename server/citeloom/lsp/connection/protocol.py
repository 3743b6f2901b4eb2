"""JSON-RPC as pygls has it, where it falls short: one response to every request, whatever happens.

pygls answers neither malformed parameters nor requests before ``initialize`` or after
``shutdown``, and shows every error of a notification to the user.
"""

import asyncio
import contextvars
import inspect
import json
import logging
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any
from typing import Protocol as Shape

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol
from pygls.protocol.language_server import lsp_method

from citeloom.lsp.connection.brief import brief
from citeloom.lsp.connection.problem_message import problem_message
from citeloom.lsp.connection.shown import WrittenResult, shown
from citeloom.problem import InputError

logger = logging.getLogger("citeloom")

SECONDS_TO_CLOSE = 0.6

_FOLLOWED = (
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
)
"""What the server follows itself: pygls would keep all texts a second time."""

_CODES = types.ErrorCodes
_LSP = types.LSPErrorCodes


class Documents(Shape):
    """What knows the editor's documents, and ends when the connection does."""

    @property
    def own_folders(self) -> Sequence[Path]:
        """The folders by which the user knows paths."""
        ...

    async def close(self) -> None:
        """End all that is under way."""


class Protocol(LanguageServerProtocol):
    """The protocol of one connection."""

    documents: Documents

    def __init__(self, server: Any, converter: Any) -> None:
        self.stopped: asyncio.Event = asyncio.Event()
        self._asked_to_initialize = False
        super().__init__(server, converter)
        for method in _FOLLOWED:
            del self.fm.builtin_features[method]

    def receive(self, body: bytes) -> None:
        """Take one message of the client."""
        try:
            message = json.loads(body)
        except (ValueError, RecursionError) as error:
            self._fail(None, _CODES.ParseError, f"a message is not valid JSON: {error}")
            return
        if not isinstance(message, dict):
            self._fail(None, _CODES.InvalidRequest, "a message is not a JSON object")
            return
        try:
            self._take(message)
        except Exception:
            logger.exception("a message could not be handled")
            if "method" in message and "id" in message:
                self._fail(message["id"], _CODES.InternalError, "the message could not be handled")

    def _take(self, message: dict[str, Any]) -> None:
        method, is_request = message.get("method"), "id" in message
        if not isinstance(method, str):
            if "method" in message or not is_request:
                self._fail(message.get("id"), _CODES.InvalidRequest, "a message has no method")
            else:
                self._take_response(message)
            return
        # A bool is an int in Python.
        if is_request and type(message["id"]) not in (str, int):
            self._fail(
                None, _CODES.InvalidRequest, f"{method}: its id must be a string or a number"
            )
            return
        if refusal := self._refusal(method):
            if is_request:
                self._fail(message["id"], *refusal)
            return
        try:
            structured = self.structure_message({"jsonrpc": self.VERSION, "params": None} | message)
        except JsonRpcException as error:
            why = _summary(error.__cause__ or error)
            if is_request:
                self._fail(message["id"], _CODES.InvalidParams, f"{method}: {why}")
            else:
                logger.warning("%s was ignored: %s", method, why)
            return
        if method == types.INITIALIZE:
            self._asked_to_initialize = True
        params = getattr(structured, "params", None)
        own = contextvars.copy_context()
        if is_request:
            own.run(self._handle_request, structured.id, method, params)
        else:
            own.run(self._handle_notification, method, params)

    def _refusal(self, method: str) -> tuple[int, str] | None:
        """Return why a message is not handled, if it is not."""
        if method == types.EXIT:
            return None
        if self._shutdown:
            return _CODES.InvalidRequest, f"{method}: the server is shutting down"
        if method == types.INITIALIZE:
            if self._asked_to_initialize:
                return _CODES.InvalidRequest, "the server is initialized already"
            return None
        if not self._asked_to_initialize:
            return _CODES.ServerNotInitialized, f"{method}: the server is not initialized yet"
        known = method in self.fm.builtin_features or method in self.fm.features
        if not known and method != types.CANCEL_REQUEST:
            return _CODES.MethodNotFound, f"{method} is not supported"
        return None

    def _take_response(self, message: dict[str, Any]) -> None:
        name = message["id"]
        future = self._request_futures.get(name) if isinstance(name, str) else None
        if future is None or future.done():
            return
        try:
            structured = self.structure_message({"jsonrpc": self.VERSION, "result": None} | message)
        except JsonRpcException as wrong:
            self._request_futures.pop(name, None)
            future.set_exception(wrong)
            return
        error = getattr(structured, "error", None)
        self._handle_response(name, getattr(structured, "result", None), error)

    def _execute_handler(
        self,
        msg_id: Any,
        handler: Any,
        callback: Any,
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
    ) -> None:
        """Call a handler at once, so that it sees the documents as they are at its message.

        A handler may go on in a coroutine that it returns.
        """
        if inspect.isgeneratorfunction(handler):
            super()._execute_handler(msg_id, handler, callback, args, kwargs)
            return
        future: Future[Any] = Future()
        try:
            result = handler(*(args or ()), **(kwargs or {}))
        except Exception as error:
            future.add_done_callback(callback)
            future.set_exception(error)
            return
        if inspect.isawaitable(result):
            task = asyncio.ensure_future(result)
            self._request_futures[msg_id] = task  # type: ignore[assignment]
            task.add_done_callback(callback)
            return
        future.add_done_callback(callback)
        future.set_result(result)

    def _send_handler_result(self, future: Any, *, msg_id: Any) -> None:
        self._request_futures.pop(msg_id, None)
        if future.cancelled():
            self._fail(msg_id, _LSP.RequestCancelled, "cancelled")
            return
        error = future.exception()
        if error is None:
            result = future.result()
            if isinstance(result, WrittenResult):
                self._send_data({"jsonrpc": self.VERSION, "id": msg_id, "result": result.value})
            else:
                self._send_response(msg_id, result)
        elif isinstance(error, InputError):
            self._refuse(msg_id, error)
        elif isinstance(error, JsonRpcException):
            self._fail(msg_id, error.code, error.message)
        else:
            logger.error("a request failed", exc_info=error)
            fault = f"an error in Citeloom: {type(error).__name__}: {error}"
            self._fail(msg_id, _CODES.InternalError, f"{fault} (see the server's log for details)")

    def _check_handler_result(self, future: Any) -> None:
        if not future.cancelled() and (error := future.exception()) is not None:
            logger.error("a notification could not be handled", exc_info=error)

    def _refuse(self, msg_id: Any, error: InputError) -> None:
        """Answer with what is wrong in words; a client that has buttons finds it in the data."""
        message = problem_message(error.problem, self.documents.own_folders)
        data = message.as_json()
        answer = {"code": int(_LSP.RequestFailed), "message": shown(message.words), "data": data}
        self._send_data({"jsonrpc": self.VERSION, "id": msg_id, "error": answer})

    def _fail(self, msg_id: Any, code: int, message: str) -> None:
        words = brief(message, self.documents.own_folders)
        error = {"code": int(code), "message": shown(words)}
        self._send_data({"jsonrpc": self.VERSION, "id": msg_id, "error": error})

    def _send_data(self, data: Any) -> None:
        try:
            body = json.dumps(data, default=self._serialize_message).encode("ascii")
        except Exception:
            logger.exception("an answer could not be written as JSON")
            msg_id = getattr(data, "id", None)
            if msg_id is not None and not hasattr(data, "method"):
                self._fail(msg_id, _CODES.InternalError, "the answer could not be written as JSON")
            return
        assert self.writer is not None
        try:
            self.writer.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        except (OSError, ValueError):
            self.stopped.set()  # Nobody listens any more.

    @lsp_method(types.SHUTDOWN)
    async def lsp_shutdown(self, *_: object) -> None:  # type: ignore[override]
        """Stop all that is under way; the answer does not wait for long."""
        self._shutdown = True
        own = self.msg_id
        for name, future in list(self._request_futures.items()):
            if name != own:
                future.cancel()
        try:
            await asyncio.wait_for(self.documents.close(), SECONDS_TO_CLOSE)
        except TimeoutError:
            logger.warning("jobs did not end in time; they end with this process")

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_: object) -> None:  # type: ignore[override]
        self.stopped.set()

    @property
    def exit_code(self) -> int:
        """0 if the client asked for the end in the right order."""
        return 0 if self._shutdown else 1


def _summary(error: BaseException) -> str:
    """Return what was wrong with a message's parameters, in one line."""
    try:
        from cattrs import transform_error

        lines = transform_error(error)
    except Exception:
        lines = [str(error)]
    return "; ".join(lines[:3]) or "wrong parameters"
