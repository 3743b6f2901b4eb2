"""How a loopback endpoint reads a request's schema, and what forms its answers have."""

import json
import re
from collections.abc import Iterator
from typing import Any

from answering import QUOTED

Body = dict[str, Any]

OBEYS = re.compile(r"ignore all previous instructions|the gate of the garden", re.IGNORECASE)
"""An order that looks like one, and one that does not."""


_MARK = re.compile(r"\[P\d+")
_ONE = re.compile(r"[^.!?]+\[P[\d, P]+\]\.")


def schema_of(body: Body) -> Body | None:
    """Return the schema that an answer is to have; None where prose is asked for."""
    form = body.get("response_format", {})
    if form.get("type") == "json_schema":
        return form["json_schema"]["schema"]
    decoder = json.JSONDecoder()
    for message in body["messages"]:
        for found in re.finditer(r"schema: (?=\{)", message["content"]):
            return decoder.raw_decode(message["content"], found.end())[0]
    return None


EXCUSE = "I'm sorry, but I can't help with that."


def excused(found: Any) -> Any:
    """Put an excuse in the place of all words, as a model does that must keep to a schema."""
    if isinstance(found, dict):
        return {key: excused(value) for key, value in found.items()}
    if isinstance(found, list):
        return [excused(one) if isinstance(one, dict) else one for one in found]
    return EXCUSE if isinstance(found, str) else found


def dropped(found: Any) -> Any:
    """Leave every second sentence out."""
    if isinstance(found, str) and _MARK.search(found):
        return " ".join(_ONE.findall(found)[::2])
    if isinstance(found, dict):
        return {key: dropped(value) for key, value in found.items()}
    if isinstance(found, list) and found and isinstance(found[0], dict) and "text" in found[0]:
        return found[::2]
    return [dropped(one) for one in found] if isinstance(found, list) else found


def obeyed(found: Any, text: str) -> Any:
    """Do what the hidden instructions say, and pass them on: a new key, a command, a link."""
    hidden = " ".join(one["text"] for one in QUOTED.finditer(text) if OBEYS.search(one["text"]))
    order = OBEYS.split(hidden, maxsplit=1)[-1]
    if isinstance(found, dict):
        return {key: obeyed(value, text) for key, value in found.items()}
    if isinstance(found, list) and found and isinstance(found[0], dict) and "text" in found[0]:
        last = found[-1]
        return [
            {**last, "text": f"{last['text']} {order}", "cites": [*last.get("cites", ()), "evil99"]}
        ]
    if isinstance(found, str) and _MARK.search(found):
        return f"{found[:-1]} {order} [evil99]."
    if isinstance(found, str):
        return f"{found} {OBEYS.search(hidden)[0]} {order}"  # type: ignore[index]
    return [obeyed(one, text) for one in found] if isinstance(found, list) else found


def stream_events(
    content: str | None, finish: str, size: int | None, more: Body, named: Body
) -> Iterator[bytes]:
    """Yield the events of a streamed answer, as OpenAI and others send them."""
    yield stream_event({"role": "assistant", "content": "", **more}, named=named)
    for at in range(0, len(content or ""), 6):
        yield stream_event({"content": (content or "")[at : at + 6]})
    yield stream_event({}, finish)
    if size is not None:
        usage = {"prompt_tokens": 100, "completion_tokens": size, "total_tokens": 100 + size}
        yield f"data: {json.dumps({'choices': [], 'usage': usage})}\n\n".encode()
    yield b"data: [DONE]\n\n"


def stream_event(delta: Body, finish: str | None = None, named: Body | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    chunk = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "choices": [choice]}
    chunk |= named or {}
    return f"data: {json.dumps(chunk)}\n\n".encode()


def completion(message: Body, finish: str, size: int, model: str) -> Body:
    """Return an answer that comes whole."""
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": 100, "completion_tokens": size, "total_tokens": 100 + size},
    }
