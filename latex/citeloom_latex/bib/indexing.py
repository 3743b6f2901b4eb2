"""Indexes the entries of a BibTeX text: types, keys and ranges, without their fields."""

import re
from functools import lru_cache

from citeloom_latex.bib.entry_boundaries import before
from citeloom_latex.bib.grammar import is_one_group, marks_of
from citeloom_latex.bib.index import Index
from citeloom_latex.bib.other_entries import OtherEntryReader

# What begins a usual entry: its type, an opening brace and its key.
_USUAL = (
    r"(?!(?:[Cc](?i:omment)|[Pp](?i:reamble)|[Ss](?i:tring))\b)"
    r"[A-Za-z]++\s*+\{\s*+[^\s,{}=@]++(?=\s*+,)"
)
_USUAL_HEAD = re.compile(f"@{_USUAL}")
_SPACE = " \t\r\n"
_LONGEST_SPACE = 6


def index_of(text: str) -> Index:
    """Read where the entries of a text stand; the time is linear in its length.

    The usual entry ends where its braces balance, with nothing but space up to the next ``@``.
    That is seen without looking at what is in it. Every other one is read field by field.
    """
    groups = list(map(is_one_group, marks_of(text).split(b"@")[1:]))
    space = _space_between(text)
    heads = list(_head_behind(space).finditer(text, 1))
    if first := _USUAL_HEAD.match(text):
        heads.insert(0, first)
    last_end = text.rfind("}") + 1
    all_usual = len(heads) == len(groups) and all(groups) and not text[last_end:].strip()
    if heads and all_usual:
        # Nothing else is there, and the same space between all of it: no loop is needed.
        starts = list(map(re.Match.start, heads))
        ends = [start - len(space) for start in starts[1:]]
        return Index(starts, [*ends, last_end], list(map(re.Match.group, heads)))
    index = Index()
    others = OtherEntryReader(text, index)
    usual = {head.start(): head for head in heads}
    done, after = 0, text.find("@")
    for is_group in groups:
        start = after
        after = text.find("@", start + 1)
        if after < 0:
            after = len(text)
        if start < done:
            continue
        if is_group:
            head = usual.get(start)
            if head is None and before(text, start) in "\n\r})":
                head = _USUAL_HEAD.match(text, start)
            end = start + len(text[start:after].rstrip())
            if head and text[end - 1] == "}":
                index.starts.append(start)
                index.ends.append(end)
                index.heads.append(head.group())
                continue
        done = others.read(start)
    return index


def _space_between(text: str) -> str:
    """Return the spaces before the last ``@``."""
    at = text.rfind("@")
    behind = text[max(0, at - _LONGEST_SPACE) : max(0, at)]
    return behind[len(behind.rstrip(_SPACE)) :]


@lru_cache(maxsize=64)
def _head_behind(space: str) -> re.Pattern[str]:
    """Return what finds the usual heads that this stands before, behind a closing brace."""
    return re.compile(rf"@(?<=\}}{re.escape(space)}@){_USUAL}")
