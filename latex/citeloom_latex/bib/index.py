"""Where the entries of a BibTeX text stand: types, keys and ranges, without their fields.

What keeps a broken entry from costing another one is that no entry passes the next *barrier*:
an ``@word{`` that is first on its line, or that follows a closing brace and has a key. Whether
something is a barrier depends on nothing behind the next one, and what is read between two
barriers on nothing outside them: so a text can be cut at any of them.

As in BibTeX itself, text between entries means nothing, ``@comment`` only hides itself, and an
entry behind a ``%`` is an entry; but one whose next line begins with ``%`` too is commented out,
as biber has it: BibTeX could not read it.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from citeloom_latex.bib.body import Body, read_body
from citeloom_latex.bib.grammar import NAME, read_value
from citeloom_latex.spans import Span

Row = tuple[int, str, str, int, int]
"""An entry: its offset, type and key, and how far from its offset its key and its end are."""

_KNOWN_TYPES = (
    "article|booklet|book|conference|inbook|incollection|inproceedings|manual|mastersthesis"
    "|misc|online|phdthesis|proceedings|report|techreport|unpublished"
)
# An opening delimiter with what stands behind it; or a known type whose opening brace was lost.
_HEAD = re.compile(
    r"@(?:\s*+([A-Za-z][^\s\"#%'(),={}@\\]*+)\s*+"
    r"(?:(\{)(?=\s*+([^\s,{}]*+)(\s*+[,=])?+)|(\()(?=\s*+(?!@)[^\s,{}()]++\s*+[,=]))"
    rf"|({_KNOWN_TYPES})[ \t]*+(?=[^\s,{{}}()=\"@\\]++,))",
    re.IGNORECASE,
)
# Finds every @, with what stands before its key, and its key, where it begins a usual entry.
_USUAL_HEAD = re.compile(r"@(?:([A-Za-z]++\s*+\{\s*+)([^\s,{}=@]++)\s*+,)?+")
_NOT_MARKS = bytes(set(range(256)) - set(b"@{}"))
_OPENING = ord("{")
# How most entries end, with how much of that is space: seen faster so than searched for.
_USUAL_SPACE = {b"}\n\n": 2, b"\n}\n": 1, b"}\r\n": 2}
_NO_ENTRIES = ("comment", "preamble", "string")

_FIELD_INSTEAD_OF_KEY = re.compile(rf"\s*+{NAME}\s*+=(?:\s*+[{{\"]|(?<=\s=))")
_NEXT_COMMENTED = re.compile(r"[^\n\r]*+(?:\r\n?|\n)[ \t]*+%")
_KEY_AFTER = re.compile(r"\s*+([^\s,{}]*+)")
_REST_OF_KEY = re.compile(r"[ \t]++[^\s,{}=%][^,{}=\n\r]*+(?=,)")


@dataclass(frozen=True, slots=True)
class StringDefinition:
    """A ``@string``: ``name`` in lower case, the value's range as in a field."""

    name: str
    name_span: Span
    value_span: Span
    span: Span


@dataclass(frozen=True, slots=True)
class BibProblem:
    """Something malformed: where it is and what is wrong, in words for the author."""

    span: Span
    message: str


@dataclass(slots=True)
class Index:
    """What stands in a text: a row for each entry, the strings, and what is malformed elsewhere.

    ``odd`` holds the fields of the entries, by number, whose end no balance of braces shows.
    """

    rows: list[Row] = field(default_factory=list)
    odd: dict[int, Body] = field(default_factory=dict)
    strings: list[StringDefinition] = field(default_factory=list)
    problems: list[BibProblem] = field(default_factory=list)


def index_of(text: str) -> Index:
    """Read where the entries of a text stand; the time is linear in its length.

    The usual entry ends where its braces balance, with nothing but space up to the next ``@``.
    That is seen without looking at what is in it. Every other one is read field by field.
    """
    index = Index()
    odd = _OddReader(text, index)
    data = text.encode("latin-1", "replace")  # one byte for each code point
    groups = map(_is_one_group, data.translate(None, _NOT_MARKS).split(b"@")[1:])
    # Bound once: this loop is half of an index's time.
    add, find, rfind, space_of = index.rows.append, data.find, data.rfind, _USUAL_SPACE.get
    after = find(b"@")
    done, clean = 0, after == 0
    for is_group, (opening, key) in zip(groups, _USUAL_HEAD.findall(text), strict=True):
        start = after
        after = find(b"@", start + 1)
        if after < 0:
            after = len(data)
        if start < done:
            continue
        if is_group and key and (clean or data[start - 1] in b"\n\r"):
            if space := space_of(data[after - 3 : after]):
                end = after - space
            else:
                end = rfind(b"}", start, after) + 1
                space = end == after or data[end:after].isspace()
            if space and (type_ := _type_of(opening)):
                add((start, type_, key, 1 + len(opening), end - start))
                clean = True
                continue
        clean = False
        done = odd.read(start)
    return index


@lru_cache(maxsize=1024)
def _type_of(opening: str) -> str:
    """Return the type of what begins like this, in lower case; empty if it is no entry."""
    type_ = opening.partition("{")[0].strip().lower()
    return "" if type_ in _NO_ENTRIES else type_


@lru_cache(maxsize=8192)
def _is_one_group(braces: bytes) -> bool:
    """Tell whether braces open once and close once, at the end."""
    depth = 0
    for brace in braces[:-1]:
        depth += 1 if brace == _OPENING else -1
        if depth <= 0:
            return False
    return depth == 1 and braces[-1] != _OPENING


def next_barrier(text: str, start: int) -> int:
    """Return where the first barrier at or after ``start`` stands, or the length of the text."""
    for head in _HEAD.finditer(text, start):
        before = _before(text, head.start())
        if before in "\n\r":
            return head.start()
        key, ended, parenthesis = head.group(3, 4, 5)
        if before in "})" and (parenthesis or (key and ended and "@" not in key)):
            return head.start()
    return len(text)


class _OddReader:
    """Reads what is not a usual entry into an index."""

    def __init__(self, text: str, index: Index) -> None:
        self.text = text
        self.index = index
        self.barrier = -1

    def read(self, start: int) -> int:
        """Read what begins with the ``@`` at ``start``; return where it ends."""
        head = _HEAD.match(self.text, start)
        before = _before(self.text, start)
        if not head or (before == "%" and _is_commented_out(self.text, start)):
            return start
        type_, brace, parenthesis, lost = head.group(1, 2, 5, 6)
        if lost and before not in "\n\r":
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
        """Return where the next barrier stands; each stretch of the text is searched once."""
        if self.barrier < position:
            self.barrier = next_barrier(self.text, position)
        return self.barrier

    def _read_preamble(self, start: int, opened: int) -> int:
        end = read_value(self.text, opened - 1, self._limit(opened))
        if end >= 0:
            return end
        problem = BibProblem(Span(start, opened), "@preamble has no closing brace")
        self.index.problems.append(problem)
        return opened

    def _read_strings(self, start: int, opened: int, close: str) -> int:
        body = read_body(self.text, opened, self._limit(opened), close, "")
        span = Span(start, body.end)
        self.index.strings.extend(
            StringDefinition(field.name, field.name_span, field.value_span, span)
            for field in body.fields
        )
        if body.complaint or not body.fields:
            name = f"@string '{body.fields[0].name}'" if body.fields else "a @string"
            message = f"{name} {body.complaint or 'defines nothing'}"
            self.index.problems.append(BibProblem(span, message))
        return body.end

    def _read_entry(self, start: int, type_: str, opened: int, opening: str) -> int:
        text, limit = self.text, self._limit(opened)
        close = ")" if opening == "(" else "}"
        complaint = ""
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
        if not opening:
            complaint = "has no opening brace"
        elif not key:
            complaint = body.complaint or "has no key"
        complaint = complaint or body.complaint
        whole = body.whole and bool(opening)
        self.index.odd[len(self.index.rows)] = Body(body.fields, body.end, whole, complaint)
        self.index.rows.append((start, type_, key, key_start - start, body.end - start))
        return body.end


def _before(text: str, start: int) -> str:
    """Return the last character before ``start`` that is no blank; a newline at the beginning."""
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    return text[start - 1] if start > 0 else "\n"


def _is_commented_out(text: str, start: int) -> bool:
    """Tell whether a percent sign begins the line of an entry and the line after it."""
    while start > 0 and text[start - 1] in " \t%":
        start -= 1
    return text[start - 1 : start] in ("", "\n", "\r") and bool(_NEXT_COMMENTED.match(text, start))
