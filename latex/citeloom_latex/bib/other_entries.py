"""Entries that are not in the usual form, read field by field.

As in BibTeX itself, text between entries means nothing, ``@comment`` only hides itself, and an
entry behind a ``%`` is an entry; but one whose next line begins with ``%`` too is commented out,
as biber has it: BibTeX could not read it.
"""

import re
from typing import NamedTuple

from citeloom_latex.bib.body import Body, read_body
from citeloom_latex.bib.entry_boundaries import HEAD, before, next_barrier
from citeloom_latex.bib.grammar import NAME, is_one_group, marks_of, read_value
from citeloom_latex.bib.index import BibProblem, Index, OtherEntry, StringDefinition
from citeloom_latex.spans import Span

_FIELD_INSTEAD_OF_KEY = re.compile(rf"\s*+{NAME}\s*+=(?:\s*+[{{\"]|(?<=\s=))")
_NEXT_COMMENTED = re.compile(r"[^\n\r]*+(?:\r\n?|\n)[ \t]*+%")
_KEY_AFTER = re.compile(r"\s*+([^\s,{}]*+)")
_REST_OF_KEY = re.compile(r"[ \t]++[^\s,{}=%][^,{}=\n\r]*+(?=,)")

_KEY_IF_ANY = re.compile(r"\s*+[^\s,{}()=@]*+\s*+,")
_FIELD_OR_END = re.compile(rf"\s*+(?:{NAME}\s*+=|[)}}])")

_MOST_BROKEN = 4
"""Entries between two barriers that are mended with all that stands there; there is seldom more
than one."""


class _KeyAndBody(NamedTuple):
    key_start: int
    key_end: int
    body: Body
    complaint: str


class OtherEntryReader:
    """Reads entries that are not in the usual form into an index."""

    def __init__(self, text: str, index: Index) -> None:
        self.text = text
        self.index = index
        self.barrier = -1
        self.broken = 0

    def read(self, start: int) -> int:
        """Read what begins with the ``@`` at ``start``; return where it ends."""
        head = HEAD.match(self.text, start)
        sign = before(self.text, start)
        if not head:
            return start
        if sign == "%" and _is_commented_out(self.text, start, self._limit(head.end())):
            return start
        type_, brace, parenthesis, lost = head.group(1, 2, 5, 6)
        if lost and sign not in "\n\r":
            return start
        opened = head.end()
        match (type_ or lost).lower():
            case "comment":
                return opened
            case "preamble":
                return self._read_preamble(start, opened)
            case "string":
                return self._read_strings(start, opened, ")" if parenthesis else "}")
            case type_:
                return self._read_entry(start, type_, opened, brace or parenthesis or "")

    def _limit(self, position: int) -> int:
        """Return where what begins before ``position`` must end: at the next barrier.

        Each stretch of the text is searched once. What is broken is read up to its end; after
        some of it, only up to the next ``@``, so that the time stays linear.
        """
        if self.barrier < position:
            self.barrier = next_barrier(self.text, position)
            self.broken = 0
        if self.broken >= _MOST_BROKEN:
            at = self.text.find("@", position, self.barrier)
            return at if at >= 0 else self.barrier
        return self.barrier

    def _read_preamble(self, start: int, opened: int) -> int:
        end = read_value(self.text, opened - 1, self._limit(opened))
        if end >= 0:
            return end
        self.broken += 1
        problem = BibProblem(Span(start, opened), "@preamble has no closing brace")
        self.index.problems.append(problem)
        return opened

    def _read_strings(self, start: int, opened: int, close: str) -> int:
        limit = self._limit(opened)
        body = read_body(self.text, opened, limit, close, "")
        if body.complaint and (begun := self._next_begun(opened, limit)) is not None:
            body = read_body(self.text, opened, begun, close, "")
            self.broken += 1
        span = Span(start, body.end)
        self.index.strings.extend(
            StringDefinition(field.name, field.name_span, field.value_span, span)
            for field in body.fields
        )
        if body.complaint or not body.fields:
            self.broken += 1
            name = f"@string '{body.fields[0].name}'" if body.fields else "a @string"
            message = f"{name} {body.complaint or 'defines nothing'}"
            self.index.problems.append(BibProblem(span, message))
        return body.end

    def _read_entry(self, start: int, type_: str, opened: int, opening: str) -> int:
        text = self.text
        group_end = self._group_end(opened) if opening == "{" else -1
        limit = self._limit(opened) if group_end < 0 else group_end
        close = ")" if opening == "(" else "}"
        read = self._read_key_and_body(opened, limit, close)
        if group_end < 0 and (read.complaint or read.body.complaint):
            begun = self._next_begun(opened, limit)
            if begun is not None:
                read = self._read_key_and_body(opened, begun, close)
                self.broken += 1
        key, body, complaint = text[read.key_start : read.key_end], read.body, read.complaint
        if not opening:
            complaint = "has no opening brace"
        elif not key:
            complaint = body.complaint or "has no key"
        complaint = complaint or body.complaint
        self.broken += bool(complaint) and group_end < 0
        whole = body.whole and bool(opening)
        end = body.end if group_end < 0 else group_end
        body = Body(body.fields, end, whole, complaint)
        self.index.others[len(self.index.starts)] = OtherEntry(read.key_start, body)
        self.index.starts.append(start)
        self.index.ends.append(end)
        self.index.heads.append(f"@{type_}{{{key}")
        return end

    def _read_key_and_body(self, opened: int, limit: int, close: str) -> _KeyAndBody:
        text, complaint = self.text, ""
        if _FIELD_INSTEAD_OF_KEY.match(text, opened, limit):
            key_start = key_end = position = opened
        else:
            found = _KEY_AFTER.match(text, opened, limit)
            key_start, key_end = found.span(1) if found else (opened, opened)
            if close == ")":
                key_end = key_start + len(text[key_start:key_end].partition(")")[0])
            position = key_end
            if rest := _REST_OF_KEY.match(text, key_end, limit):
                position = rest.end()
                complaint = f"has a space in its key: '{text[key_start:position]}'"
        key = text[key_start:key_end]
        body = read_body(text, position, limit, close, f"the key '{key}'" if key else "")
        return _KeyAndBody(key_start, key_end, body, complaint)

    def _next_begun(self, opened: int, limit: int) -> int | None:
        """Return where another entry begins in one that is half typed: on its last line, say.

        In one that is whole such a text is a part of a value.
        """
        for head in HEAD.finditer(self.text, opened, limit):
            key = _KEY_IF_ANY.match(self.text, head.end(), limit)
            if key and _FIELD_OR_END.match(self.text, key.end(), limit):
                return head.start()
            if _FIELD_INSTEAD_OF_KEY.match(self.text, head.end(), limit):
                return head.start()
        return None

    def _group_end(self, opened: int) -> int:
        """Return where the braces of an entry balance, if nothing follows up to the next ``@``.

        Else -1. Such an entry ends there, whatever is wrong with its fields.
        """
        after = self.text.find("@", opened)
        group = self.text[opened - 1 : None if after < 0 else after].rstrip()
        ends = group.endswith("}") and is_one_group(marks_of(group))
        return opened - 1 + len(group) if ends else -1


def _is_commented_out(text: str, start: int, limit: int) -> bool:
    """Tell whether a percent sign begins the line of an entry and the line after it."""
    while start > 0 and text[start - 1] in " \t%":
        start -= 1
    begins_line = text[start - 1 : start] in ("", "\n", "\r")
    return begins_line and bool(_NEXT_COMMENTED.match(text, start, limit))
