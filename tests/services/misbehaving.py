"""How a loopback service answers when it is told to do wrong."""

import gzip
import itertools
import json
import select
import socket
import struct
import time
import zlib
from email.utils import formatdate
from functools import cache
from http.server import BaseHTTPRequestHandler

from services.faults import Fault
from services.seen import Reply, Seen

LATE = 30.0
"""Seconds that a late answer takes for who still waits, and at most that a dripping one goes on."""

MOST_SENT = 256 << 20
"""Bytes after which an endless body ends for want of a reader who gives up."""

_PAGE = b"<!DOCTYPE html><html><head><title>Just a moment...</title></head><body></body></html>"
_XHTML = (
    b'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Log in</title></head><body/></html>'
)
_OTHER_JSON = b'{"message": 7, "data": "none", "results": {"a": 1}}'
_PLAIN = {
    Fault.UNAUTHORIZED: (401, {}),
    Fault.FORBIDDEN: (403, {}),
    Fault.NOT_FOUND: (404, {}),
    Fault.TOO_MANY: (429, {}),
    Fault.TOO_MANY_SECONDS: (429, {"Retry-After": "7"}),
    Fault.TOO_MANY_HALF_A_MINUTE: (429, {"Retry-After": "30"}),
    # As OpenAlex says it: https://developers.openalex.org/api-reference/authentication
    Fault.TOO_MANY_USED_UP: (429, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "40000"}),
    Fault.TOO_MANY_TOMORROW: (429, {"Retry-After": "86400"}),
    Fault.INTERNAL: (500, {}),
    Fault.BAD_GATEWAY: (502, {}),
    Fault.UNAVAILABLE: (503, {}),
}


def send(handler: BaseHTTPRequestHandler, answer: Reply, seen: Seen) -> None:
    """Send an answer as it is, compressed where the client takes that."""
    body, headers = answer.body, {"Content-Type": answer.type, **answer.headers}
    if "gzip" in seen.headers.get("accept-encoding", "") and len(body) > 500:
        body = gzip.compress(body, 1)
        headers["Content-Encoding"] = "gzip"
    _head(handler, answer.status, headers | {"Content-Length": str(len(body))})
    handler.wfile.write(body)
    seen.sent += len(body)


def misbehave(handler: BaseHTTPRequestHandler, fault: Fault, answer: Reply, seen: Seen) -> None:
    """Answer a request wrongly."""
    if fault in _PLAIN:
        status, headers = _PLAIN[fault]
        text = json.dumps({"message": "no", "error": "no", "code": str(status)}).encode()
        send(handler, Reply(text, status, headers=headers), seen)
    elif fault is Fault.TOO_MANY_DATE:
        date = formatdate(time.time() + 9, usegmt=True)
        send(handler, Reply(b"{}", 429, headers={"Retry-After": date}), seen)
    elif fault is Fault.SLOW:
        # A client that hangs up is seen, as nothing else is sent meanwhile.
        select.select([handler.connection], [], [], LATE)
        send(handler, answer, seen)
    elif fault is Fault.DRIPPING:
        _drip(handler, answer, seen)
    elif fault is Fault.DRIPPING_HEADERS:
        _drip_headers(handler)
    elif fault is Fault.HALF_ZIPPED:
        packed = gzip.compress(answer.body, 1)
        half = packed[: len(packed) // 2]
        headers = {"Content-Encoding": "gzip", "Content-Length": str(len(half))}
        _head(handler, 200, {"Content-Type": answer.type} | headers)
        handler.wfile.write(half)
    elif fault is Fault.HALF_SENT:
        length = {"Content-Type": answer.type, "Content-Length": str(len(answer.body))}
        _head(handler, answer.status, length | dict(answer.headers))
        handler.wfile.write(answer.body[: len(answer.body) // 2])
        handler.close_connection = True
    elif fault is Fault.WRONG_JSON:
        send(handler, Reply(answer.body[: len(answer.body) // 2], type=answer.type), seen)
    elif fault is Fault.WRONG_SHAPE:
        xml = b"<?xml version='1.0'?><rss><item>7</item></rss>"
        body = _OTHER_JSON if answer.type.endswith("json") else xml
        send(handler, Reply(body, type=answer.type), seen)
    elif fault is Fault.WRONG_ENCODING:
        send(handler, Reply(answer.body.decode().encode("utf-16-le"), type=answer.type), seen)
    elif fault is Fault.REDIRECT_LOOP:
        _head(handler, 302, {"Location": handler.path, "Content-Length": "0"})
    elif fault is Fault.REDIRECT_PRIVATE:
        there = "http://127.0.0.1:9/latest/meta-data"
        _head(handler, 307, {"Location": there, "Content-Length": "0"})
    elif fault is Fault.ENDLESS:
        _endless(handler, b"[" + b" " * 65535, {"Content-Type": answer.type}, seen)
    elif fault is Fault.GZIP_BOMB:
        _bomb(handler, answer.type, seen)
    elif fault is Fault.RESET:
        hard = struct.pack("ii", 1, 0)
        handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, hard)
        handler.connection.close()
        handler.close_connection = True
    elif fault is Fault.XHTML:
        send(handler, Reply(_XHTML, type=answer.type), seen)
    else:
        send(handler, Reply(_PAGE, type="text/html; charset=utf-8"), seen)


def _head(handler: BaseHTTPRequestHandler, status: int, headers: dict[str, str]) -> None:
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name, value)
    handler.end_headers()


def _drip(handler: BaseHTTPRequestHandler, answer: Reply, seen: Seen) -> None:
    _head(handler, 200, {"Content-Type": answer.type, "Content-Length": str(len(answer.body))})
    end = time.monotonic() + LATE
    for number in itertools.count():
        if time.monotonic() > end:
            break
        handler.wfile.write(answer.body[number : number + 1])
        handler.wfile.flush()
        seen.sent += 1
        time.sleep(0.05)
    handler.close_connection = True


def _drip_headers(handler: BaseHTTPRequestHandler) -> None:
    head = b"HTTP/1.1 200 OK\r\nX-Padding: " + b"x" * 10_000
    end = time.monotonic() + LATE
    for number in itertools.count():
        if time.monotonic() > end:
            break
        handler.wfile.write(head[number : number + 1])
        handler.wfile.flush()
        time.sleep(0.05)
    handler.close_connection = True


def _endless(
    handler: BaseHTTPRequestHandler, chunk: bytes, headers: dict[str, str], seen: Seen
) -> None:
    _head(handler, 200, headers | {"Connection": "close"})
    handler.close_connection = True
    while seen.sent < MOST_SENT:
        handler.wfile.write(chunk)
        seen.sent += len(chunk)


def _bomb(handler: BaseHTTPRequestHandler, kind: str, seen: Seen) -> None:
    body = _packed_bomb()
    headers = {"Content-Type": kind, "Content-Encoding": "gzip", "Content-Length": str(len(body))}
    _head(handler, 200, headers)
    handler.wfile.write(body)
    seen.sent += len(body)


@cache
def _packed_bomb() -> bytes:
    """Return some 95 kB that unpack to 96 MiB of JSON."""
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    spaces = b" " * (1 << 20)
    return packer.compress(b"[") + b"".join(
        [*(packer.compress(spaces) for _ in range(96)), packer.compress(b"]"), packer.flush()]
    )
