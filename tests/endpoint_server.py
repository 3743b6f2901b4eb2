"""A loopback endpoint that behaves as an OpenAI-compatible one, with faults on demand.

After the reference of the Chat Completions interface
(https://platform.openai.com/docs/api-reference/chat). It answers as ``answering`` does and knows
no prompt.
"""

import json
import re
import socket
import ssl
import struct
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from endpoint_answers import (
    OBEYS,
    Body,
    completion,
    dropped,
    excused,
    obeyed,
    schema_of,
    stream_event,
    stream_events,
)
from endpoint_behaviour import Behaviour

from answering import answer

SECONDS = 300
"""After which what does not come counts as what never does."""


@dataclass
class Running:
    """A running endpoint: its address, and what it was asked (bodies and headers).

    ``gone`` is released for each request that was left hanging and whose client went away.
    ``refused`` are the faults of clients that did not take its certificate. ``late`` are the
    seconds by which answers came after the time that ``Behaviour.seconds`` says, counted from when
    the request was there. ``flooded`` are the bytes that were taken of bodies without end.
    """

    address: str
    behaviour: Behaviour
    asked: list[Body] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    refused: list[OSError] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    flooded: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)
    gone: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    connections: int = 0
    changed: threading.Condition = field(default_factory=threading.Condition)

    def take_what_was_sent(self) -> None:
        """Wait until all is taken that clients had sent before they were killed.

        A busy machine may deliver it late. Nobody else may have a connection open.
        """
        # Connections are accepted in their order: who is answered now comes after all others.
        urlopen(f"{self.address}/models").close()
        with self.changed:
            assert self.changed.wait_for(lambda: not self.connections, SECONDS)


@contextmanager
def running(
    behaviour: Behaviour | None = None, certificate: Path | None = None, port: int = 0
) -> Iterator[Running]:
    """Run an endpoint on a port of this machine (0: a free one); by https with a certificate."""
    server = _Server(("127.0.0.1", port), _Handler)
    scheme = "http"
    if certificate is not None:
        scheme, context = "https", ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    address = f"{scheme}://127.0.0.1:{server.server_address[1]}/v1"
    server.running = Running(address, behaviour or Behaviour())
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield server.running
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    running: Running

    def process_request(self, request: Any, client_address: Any) -> None:
        with self.running.changed:
            self.running.connections += 1
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        super().shutdown_request(request)
        with self.running.changed:
            self.running.connections -= 1
            self.running.changed.notify_all()

    def get_request(self) -> Any:
        try:
            return super().get_request()
        except ssl.SSLError as error:
            self.running.refused.append(error)
            raise

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: clients that go away are a part of the tests."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Headers and body go out one after the other: without this the second waits for 40 ms.
    disable_nagle_algorithm = True
    server: _Server
    due = 0.0

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        self.due = time.monotonic()
        self.server.running.paths.append(self.path)
        if self.path == "/v1/models":
            if self._lacks_key():
                return
            models = [
                {"id": one, "object": "model", **self.server.running.behaviour.facts}
                for one in self.server.running.behaviour.models
            ]
            self._send(200, {"object": "list", "data": models})
        elif self.path in self.server.running.behaviour.tells:
            self._send(200, self.server.running.behaviour.tells[self.path])
        else:
            self._error(404, "no such path")

    def do_POST(self) -> None:
        data = self.rfile.read(int(self.headers["Content-Length"]))
        self.due = time.monotonic() + self.server.running.behaviour.seconds
        body = json.loads(data)
        running, behaviour = self.server.running, self.server.running.behaviour
        with running.lock:
            running.asked.append(body)
            running.headers.append({name.lower(): value for name, value in self.headers.items()})
            running.paths.append(self.path)
            fault = behaviour.faults.pop(0) if behaviour.faults else behaviour.always
        with running.changed:
            running.changed.notify_all()
            assert running.changed.wait_for(
                lambda: len(running.asked) >= behaviour.together, SECONDS
            )
        if self._lacks_key():
            return
        if body["model"] not in behaviour.models:
            self._error(404, f"The model '{body['model']}' does not exist")
        elif fault:
            self._fail(fault, body)
        elif behaviour.objects_to and re.search(behaviour.objects_to, data.decode()):
            self._fail(behaviour.objects_by, body)
        elif "input" in body:
            self._embed(body)
        elif wrong := self._refused(body):
            self._error(400, wrong)
        else:
            self._answer(body)

    def _lacks_key(self) -> bool:
        """Tell whether a key is wanted that was not sent; that is answered, then."""
        key, sent = self.server.running.behaviour.key, self.headers["Authorization"]
        lacks = bool(key) and sent != f"Bearer {key}"
        if lacks:
            self._error(401, f"Incorrect API key provided: {sent}")
        return lacks

    def _embed(self, body: Body) -> None:
        behaviour = self.server.running.behaviour
        longest = max(map(len, body["input"]))
        if refused := behaviour.refuses & body.keys():
            self._error(400, f"This model does not support specifying {min(refused)}.")
        elif behaviour.longest and longest > behaviour.longest:
            self._error(400, "This model's maximum context length is exceeded; reduce the length")
        else:
            self._send(200, behaviour.embeds(body))

    def _refused(self, body: Body) -> str:
        behaviour = self.server.running.behaviour
        for name in behaviour.refuses & body.keys():
            return f"Unsupported value: '{name}' does not support this value with this model."
        if "system" in behaviour.refuses and body["messages"][0]["role"] == "system":
            return "System role not supported"
        written = body.get("max_tokens", body.get("max_completion_tokens", 0))
        if behaviour.most_written and written > behaviour.most_written:
            return f"max_tokens is too large: {written}"
        form = body.get("response_format", {}).get("type", "")
        if form and form not in behaviour.forms:
            return f"'response_format.type' of '{form}' is not supported"
        size = sum(len(one["content"]) for one in body["messages"])
        if behaviour.longest and size > behaviour.longest:
            return "This model's maximum context length is exceeded; reduce the length"
        return ""

    def _answer(self, body: Body, change: Callable[[Any], Any] = lambda one: one) -> None:
        text = "\n\n".join(one["content"] for one in body["messages"] if one["role"] != "assistant")
        if says := self.server.running.behaviour.says:
            self._complete(body, says(text))
            return
        found = answer(schema_of(body), text, len(self.server.running.asked))
        if self.server.running.behaviour.obedient and OBEYS.search(text):
            found = obeyed(found, text)
        found = change(found)
        self._complete(body, found if isinstance(found, str) else json.dumps(found))

    def _complete(self, body: Body, content: str | None, **more: Any) -> None:
        finish = more.pop("finish_reason", "stop")
        size, model = len(content or "") // 4, self.server.running.behaviour.answers_as
        if body.get("stream") and self.server.running.behaviour.streams:
            counted = size if body.get("stream_options", {}).get("include_usage") else None
            self._stream([*stream_events(content, finish, counted, more, {"model": model})])
            return
        message = {"role": "assistant", "content": content, **more}
        self._send(200, completion(message, finish, size, model))

    def _stream(self, events: list[bytes]) -> None:
        """Send events, all at once or one after the other; the body ends with the connection."""
        between = self.server.running.behaviour.between
        self._begin_stream()
        with suppress(OSError):
            for part in events if between else [b"".join(events)]:
                self.wfile.write(part)
                time.sleep(between)

    def _begin_stream(self) -> None:
        self._wait()
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Connection", "close")
        self.end_headers()

    def _fail(self, fault: str, body: Body) -> None:
        kind, _, value = fault.partition(":")
        if kind.isdigit():
            headers = {"Retry-After": value} if value else {}
            self._error(int(kind), f"the service answers {kind}", headers)
        elif kind == "too-long":
            self._error(400, "This model's maximum context length is exceeded; reduce the length")
        elif kind == "quota":
            self._error(429, "You exceeded your current quota", code="insufficient_quota")
        elif kind == "reset":
            linger = struct.pack("ii", 1, 0)
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            self.close_connection = True
            self.connection.close()
        elif kind == "hang":
            with suppress(OSError):
                self.rfile.read(1)  # Nothing comes any more but the end.
            self.close_connection = True
            self.server.running.gone.release()
        elif kind == "redirect":
            self._send(307, {}, {"Location": value})
        elif kind == "drip":
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", "5000")
            self.end_headers()
            with suppress(OSError):
                for _ in range(200):
                    self.wfile.write(b" ")
                    time.sleep(0.02)
            self.close_connection = True
        elif kind == "failed-inside":
            self._send(200, {"error": {"code": 502, "message": "the provider went away"}})
        elif kind == "surrogate":
            self._answer(body, lambda one: json.dumps(one).replace("a", "a\ud800"))
        elif kind == "half":
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", "5000")
            self.end_headers()
            self.wfile.write(b'{"id": "chatcmpl-1", "choices": [{"mess')
            self.close_connection = True
        elif kind == "no-json":
            self._raw(200, b"<html>gateway</html>", "text/html")
        elif kind == "no-choices":
            self._send(200, {"id": "1", "object": "chat.completion", "choices": []})
        elif kind == "nonsense":
            self._complete(body, "I would rather talk about the weather.")
        elif kind == "truncated":
            self._answer(body, lambda one: json.dumps(one)[: len(json.dumps(one)) // 2])
        elif kind == "cut-off":
            self._complete(body, '{"paragraphs": [', finish_reason="length")
        elif kind == "thinking":
            self._complete(body, "", finish_reason="length", reasoning_content="Hm, ")
        elif kind == "refusal":
            self._complete(body, None, refusal="I cannot help with that.")
        elif kind == "broken-stream":
            text = '{"term": "parsing of documents", "paragraphs": []}'
            self._stream([*stream_events(text, "stop", 9, {}, {})][: int(value)])
        elif kind == "endless":
            self._begin_stream()
            with suppress(OSError):
                for _ in range(500):
                    event = b": still here\n\n" if value else stream_event({"content": "a "})
                    self.wfile.write(event)
                    time.sleep(0.02)
        elif kind == "flood":
            self._flood(*map(str.encode, value.split("|")))
        elif kind == "bomb":
            packed = {"Content-Encoding": "gzip"}
            self._raw(int(value), bomb(2000), "application/json", packed)
        elif kind == "failed-in-stream":
            event = {"error": {"code": 502, "message": "the provider went away"}}
            data = f"data: {json.dumps(event)}\n\n".encode()
            self._stream([stream_event({"content": '{"term": "pars'}), data, b"data: [DONE]\n\n"])
        elif kind == "filter":
            self._error(400, "The prompt triggers the content policy.", code="content_filter")
        elif kind == "filtered-answer":
            self._complete(body, '{"par', finish_reason="content_filter")
        elif kind == "filter-in-stream":
            event = {"error": {"code": "content_filter", "message": "content_filter"}}
            self._stream([f"data: {json.dumps(event)}\n\n".encode()])
        elif kind == "excuse":
            self._complete(body, "I'm sorry, but I can't help with that request.")
        elif kind == "german-excuse":
            self._complete(body, "Es tut mir leid, aber dazu darf ich nichts schreiben.")
        elif kind == "excuse-in-json":
            self._answer(body, excused)
        elif kind == "unknown-id":
            self._answer(body, lambda one: json.loads(re.sub(r"\bP1\b", "P99", json.dumps(one))))
        elif kind == "no-ids":
            ids = r' ?\[P[0-9]+(, P[0-9]+)*\]|"P[0-9]+"(, )?'
            self._answer(body, lambda one: json.loads(re.sub(ids, "", json.dumps(one))))
        elif kind == "dropped":
            self._answer(body, dropped)
        elif kind == "fenced":
            self._answer(
                body, lambda one: f"<think>hm {{}}</think>Sure:\n```json\n{json.dumps(one)}\n```"
            )
        else:
            raise AssertionError(fault)

    def _flood(self, status: bytes, media_type: bytes, piece: bytes) -> None:
        """Send a body without end; give up after 300 MB."""
        self.close_connection = True
        self.send_response(int(status))
        self.send_header("Content-Type", media_type.decode())
        self.end_headers()
        many = piece * max(1, (1 << 20) // len(piece))
        with suppress(OSError):
            for _ in range(300):
                self.wfile.write(many)
                self.server.running.flooded += len(many)

    def _error(
        self,
        status: int,
        message: str,
        headers: dict[str, str] | None = None,
        code: str | None = None,
    ) -> None:
        error = {"message": message, "type": "invalid_request_error", "code": code}
        self._send(status, {"error": error}, headers)

    def _send(self, status: int, value: Any, headers: dict[str, str] | None = None) -> None:
        self._raw(status, json.dumps(value).encode(), "application/json", headers)

    def _raw(
        self, status: int, data: bytes, kind: str, headers: dict[str, str] | None = None
    ) -> None:
        self._wait()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def _wait(self) -> None:
        """Wait until the answer is due: what it took to make it is a part of the latency."""
        time.sleep(max(0.0, self.due - time.monotonic()))
        self.server.running.late.append(time.monotonic() - self.due)


def bomb(size: int) -> bytes:
    """Return what unpacks to so many MiB; all but the first are one block, which is packed once."""
    packer = zlib.compressobj(9, wbits=31)
    first, again = (
        packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH) for _ in range(2)
    )
    return first + again * (size - 1) + packer.flush()
