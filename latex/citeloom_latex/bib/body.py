"""Reads the fields of an entry: strictly, or with repairs if that fails."""

import re
from typing import NamedTuple

from citeloom_latex.bib.field import Field
from citeloom_latex.bib.grammar import BRACE, FIELD, FIELD_NAME, GAP, NAME, WORD, read_value

_BLANKS = re.compile(r"[\s,]*+")
_COMMENT = re.compile(r"%[^\n\r]*+")
_BEGUN = re.compile(r"[\r\n][ \t]*+@")
"""The line on which another entry begins, however little of that is typed."""

_FIELD_FOLLOWS = re.compile(rf"\s*+,?\s*+{NAME}\s*+=\s*+[{{\"\d]")

_LINE_START = r"(?<![^\n\r])"
_FIELD_START = re.compile(
    rf"(?:({_LINE_START})|(?<=[,{{}}(\"]))[ \t]*+({NAME})\s*+=\s*+"
    rf"(?=[{{\",]|{WORD}[ \t]*+(?:[,}})#\r\n]|\Z))"
)


class Body(NamedTuple):
    """The fields between an entry's key and its end.

    ``complaint`` says what is wrong, as a sentence's end after "entry 'x' "; empty if nothing.
    """

    fields: tuple[Field, ...]
    end: int
    whole: bool = True
    complaint: str = ""

    def shifted(self, by: int) -> "Body":
        """Return the body ``by`` code points further on."""
        fields = tuple(field.shifted(by) for field in self.fields)
        return Body(fields, self.end + by, self.whole, self.complaint)


def read_body(text: str, start: int, limit: int, close: str, after: str) -> Body:
    """Read the fields from ``start`` to the closing delimiter, never past ``limit``.

    ``close`` is the closing delimiter of the entry. ``after`` names what stands before the first
    comma (``the key 'x'``), for a complaint; it is empty where no comma is expected.
    """
    fields: list[Field] = []
    # Bound once, and the constructor without its checks: this loop is most of a scan's time.
    new, match = tuple.__new__, FIELD.match
    complaint = ""
    position = start
    while True:
        while field := match(text, position, limit):
            name_start, name_end = field.span(1)
            value_start, position = field.span(2)
            name = text[name_start:name_end].lower()
            fields.append(new(Field, (name, name_start, name_end, value_start, position)))
        gap = GAP.match(text, position, limit)
        position = gap.end() if gap else position
        if text[position : position + 1] == close and position < limit:
            if position + 1 < limit and _FIELD_FOLLOWS.match(text, position + 1, limit):
                return _mend(text, start, limit, close, "is closed before its last fields")
            return Body(tuple(fields), position + 1, True, complaint)
        beginning = FIELD_NAME.match(text, position, limit)
        value_end = read_value(text, beginning.end(), limit) if beginning else -1
        if not beginning or value_end < 0:
            snippet = " ".join(text[position : min(limit, position + 30)].split())
            complaint = f"cannot be read at '{snippet}'" if snippet else "is not finished"
            return _mend(text, start, limit, close, complaint)
        if not (gap and gap.group(1)) and not complaint and (fields or after):
            place = f"before '{beginning.group(1)}'" if fields else f"after {after}"
            complaint = f"lacks a comma {place}"
        fields.append(_field(beginning, beginning.span(1), value_end))
        position = value_end


def field_among_first(text: str, start: int, limit: int, name: str) -> Field | None:
    """Return the first field of a name; None where it is not among the first, usual fields."""
    position = start
    while field := FIELD.match(text, position, limit):
        name_start, name_end = field.span(1)
        value_start, position = field.span(2)
        if text[name_start:name_end].lower() == name:
            return Field(name, name_start, name_end, value_start, position)
    return None


def _field(beginning: re.Match[str], name: tuple[int, int], value_end: int) -> Field:
    """Return the field whose value stands between its ``beginning`` and ``value_end``."""
    start, end = name
    return Field(beginning.string[start:end].lower(), start, end, beginning.end(), value_end)


def _mend(text: str, start: int, limit: int, close: str, complaint: str) -> Body:
    """Read the fields of a broken entry: a value that does not close ends where the next begins.

    A field's beginning is trusted most where it is first on its line: a value may run up to the
    next such line. Where a value does not close before it, every beginning of a field on these
    lines ends the value before it. So each character is read at most three times.
    """
    beginnings = list(_FIELD_START.finditer(text, start, limit))
    gaps = _Gaps(text)
    line_limits = _next_line_starts(beginnings, limit)
    fields: list[Field] = []
    whole = True
    position = start
    doubtful_until = start
    for index, beginning in enumerate(beginnings):
        if beginning.start(2) < position:
            continue
        value_start = beginning.end()
        next_start = beginnings[index + 1].start() if index + 1 < len(beginnings) else limit
        end = -1
        if beginning.start() >= doubtful_until:
            end = _closed_value(gaps, value_start, line_limits[index], close)
            if end < 0:
                doubtful_until = line_limits[index]
        if end < 0:
            end = _closed_value(gaps, value_start, next_start, close)
        if end < 0:
            if next_start == limit and (begun := _BEGUN.search(text, value_start, limit)):
                next_start = limit = begun.start()
            end = value_start + len(text[value_start:next_start].rstrip().rstrip(",").rstrip())
            if whole and text[value_start : value_start + 1] in ("{", '"'):
                delimiter = "brace" if text[value_start] == "{" else "quotation mark"
                complaint = f"has no closing {delimiter} after '{beginning.group(2)}'"
            whole = False
        fields.append(_field(beginning, beginning.span(2), end))
        position = end
    gap = GAP.match(text, position, limit)
    after = gap.end() if gap else position
    if after < limit and text[after] == close:
        return Body(tuple(fields), after + 1, whole, complaint)
    closing = _closing(text, position, limit, close)
    if closing >= 0:
        return Body(tuple(fields), closing + 1, whole, complaint)
    if whole:
        delimiter = "brace" if close == "}" else "parenthesis"
        complaint = f"has no closing {delimiter}"
    end = max(position, start + len(text[start:limit].rstrip()))
    return Body(tuple(fields), end, False, complaint)


def _closing(text: str, start: int, limit: int, close: str) -> int:
    """Return where a brace closes the entry, best one without an opening brace; -1 if none does."""
    depth = 0
    for mark in BRACE.finditer(text, start, limit):
        depth += 1 if mark.group() == "{" else -1
        if depth < 0 and close == "}":
            return mark.start()
    return text.find(close, start, limit)


def _closed_value(gaps: "_Gaps", start: int, limit: int, close: str) -> int:
    """Return the end of a value that closes before ``limit`` and has nothing else behind it."""
    text = gaps.text
    end = read_value(text, start, limit)
    if end < 0:
        return -1
    after, has_comma = gaps.behind(end, limit)
    return end if after >= limit or has_comma or text[after] in close + "}" else -1


class _Gaps:
    """The gaps behind the values of an entry; no comment in them is read twice.

    Many values may stand in one line, and a comment at its end behind each of them.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._comment = range(0)
        self._limit = -1
        self._behind = 0, False

    def behind(self, position: int, limit: int) -> tuple[int, bool]:
        """Return where the gap at a place ends, and whether a comma stands in it."""
        blanks = _BLANKS.match(self.text, position, limit)
        at = blanks.end() if blanks else position
        has_comma = self.text.find(",", position, at) >= 0
        if at >= limit or self.text[at] != "%":
            return at, has_comma
        if limit != self._limit or at not in self._comment:
            line_end = _COMMENT.match(self.text, at, limit)
            self._comment = range(at, line_end.end() if line_end else at)
            self._limit = limit
            gap = GAP.match(self.text, self._comment.stop, limit)
            self._behind = (gap.end(), bool(gap[1])) if gap else (self._comment.stop, False)
        end, comma_behind = self._behind
        return end, has_comma or comma_behind


def _next_line_starts(beginnings: list[re.Match[str]], limit: int) -> list[int]:
    """Return, for each beginning, the next beginning that is first on its line."""
    limits = []
    for beginning in reversed(beginnings):
        limits.append(limit)
        if beginning.group(1) is not None:
            limit = beginning.start()
    limits.reverse()
    return limits
