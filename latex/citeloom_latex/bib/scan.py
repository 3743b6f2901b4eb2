"""From a BibTeX text to its facts: a pass of regular expressions, whatever the text.

What keeps a broken entry from costing another one is that no entry passes the next *barrier*:
an ``@word{`` that is first on its line, or that follows a closing brace and has a key.

As in BibTeX itself, text between entries means nothing, ``@comment`` only hides itself, and an
entry behind a ``%`` is an entry; but one whose next line begins with ``%`` too is commented out,
as biber has it: BibTeX could not read it.
"""

import re
from typing import NamedTuple

from citeloom_latex.bib.body import read_body
from citeloom_latex.bib.facts import BibFacts, BibProblem, Entry, StringDefinition
from citeloom_latex.bib.grammar import NAME, read_value
from citeloom_latex.spans import Span

_KNOWN_TYPES = (
    "article|booklet|book|conference|inbook|incollection|inproceedings|manual|mastersthesis"
    "|misc|online|phdthesis|proceedings|report|techreport|unpublished"
)
# An opening delimiter with what stands behind it; or a known type whose opening brace was lost.
_HEAD = re.compile(
    r"@(?:\s*+([A-Za-z][^\s\"#%'(),={}@\\]*+)\s*+"
    r"(?:(\{)(?=\s*+([^\s,{}]*+)(\s*+[,=])?+)|(\()(?=\s*+[^\s,{}()]++\s*+[,=]))"
    rf"|({_KNOWN_TYPES})[ \t]*+(?=[^\s,{{}}()=\"@\\]++,))",
    re.IGNORECASE,
)
_FIELD_INSTEAD_OF_KEY = re.compile(rf"\s*+{NAME}\s*+=(?:\s*+[{{\"]|(?<=\s=))")
_NEXT_COMMENTED = re.compile(r"[^\n\r]*+(?:\r\n?|\n)[ \t]*+%")
_KEY_AFTER = re.compile(r"\s*+([^\s,{}]*+)")
_REST_OF_KEY = re.compile(r"[ \t]++[^\s,{}=%][^,{}=\n\r]*+(?=,)")


class _Head(NamedTuple):
    """Where an entry begins.

    ``opened`` is the offset behind its opening delimiter. ``key`` is the range of its key where
    nothing about it is odd.
    """

    start: int
    type: str
    opened: int
    close: str
    barrier: bool
    key: tuple[int, int] | None = None
    has_brace: bool = True


def scan_bib(text: str) -> BibFacts:
    """Read a BibTeX text.

    Never raises; a broken entry gives what can be read of it and a problem, and never takes
    another entry along. The time is linear in the length of the text.
    """
    heads = _find_heads(text)
    limits = _limits(heads, len(text))
    entries: list[Entry] = []
    strings: list[StringDefinition] = []
    problems: list[BibProblem] = []
    position = 0
    for head, limit in zip(heads, limits, strict=True):
        if head.start < position:
            continue
        match head.type:
            case "comment":
                position = head.opened
            case "preamble":
                position = _read_preamble(text, head, limit, problems)
            case "string":
                position = _read_strings(text, head, limit, strings, problems)
            case _:
                entry = _read_entry(text, head, limit, problems)
                entries.append(entry)
                position = entry.span.end
    return BibFacts(tuple(entries), tuple(strings), tuple(problems))


def _find_heads(text: str) -> list[_Head]:
    heads = []
    for found in _HEAD.finditer(text):
        start, opened = found.span()
        before = _before(text, start)
        if before == "%" and _is_commented_out(text, start):
            continue
        first_on_line = before in "\n\r"
        type_, brace, key, ended, parenthesis, lost = found.group(1, 2, 3, 4, 5, 6)
        if brace:
            well_formed = key and ended and ended[-1] == "," and "=" not in key
            barrier = first_on_line or bool(key and ended and before in "})")
            key_span = found.span(3) if well_formed else None
            heads.append(_Head(start, type_.lower(), opened, "}", barrier, key_span))
        elif parenthesis:
            heads.append(_Head(start, type_.lower(), opened, ")", before in "\n\r})"))
        elif first_on_line:
            heads.append(_Head(start, lost.lower(), opened, "}", True, None, False))
    return heads


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


def _limits(heads: list[_Head], end: int) -> list[int]:
    """For each head, where the next barrier stands."""
    limits = []
    for head in reversed(heads):
        limits.append(end)
        if head.barrier:
            end = head.start
    limits.reverse()
    return limits


def _read_preamble(text: str, head: _Head, limit: int, problems: list[BibProblem]) -> int:
    opening = head.opened - 1
    end = read_value(text, opening, limit)
    if end >= 0:
        return end
    problems.append(BibProblem(Span(head.start, head.opened), "@preamble has no closing brace"))
    return head.opened


def _read_strings(
    text: str,
    head: _Head,
    limit: int,
    strings: list[StringDefinition],
    problems: list[BibProblem],
) -> int:
    body = read_body(text, head.opened, limit, head.close, "")
    span = Span(head.start, body.end)
    strings.extend(
        StringDefinition(field.name, field.name_span, field.value_span, span)
        for field in body.fields
    )
    if body.complaint or not body.fields:
        name = f"@string '{body.fields[0].name}'" if body.fields else "a @string"
        problems.append(BibProblem(span, f"{name} {body.complaint or 'defines nothing'}"))
    return body.end


def _read_entry(text: str, head: _Head, limit: int, problems: list[BibProblem]) -> Entry:
    complaint = ""
    if head.key and head.key[1] <= limit:
        key_start, key_end = head.key
        position = key_end
    elif _FIELD_INSTEAD_OF_KEY.match(text, head.opened, limit):
        key_start = key_end = position = head.opened
    else:
        found = _KEY_AFTER.match(text, head.opened, limit)
        key_start, key_end = found.span(1) if found else (head.opened, head.opened)
        if head.close == ")":
            key_end = key_start + len(text[key_start:key_end].partition(")")[0])
        position = key_end
        if rest := _REST_OF_KEY.match(text, key_end, limit):
            position = rest.end()
            complaint = f"has a space in its key: '{text[key_start:position]}'"
    key = text[key_start:key_end]
    body = read_body(text, position, limit, head.close, f"the key '{key}'" if key else "")
    span = Span(head.start, body.end)
    if not head.has_brace:
        complaint = "has no opening brace"
    elif not key:
        complaint = body.complaint or "has no key"
    complaint = complaint or body.complaint
    if complaint:
        name = f"entry '{key}'" if key else f"an entry of type '{head.type}'"
        problems.append(BibProblem(span, f"{name} {complaint}"))
    whole = body.whole and head.has_brace
    return Entry(head.type, key, Span(key_start, key_end), span, body.fields, whole)
