"""Messages of JSON-RPC 2.0, as the Model Context Protocol uses them."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from citeloom.mcp.lines import OverlongLine

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602

RequestId = int | str
_ID = re.compile(rb'"id"\s*:\s*(\d{1,15}|"[\w.:-]{1,100}")')


@dataclass(frozen=True)
class Request:
    """A message that is answered."""

    id: RequestId
    method: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Notification:
    """A message that is not answered."""

    method: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Fault:
    """What is no message, and the error that says so; ``id`` is None where it is not known."""

    id: RequestId | None
    code: int
    message: str


Message = Request | Notification | Fault


def read_message(line: bytes | OverlongLine) -> Message | None:
    """Return the message of a line; None for an answer, as this server asks nothing."""
    if isinstance(line, OverlongLine):
        return Fault(_id_in(line.beginning), INVALID_REQUEST, "the message is too long")
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):  # Of JSON, of UTF-8, or of a number that is too long.
        return Fault(None, PARSE_ERROR, "the line is not JSON")
    return _message(value)


def result(request_id: RequestId, value: Mapping[str, object]) -> dict[str, object]:
    """Return the answer to a request."""
    return {"jsonrpc": "2.0", "id": request_id, "result": value}


def error(request_id: RequestId | None, code: int, message: str) -> dict[str, object]:
    """Return an answer that says why there is no other."""
    return {"jsonrpc": "2.0", "id": request_id, "error": {"code": code, "message": message}}


def notification(method: str, params: Mapping[str, object]) -> dict[str, object]:
    """Return a message that needs no answer."""
    return {"jsonrpc": "2.0", "method": method, "params": params}


def written(value: object) -> bytes:
    """Return a message as a line."""
    # Halves of surrogates, which come of broken texts, are no UTF-8.
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace") + b"\n"


def _message(value: object) -> Message | None:
    if not isinstance(value, dict):
        return Fault(None, INVALID_REQUEST, "the message is not a JSON object")
    method, params = value.get("method"), value.get("params")
    known = value.get("id")
    number = known if isinstance(known, int | str) and not isinstance(known, bool) else None
    if "method" not in value and ("result" in value or "error" in value):
        return None
    if not isinstance(method, str):
        return Fault(number, INVALID_REQUEST, "the message names no method")
    if params is not None and not isinstance(params, dict):
        return Fault(number, INVALID_PARAMS, "params is not an object")
    if "id" not in value:
        return Notification(method, params or {})
    if number is None:
        return Fault(None, INVALID_REQUEST, "a request's id must be a number or a string")
    return Request(number, method, params or {})


def _id_in(beginning: bytes) -> RequestId | None:
    """Return the id that a message seems to have, by its beginning."""
    found = _ID.search(beginning)
    if found is None:
        return None
    value: RequestId = json.loads(found[1])
    return value
