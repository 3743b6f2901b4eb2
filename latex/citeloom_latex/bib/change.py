"""Changes of a .bib text, in its own style, that touch nothing else of it.

Each function returns an edit of the text that it is given, and raises ``ValueError`` where
the change would not give the entry that is wanted: a value whose braces do not balance, a key
with a comma, an entry that is too broken to say where a field of it belongs.
"""

import re
from collections.abc import Sequence

from citeloom_latex.bib.entry import Entry
from citeloom_latex.bib.facts import BibFacts
from citeloom_latex.bib.file_style import FileStyle
from citeloom_latex.bib.grammar import NAME
from citeloom_latex.bib.scan import scan_bib
from citeloom_latex.bib.style import style_of
from citeloom_latex.edit import Edit
from citeloom_latex.spans import Span

_TYPE = re.compile(r"[A-Za-z]+")
_KEY = re.compile(r"[^\s\"#%'(),={}@\\~]+")
_FIELD_NAME = re.compile(NAME)
_COMMA = re.compile(r"\s*,")
_LINE_END = re.compile(r"\r\n|\r|\n")

_Fields = list[tuple[str, str]]


def set_field(text: str, entry: Entry, name: str, value: str, file_style: FileStyle) -> Edit:
    """Give a field of an entry another value, or add the field.

    ``value`` is LaTeX without delimiters. A field that is there keeps its delimiters; a new one
    stands where it does in the other entries of the file, else at the end. ``text`` is the one that
    the entry is of: the file, or the entry alone.
    """
    name = name.lower()
    _check(_FIELD_NAME, name, "a name of a field")
    fields = _fields(text, entry)
    style = file_style.of_entry(text, entry)
    if there := entry.field(name):
        first = text[there.value_start]
        if first == '"' and '"' not in value:
            written = f'"{value}"'
        elif first in '{"':
            written = f"{{{value}}}"
        else:
            written = style.value(value)
        number = entry.fields.index(there)
        fields[number] = (name, written)
        return _checked(text, entry, Edit(there.value_span, written), fields)
    written = style.value(value)
    number = file_style.place(entry, name)
    fields.insert(number, (name, written))
    field = style.field(name, written)
    if number < len(entry.fields):
        at = entry.fields[number].name_start
        new_text = f"{field},{style.before_field}"
    else:
        at = entry.fields[-1].value_end if entry.fields else entry.key_span.end
        if comma := _COMMA.match(text, at, entry.end):
            at = comma.end()
            new_text = f"{style.before_field}{field},"
        else:
            new_text = f",{style.before_field}{field}"
    return _checked(text, entry, Edit(Span(at, at), new_text), fields)


def remove_field(text: str, entry: Entry, name: str) -> Edit:
    """Remove the first field of that name from an entry, with its comma and space."""
    there = entry.field(name.lower())
    if there is None:
        raise ValueError(f"'{entry.key}' has no field '{name}'")
    number = entry.fields.index(there)
    fields = _fields(text, entry)
    del fields[number]
    start, end = there.name_start, there.value_end
    before = entry.fields[number - 1].value_end if number else entry.key_span.end
    comma_before = _COMMA.match(text, before, start)
    comma_after = _COMMA.match(text, end, entry.end)
    following = entry.fields[number + 1].name_start if number + 1 < len(entry.fields) else None
    if following and comma_after and not text[comma_after.end() : following].strip():
        end = following
    elif comma_after:
        end = comma_after.end()
        if comma_before and not text[comma_before.end() : start].strip():
            start = comma_before.end()
    elif comma_before and not text[comma_before.end() : start].strip():
        start = before
    return _checked(text, entry, Edit(Span(start, end), ""), fields)


def add_entry(
    text: str, facts: BibFacts, type_: str, key: str, fields: Sequence[tuple[str, str]]
) -> Edit:
    """Add an entry: at its place where the keys are sorted, else behind the last entry.

    It never stands behind a broken entry, in which BibTeX would read it. ``fields`` are names with
    LaTeX without delimiters.
    """
    _check(_TYPE, type_, "a type of entry")
    _check(_KEY, key, "a key")
    style = style_of(text, facts)
    written = [(name.lower(), style.value(value)) for name, value in fields]
    for name, _ in written:
        _check(_FIELD_NAME, name, "a name of a field")
    lines = [f"@{type_.upper() if style.upper_types else type_}{{{key}"]
    lines += [style.field(name, value) for name, value in written]
    comma = "," if style.trailing_comma and written else ""
    entry = f",{style.before_field}".join(lines) + comma + style.before_end + "}"
    (*_, made), expected = (None, *scan_bib(entry).entries), (type_.lower(), key, written)
    if made is None or made.complaint or (made.type, made.key, _fields(entry, made)) != expected:
        raise ValueError(f"'{key}' cannot be written with these fields")
    place = len(facts.entries)
    if style.sorted_keys:
        keys = facts.entries.keys()
        place = sum(1 for other in keys if other.lower() <= key.lower())
    broken = (number for number, other in enumerate(facts.entries) if not other.whole)
    place = min(place, next(broken, place))
    if place > 0:
        at = facts.entries[place - 1].end
        return Edit(Span(at, at), style.between + entry)
    if len(facts.entries):
        at = facts.entries[0].start
        return Edit(Span(at, at), entry + style.between)
    before = style.line_end if text else ""
    return Edit(Span(len(text), len(text)), before + entry + style.line_end)


def remove_entry(text: str, facts: BibFacts, entry: Entry) -> Edit:
    """Remove an entry, with the space between it and the entry before or after it."""
    number = facts.entries.index(entry)
    start, end = entry.start, entry.end
    before = facts.entries[number - 1].end if number else None
    after = facts.entries[number + 1].start if number + 1 < len(facts.entries) else None
    if before is not None and not text[before:start].strip():
        start = before
    elif after is not None and not text[end:after].strip():
        end = after
    else:
        if line_end := _LINE_END.match(text, end):
            end = line_end.end()
        if len(facts.entries) == 1 and text[:start].endswith(("\n", "\r")):
            start -= 2 if text[:start].endswith("\r\n") else 1
    return Edit(Span(start, end), "")


def _check(pattern: re.Pattern[str], written: str, what: str) -> None:
    if not pattern.fullmatch(written):
        raise ValueError(f"'{written}' cannot be {what}")


def _fields(text: str, entry: Entry) -> _Fields:
    return [(field.name, text[field.value_start : field.value_end]) for field in entry.fields]


def _checked(text: str, entry: Entry, edit: Edit, fields: _Fields) -> Edit:
    """Return the edit, after a check that it gives the entry exactly these fields."""
    start = entry.start
    inside = Edit(Span(edit.span.start - start, edit.span.end - start), edit.new_text)
    changed = inside.applied_to(text[start : entry.end])
    entries = scan_bib(changed).entries
    if (
        len(entries) != 1
        or (entries[0].type, entries[0].key, entries[0].end)
        != (entry.type, entry.key, len(changed))
        or _fields(changed, entries[0]) != fields
        or entries[0].complaint != entry.complaint
    ):
        raise ValueError(f"'{entry.key}' cannot be changed so")
    return edit
