"""The lines of an outline: what each one is, and which topic it stands under."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from citeloom.actions.writing.outline.text import (
    BULLETS,
    COMMENTS,
    ESCAPE,
    LEFT_OUT,
    UNNAMED,
    one_line,
)
from citeloom_latex.spans import Span


class LineKind(Enum):
    """What a line holds; those with neither topic nor paper are left out."""

    TOPIC = "topic"
    PAPER = "paper"
    LEFT_OUT = "left out"


@dataclass(frozen=True, slots=True)
class OutlineLine:
    """A line by its number (from 1), the column where it begins, and its range from there.

    ``content`` is a topic's name, or what stands behind a paper's bullet.
    """

    kind: LineKind
    content: str
    column: int
    number: int
    span: Span


_TAB = 2
_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\n|\r|\Z)")
_RULE = re.compile(rf"[{re.escape(BULLETS)}_=+~.]+")
_NOT_SEEN = "\ufeff\u200b\u2060"


def outline_lines(text: str) -> Iterator[OutlineLine]:
    """Yield the lines of an outline that hold a topic or a paper."""
    for number, line in enumerate(_LINE.finditer(text), start=1):
        own = line[1]
        start = next((at for at, sign in enumerate(own) if not _is_blank(sign)), len(own))
        content = own[start:].strip()
        if not content or content.startswith(tuple(COMMENTS)) or _RULE.fullmatch(content):
            continue
        indent = "".join(sign for sign in own[:start] if sign not in _NOT_SEEN)
        column = len(indent.expandtabs(_TAB))
        at = line.start() + start
        kind, held = _read(content)
        yield OutlineLine(kind, held, column, number, Span(at, at + len(content)))


def _is_blank(sign: str) -> bool:
    return sign.isspace() or sign in _NOT_SEEN


def _read(content: str) -> tuple[LineKind, str]:
    first, rest = content[0], content[1:].strip()
    if first in BULLETS:
        return LineKind.PAPER, rest
    if first == "[" and content.strip("[]: ").casefold().split() == LEFT_OUT.strip("[]").split():
        return LineKind.LEFT_OUT, content
    if first == ESCAPE:
        return LineKind.TOPIC, one_line(rest)
    return LineKind.TOPIC, "" if content == UNNAMED else one_line(content)


@dataclass
class _OpenTopic:
    """A topic whose lines may follow; ``is_deep``: some of them stand further in than itself."""

    number: int
    column: int
    is_deep: bool = False


@dataclass
class _Nesting:
    """The topics that are open at a line, the innermost last."""

    open: list[_OpenTopic] = field(default_factory=list)

    def put_topic(self, number: int, column: int) -> int | None:
        """Open a topic; return the number of the one around it."""
        while self.open and self.open[-1].column >= column:
            self.open.pop()
        above = self.open[-1] if self.open else None
        self.open.append(_OpenTopic(number, column))
        if above is None:
            return None
        above.is_deep = True
        return above.number

    def topic_of_paper(self, column: int) -> int | None:
        """Return the number of the topic that a paper's line in this column stands under.

        That is the innermost topic that begins before it. Right below a topic's line it may begin
        where that does, as lists in Markdown do.
        """
        if not self.open:
            return None
        last = self.open[-1]
        if last.column == column and not last.is_deep:
            return last.number
        before = [topic for topic in self.open if topic.column < column]
        topic = before[-1] if before else self.open[0]
        topic.is_deep = True
        return topic.number


def topics_above(lines: Sequence[OutlineLine]) -> list[int | None]:
    """Return for each line the number of the line of the topic that it stands under."""
    nesting, found = _Nesting(), list[int | None]()
    for line in lines:
        if line.kind is LineKind.TOPIC:
            found.append(nesting.put_topic(line.number, line.column))
        elif line.kind is LineKind.PAPER:
            found.append(nesting.topic_of_paper(line.column))
        else:
            nesting = _Nesting()
            found.append(None)
    return found
