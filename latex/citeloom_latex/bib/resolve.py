"""Resolves field values: replaces strings, joins parts, adds inherited fields."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from citeloom_latex.bib.facts import BibFacts, Entry, StringDefinition
from citeloom_latex.bib.grammar import JOINT, read_part

_MONTHS = {
    "jan": "January",
    "feb": "February",
    "mar": "March",
    "apr": "April",
    "may": "May",
    "jun": "June",
    "jul": "July",
    "aug": "August",
    "sep": "September",
    "oct": "October",
    "nov": "November",
    "dec": "December",
}

_PART_OF_BOOK = frozenset({"inbook", "incollection", "inproceedings", "conference"})

# BibTeX lets a child inherit all; but these name or describe the parent itself, and a paper is
# known by them: the DOI or the abstract of a whole volume is not that of a paper in it.
_OF_THE_PARENT_ALONE = frozenset(
    {
        "abstract",
        "annotation",
        "archiveprefix",
        "arxivid",
        "crossref",
        "doi",
        "eprint",
        "eprinttype",
        "file",
        "ids",
        "keywords",
        "pmid",
        "url",
        "xdata",
        "xref",
    }
)


@dataclass(frozen=True)
class ResolvedEntry:
    """An entry with its values.

    ``values`` maps field names (lower case) to LaTeX without delimiters: strings and months put
    in, concatenations joined, fields inherited by ``crossref`` and ``xdata``. ``inherited``
    names the fields that came from another entry; ``file`` is the index of the text that the
    entry stands in, among those given.
    """

    entry: Entry
    file: int
    values: Mapping[str, str]
    inherited: frozenset[str] = frozenset()


def resolve(files: Sequence[tuple[str, BibFacts]]) -> tuple[ResolvedEntry, ...]:
    """Resolve all entries of the .bib texts of one project, in order, duplicates included.

    A string that is nowhere defined gives an empty part. Of fields given twice the first counts,
    and of entries with one key the first is the one to inherit from, as in BibTeX; keys of
    parents are compared without regard to case. A parent may be named by one of its ``ids``, as
    in biber, unless that is the key of another entry.
    """
    entries = _own_values(files)
    by_key: dict[str, int] = {}
    for index, (entry, _, _) in enumerate(entries):
        by_key.setdefault(entry.key.lower(), index)
    values = [own for _, _, own in entries]
    for index, own in enumerate(values):
        for alias in _keys(own, "ids"):
            by_key.setdefault(alias, index)
    parents = [_parents(own, by_key) for own in values]
    for index in _parents_first(parents):
        if parents[index]:
            values[index] = dict(values[index])
            for parent, field in parents[index]:
                _inherit(values[index], entries[index][0].type, values[parent], field)
    return tuple(
        ResolvedEntry(entry, file, full, frozenset(full.keys() - own.keys()))
        for (entry, file, own), full in zip(entries, values, strict=True)
    )


def _own_values(
    files: Sequence[tuple[str, BibFacts]],
) -> list[tuple[Entry, int, dict[str, str]]]:
    """Return each entry with its file's index and the values that stand in it.

    A string has the value that was given to it last before its use, or, where it is only defined
    later, its last one.
    """
    strings = dict(_MONTHS)
    for text, facts in files:
        for definition in facts.strings:
            strings[definition.name] = _join(definition.value_span.of(text), strings)
    entries = []
    for file, (text, facts) in enumerate(files):
        blocks: list[Entry | StringDefinition] = [*facts.strings, *facts.entries]
        if facts.strings:
            blocks.sort(key=lambda block: block.span.start)
        for block in blocks:
            if isinstance(block, StringDefinition):
                strings[block.name] = _join(block.value_span.of(text), strings)
                continue
            own: dict[str, str] = {}
            for field in block.fields:
                if field.name not in own:
                    own[field.name] = _join(text[field.value_start : field.value_end], strings)
            entries.append((block, file, own))
    return entries


def _join(raw: str, strings: Mapping[str, str]) -> str:
    """Return the text of a value as written, its parts joined."""
    if "#" not in raw and raw[:1] in ("{", '"'):
        return _without_delimiters(raw)
    joined = []
    position = 0
    while position < len(raw):
        end = read_part(raw, position, len(raw))
        if end < 0:
            joined.append(_without_delimiters(raw[position:]))
            break
        part = raw[position:end]
        if part[0] in '{"':
            joined.append(part[1:-1])
        else:
            joined.append(part if part[0].isdigit() else strings.get(part.lower(), ""))
        joint = JOINT.match(raw, end)
        if not joint and end < len(raw):
            joined.append(raw[end:])
            break
        position = joint.end() if joint else end
    return "".join(joined)


def _without_delimiters(raw: str) -> str:
    closing = {"{": "}", '"': '"'}.get(raw[:1])
    if not closing:
        return raw
    return raw[1:-1] if len(raw) > 1 and raw[-1] == closing else raw[1:]


def _parents(own: Mapping[str, str], by_key: Mapping[str, int]) -> list[tuple[int, str]]:
    """Return the entries to inherit from, each with the field that names it."""
    named = [(key, "xdata") for key in _keys(own, "xdata")]
    if parent_key := own.get("crossref", "").strip().lower():
        named.append((parent_key, "crossref"))
    found = [(by_key.get(key), field) for key, field in named]
    return [(parent, field) for parent, field in found if parent is not None]


def _keys(own: Mapping[str, str], field: str) -> list[str]:
    """Return the keys between the commas of a field, in lower case."""
    return [key for part in own.get(field, "").split(",") if (key := part.strip().lower())]


def _parents_first(parents: Sequence[Sequence[tuple[int, str]]]) -> list[int]:
    """Return all indices, each after its parents; where they form a cycle, one link is ignored."""
    order: list[int] = []
    seen: set[int] = set()
    for first in range(len(parents)):
        if first in seen:
            continue
        seen.add(first)
        path = [(first, iter(parents[first]))]
        while path:
            index, rest = path[-1]
            parent = next((parent for parent, _ in rest if parent not in seen), None)
            if parent is None:
                order.append(index)
                path.pop()
            else:
                seen.add(parent)
                path.append((parent, iter(parents[parent])))
    return order


def _inherit(child: dict[str, str], child_type: str, parent: Mapping[str, str], by: str) -> None:
    if by == "xdata":
        for name, value in parent.items():
            if name != "ids":
                child.setdefault(name, value)
        return
    in_book = child_type in _PART_OF_BOOK
    if in_book and (book := parent.get("booktitle") or parent.get("title")):
        child.setdefault("booktitle", book)
    for name, value in parent.items():
        if name not in _OF_THE_PARENT_ALONE and not (in_book and name == "title"):
            child.setdefault(name, value)
