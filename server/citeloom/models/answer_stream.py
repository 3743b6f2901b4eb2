"""The body of an endpoint's answer: one JSON object, or events that each hold a piece of it.

https://platform.openai.com/docs/api-reference/chat-streaming;
https://html.spec.whatwg.org/multipage/server-sent-events.html
"""

import json
import re
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from citeloom.models.memo import Completion

_HIDDEN = "***"


@dataclass(frozen=True, slots=True)
class HiddenKey:
    """Hides a key; some endpoints and the programs between repeat what they were sent."""

    _key: str = field(default="", repr=False)

    def hide(self, text: str) -> str:
        """Return a text without the key."""
        return text.replace(self._key, _HIDDEN) if self._key else text

    def split(self, text: str) -> tuple[str, str]:
        """Return a text without the key, and its end apart where the key may have begun."""
        text = self.hide(text)
        for length in range(min(len(text), len(self._key) - 1), 0, -1):
            if self._key.startswith(text[-length:]):
                return text[:-length], text[-length:]
        return text, ""


LARGEST = 32_000_000
"""Bytes of one answer with all that is written around its pieces."""

LARGEST_WHOLE = 8_000_000
"""Bytes of one that comes as one JSON object, whose values may take twenty times that."""

LARGEST_TEXT = 2_000_000
"""Characters of the words of one answer, some hundred times what any question asks for."""

_MOST_TOKENS = 1_000_000_000
"""Tokens that a count may say; what says more counts nothing."""

_LONGEST_NAME = 200
_END = "[DONE]"
_THOUGHTS = ("reasoning_content", "reasoning")
"""Where endpoints put what a model thinks before it answers."""

_THINKS = "<think"
_FIGURE = re.compile(r"\d")
_TAIL = 600
_LONGEST_UNIT = _TAIL // 4
"""If the last characters are four times the same, or more often, nothing else will come."""


class BrokenAnswerError(ValueError):
    """The body of an answer cannot be read, or it ends before the answer does."""


class StreamedAnswer:
    """Collects an answer piece by piece, with the key of its endpoint hidden.

    It is whole where the endpoint has said so, by a reason to finish or by the end mark: a
    connection that breaks off may look like the end of a body. One that repeats itself
    (``repeats_itself``) counts as cut off. ``thinks``: its model thinks before it answers.
    """

    def __init__(self, hidden: HiddenKey) -> None:
        self._hidden = hidden
        self._text: list[str] = []
        self._held = ""
        self._refusal: list[str] = []
        self._length = 0
        self._reason = ""
        self._ended = False
        self.thinks = False
        self.repeats_itself = False
        self._usage: Any = None
        self._model: Any = None

    def add(self, data: str) -> str:
        """Add the data of an event; return the words that it adds.

        Words in which the key may have begun wait for what follows.

        Raises
        ------
        BrokenAnswerError
            If it is no JSON, an error of the provider, or too long.
        """
        if data.strip() == _END:
            self._ended = True
            return ""
        event = _object(data)
        self._usage = event.get("usage") or self._usage
        self._model = event.get("model") or self._model
        choice = _first_choice(event)
        if choice is None:
            if event.get("error"):
                raise BrokenAnswerError(_error_words(event))
            return ""
        piece = choice.get("delta") or choice.get("message")
        piece = piece if isinstance(piece, Mapping) else {}
        words = _words(piece.get("content"))
        refused = _words(piece.get("refusal"))
        self._length += len(words) + len(refused)
        if self._length > LARGEST_TEXT:
            raise BrokenAnswerError("the answer does not end")
        words, self._held = self._hidden.split(self._held + words)
        self._text += [words] if words else []
        self.thinks = self.thinks or any(piece.get(name) for name in _THOUGHTS)
        if words:
            self._look_at_the_end()
        self._refusal += [refused] if refused else []
        self._reason = str(choice.get("finish_reason") or self._reason)
        if self._reason == "error":
            raise BrokenAnswerError(_error_words(event))
        return words

    def _look_at_the_end(self) -> None:
        tail = self._end(_TAIL)
        self.thinks = self.thinks or tail.startswith(_THINKS)
        if '"' not in tail:
            # It may count, one id a line; JSON, whose lists of ids are all alike, has quotes.
            tail = _FIGURE.sub("0", tail)
        # What stands a unit before the end and stands there again, shifted, is made of units.
        if len(tail) == _TAIL and tail[_LONGEST_UNIT:] in tail[:-1]:
            self.repeats_itself = True

    def _end(self, length: int) -> str:
        return "".join(self._text[-length:])[-length:]

    def completion(self) -> Completion:
        """Return the whole answer.

        Raises
        ------
        BrokenAnswerError
            If it broke off.
        """
        text, refusal = "".join(self._text) + self._held, "".join(self._refusal)
        if self.repeats_itself:
            # What it repeats would be repeated again by a model that reads it.
            text, self._reason = text[: _LONGEST_UNIT - _TAIL], "length"
        if not (self._reason or self._ended):
            raise BrokenAnswerError("the answer is cut off")
        if refusal:
            text = refusal
        elif not text and self._reason == "content_filter":
            text = "(the provider's content filter blocked the answer)"
        counts = self._usage if isinstance(self._usage, Mapping) else {}
        return Completion(
            self._hidden.hide(text.encode("utf-8", "replace").decode()),
            _count(counts.get("prompt_tokens")),
            _count(counts.get("completion_tokens")),
            cut_off=self._reason == "length",
            refused=bool(refusal) or self._reason == "content_filter",
            model=_name(self._model, self._hidden),
        )


def has_no_answer(text: str) -> bool:
    """Tell whether an answer that was cut off has not begun: its model thought until then."""
    return not text or text.startswith(_THINKS)


def whole_answer(body: bytes, hidden: HiddenKey) -> Completion:
    """Return the answer of an endpoint that sends one JSON object, or all events at once.

    Raises
    ------
    BrokenAnswerError
        If there is none in it.
    """
    answer, data = StreamedAnswer(hidden), list[str]()
    if body.lstrip().startswith(b"data:"):
        lines = (*body.splitlines(), b"")
        events = [event for line in lines for event in _event_of(line, data)]
    else:
        events = [body.decode("utf-8", "replace"), _END]
        found = _object(events[0])
        choice = _first_choice(found)
        if choice is None or not isinstance(choice.get("message"), Mapping):
            # OpenRouter answers 200 if the model fails while it writes.
            raise BrokenAnswerError(_error_words(found))
    for event in events:
        answer.add(event)
    return answer.completion()


async def data_of_events(pieces: AsyncIterator[bytes]) -> AsyncIterator[str]:
    """Yield the data of each event of a body that comes in pieces of any size.

    Raises
    ------
    BrokenAnswerError
        If the body is larger than any answer.
    """
    rest = b""
    read = waiting = 0
    data: list[str] = []
    async for piece in pieces:
        read += len(piece)
        if read > LARGEST or len(rest) > LARGEST_TEXT:
            raise BrokenAnswerError("the answer does not end")
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            waiting = waiting + len(line) if line.rstrip(b"\r") else 0
            if waiting > LARGEST_TEXT:
                raise BrokenAnswerError("the answer does not end")
            for found in _event_of(line, data):
                yield found
    for line in (rest, b""):
        for found in _event_of(line, data):
            yield found


def _event_of(line: bytes, data: list[str]) -> Iterator[str]:
    """Add a line to the lines of an event; yield its data where the line ends it."""
    text = line.rstrip(b"\r").decode("utf-8", "replace")
    if text.startswith("data:"):
        data.append(text.removeprefix("data:").removeprefix(" "))
    elif not text and data:
        yield "\n".join(data)
        data.clear()


def _object(text: str) -> Mapping[str, Any]:
    try:
        found = json.loads(text)
    # Deeply nested brackets end in the second one.
    except (ValueError, RecursionError):
        raise BrokenAnswerError("the answer is not JSON, or it is cut off") from None
    if not isinstance(found, Mapping):
        raise BrokenAnswerError("the answer is not a JSON object")
    return found


def _first_choice(found: Mapping[str, Any]) -> Mapping[str, Any] | None:
    choices = found.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    return choice if isinstance(choice, Mapping) else None


def _error_words(found: Mapping[str, Any]) -> str:
    error = found.get("error")
    said = error.get("message") if isinstance(error, Mapping) else error
    return str(said) if said else "the answer has no choices"


def _words(content: Any) -> str:
    """Return the words of a message, which some endpoints give as a list of parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        texts = (part.get("text") for part in content if isinstance(part, Mapping))
        return "".join(text for text in texts if isinstance(text, str))
    return ""


def _name(given: Any, hidden: HiddenKey) -> str:
    """Return the name of a model as an answer says it, fit for one line."""
    if not isinstance(given, str):
        return ""
    name = "".join(sign for sign in given if sign.isprintable()).strip()
    return hidden.hide(name)[:_LONGEST_NAME]


def _count(given: Any) -> int:
    return given if isinstance(given, int) and 0 < given <= _MOST_TOKENS else 0
