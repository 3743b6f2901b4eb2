"""A server that answers with whatever bytes a test wants, HTTP or not."""

import socket
import socketserver
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import BinaryIO

MOST_SENT = 300 << 20
"""Bytes after which an answer without end ends, for want of a client that gives up."""


@dataclass(frozen=True)
class Request:
    """What a client asked, with its headers by small names."""

    line: str
    headers: dict[str, str]
    body: bytes


Answer = Callable[[Request], Iterable[bytes]]
"""The pieces of an answer, one after the other; the connection ends with the last one."""


@dataclass
class RawServer:
    """A running server: where it is, what it was asked, and the bytes that clients took."""

    address: str
    asked: list[Request] = field(default_factory=list)
    sent: int = 0


@contextmanager
def raw_server(answer: Answer) -> Iterator[RawServer]:
    """Run a server on a free port of this machine."""

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            with suppress(OSError, ValueError):
                request = _read_request(self.rfile)
                running.asked.append(request)
                for piece in answer(request):
                    self.connection.sendall(piece)
                    running.sent += len(piece)
                    if running.sent > MOST_SENT:
                        break
                # What the client still sends would make an end a reset.
                self.connection.shutdown(socket.SHUT_WR)

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True
        allow_reuse_address = True
        request_queue_size = 128

        def handle_error(self, request: object, client_address: object) -> None:
            """Say nothing: clients that go away are what the tests want."""

    with Server(("127.0.0.1", 0), Handler) as server:
        running = RawServer(f"http://127.0.0.1:{server.server_address[1]}")
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield running
        finally:
            server.shutdown()
            thread.join()


def _read_request(stream: BinaryIO) -> Request:
    line = stream.readline().decode("latin-1").strip()
    headers: dict[str, str] = {}
    while header := stream.readline().decode("latin-1").strip():
        name, _, value = header.partition(":")
        headers[name.lower()] = value.strip()
    size = int(headers.get("content-length", 0))
    return Request(line, headers, stream.read(size))


def http(
    body: bytes = b"",
    *headers: str,
    status: str = "200 OK",
    media_type: str = "application/json",
) -> list[bytes]:
    """Return a whole answer; a header that is given stands beside those that belong there."""
    lines = [
        f"HTTP/1.1 {status}",
        f"Content-Type: {media_type}",
        f"Content-Length: {len(body)}",
        "Connection: close",
        *headers,
    ]
    return ["\r\n".join([*lines, "", ""]).encode("latin-1"), body]


def endless(head: bytes, piece: bytes) -> Iterator[bytes]:
    """Yield a beginning, and then the same piece again and again."""
    yield head
    many = piece * max(1, (1 << 20) // len(piece))
    while True:
        yield many
