"""Resolves field values: replaces strings, joins parts, adds inherited fields."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from citeloom_latex.bib.bounds import TEXT, Bound, bound_of
from citeloom_latex.bib.expansion_limits import Growth
from citeloom_latex.bib.facts import BibFacts, Entry, StringDefinition
from citeloom_latex.bib.grammar import JOINT, read_part
from citeloom_latex.spans import Characters, Span

MONTHS = {
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


def resolve(
    files: Sequence[tuple[Characters, BibFacts]], growth: Growth | None = None
) -> tuple[ResolvedEntry, ...]:
    """Resolve all entries of the .bib texts of one project, in order, duplicates included.

    A string that is nowhere defined gives an empty part. Of fields given twice the first counts,
    and of entries with one key the first is the one to inherit from, as in BibTeX; keys of
    parents are compared without regard to case. A parent may be named by one of its ``ids``, as
    in biber, unless that is the key of another entry.

    Parameters
    ----------
    growth
        Told where strings or inherited fields are left out because there are too many of them.
    """
    growth = growth or Growth()
    entries = _all_own_values(files, growth)
    by_key: dict[str, int] = {}
    for index, (entry, _, _) in enumerate(entries):
        by_key.setdefault(entry.key.lower(), index)
    values = [own for _, _, own in entries]
    for index, own in enumerate(values):
        for alias in keys_of(own, "ids"):
            by_key.setdefault(alias, index)
    named = ((index, parents_of(own, by_key)) for index, own in enumerate(values))
    parents = {index: found for index, found in named if found}
    for index in parents_first(parents):
        if index in parents:
            entry, file, own = entries[index]
            full = values[index] = dict(own)
            most = len(own) + growth.fields_left()
            for parent, field in parents[index]:
                if not inherit(full, entry.type, values[parent], field, most):
                    growth.stopped.append((file, entry.key_span, "inherited fields"))
                    break
            growth.inherited += len(full) - len(own)
    return tuple(
        ResolvedEntry(entry, file, full, frozenset(full.keys() - own.keys()))
        for (entry, file, own), full in zip(entries, values, strict=True)
    )


def _all_own_values(
    files: Sequence[tuple[Characters, BibFacts]], growth: Growth
) -> list[tuple[Entry, int, dict[str, str]]]:
    """Return each entry with its file's index and the values that stand in it.

    A string has the value that was given to it last before its use, or, where it is only defined
    later, its last one.
    """
    strings = dict(MONTHS)
    for file, (text, facts) in enumerate(files):
        for definition in facts.strings:
            strings[definition.name] = string_value(text, definition, strings, growth, file)
    entries = []
    for file, (text, facts) in enumerate(files):
        blocks: list[Entry | StringDefinition] = [*facts.strings, *facts.entries]
        if facts.strings:
            blocks.sort(key=lambda block: block.span.start)
        for block in blocks:
            if isinstance(block, StringDefinition):
                strings[block.name] = string_value(text, block, strings, growth, file)
                continue
            entries.append((block, file, own_values(text, block, strings, growth, file)))
    return entries


def own_values(
    text: Characters, entry: Entry, strings: Mapping[str, str], growth: Growth, file: int
) -> dict[str, str]:
    """Return the values that stand in an entry; of fields given twice the first.

    Of a value beyond the field's bound, its beginning or nothing: see ``Bound``.
    """
    own: dict[str, str] = {}
    for field in entry.fields:
        if field.name not in own:
            span, bound = field[3:], bound_of(field.name)
            own[field.name] = _join(text, span, bound, strings, growth, file)
    return own


def string_value(
    text: Characters,
    string: StringDefinition,
    strings: Mapping[str, str],
    growth: Growth,
    file: int,
) -> str:
    """Return the value of a string; ``strings`` are those that count where it is defined."""
    return _join(text, string.value_span, TEXT, strings, growth, file)


def _join(
    text: Characters,
    span: tuple[int, int],
    bound: Bound,
    strings: Mapping[str, str],
    growth: Growth,
    file: int,
) -> str:
    """Return the text of a value as written, its parts joined, within its bound."""
    start, end_of_value = span
    most = bound.longest + len("{}")
    if bound.is_name and end_of_value - start > most:
        return ""
    raw = text[start : min(end_of_value, start + most)]
    if "#" not in raw and raw[:1] in ("{", '"'):
        return bound.limit(_without_delimiters(raw))
    joined: list[str] = []
    length = position = 0
    while position < len(raw):
        end = read_part(raw, position, len(raw))
        if end < 0:
            joined.append(_without_delimiters(raw[position:]))
            break
        part = raw[position:end]
        if part[0] in '{"':
            joined.append(part[1:-1])
        elif part[0].isdigit():
            joined.append(part)
        elif growth.has_room(length, value := strings.get(part.lower(), "")):
            joined.append(value)
        else:
            span = Span(start + position, start + end)
            growth.stopped.append((file, span, f"the string '{part[:40]}'"))
            break
        length += len(joined[-1])
        joint = JOINT.match(raw, end)
        if not joint and end < len(raw):
            joined.append(raw[end:])
            break
        position = joint.end() if joint else end
    return bound.limit("".join(joined))


def _without_delimiters(raw: str) -> str:
    closing = {"{": "}", '"': '"'}.get(raw[:1])
    if not closing:
        return raw
    return raw[1:-1] if len(raw) > 1 and raw[-1] == closing else raw[1:]


def parents_of(own: Mapping[str, str], by_key: Mapping[str, int]) -> list[tuple[int, str]]:
    """Return the entries to inherit from, each with the field that names it."""
    named = [(key, "xdata") for key in keys_of(own, "xdata")]
    if parent_key := own.get("crossref", "").strip().lower():
        named.append((parent_key, "crossref"))
    found = [(by_key.get(key), field) for key, field in named]
    return [(parent, field) for parent, field in found if parent is not None]


def keys_of(own: Mapping[str, str], field: str) -> list[str]:
    """Return the keys between the commas of a field, in lower case."""
    return [key for part in own.get(field, "").split(",") if (key := part.strip().lower())]


def parents_first(parents: Mapping[int, Sequence[tuple[int, str]]]) -> list[int]:
    """Return entries with their parents, after these; where they form a cycle, one link is ignored.

    ``parents`` names those of each entry that has some.
    """
    order: list[int] = []
    seen: set[int] = set()
    for first in parents:
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
                path.append((parent, iter(parents.get(parent, ()))))
    return order


def inherit(
    child: dict[str, str], child_type: str, parent: Mapping[str, str], by: str, most: int
) -> bool:
    """Add what a child lacks; False where it would have more than ``most`` fields."""
    if by == "xdata":
        return _add_missing(child, ((n, v) for n, v in parent.items() if n != "ids"), most)
    in_book = child_type in _PART_OF_BOOK
    if in_book and (book := parent.get("booktitle") or parent.get("title")):
        child.setdefault("booktitle", book)
    left_out = _OF_THE_PARENT_ALONE | {"title"} if in_book else _OF_THE_PARENT_ALONE
    return _add_missing(child, ((n, v) for n, v in parent.items() if n not in left_out), most)


def _add_missing(child: dict[str, str], fields: Iterable[tuple[str, str]], most: int) -> bool:
    for name, value in fields:
        if name not in child:
            if len(child) >= most:
                return False
            child[name] = value
    return True
