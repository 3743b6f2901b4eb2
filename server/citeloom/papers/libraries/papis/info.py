"""What an ``info.yaml`` of papis says of its paper.

Only the parser of YAML is used, event by event: no type is guessed, nothing is constructed, and
aliases, deep nesting and endless lists end the reading before they cost anything.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

from citeloom.papers.entry import paper_of
from citeloom.papers.paper import Paper
from citeloom_latex.bib.entry import Entry
from citeloom_latex.bib.resolve import ResolvedEntry

DEEPEST_VALUE = 12
"""How deep lists may be nested; those of papis (affiliations of authors) are 4 deep."""

MOST_EVENTS = 300_000
"""Values, and beginnings and ends of lists, that are read; 3,000 authors have some 50,000."""

LONGEST_KEY = 500

_NULL = ("", "~", "null", "Null", "NULL")
_KEY, _PEOPLE = "ref", "author_list"

InfoValue = str | Sequence["InfoValue"] | Mapping[str, "InfoValue"]


class InfoError(Exception):
    """A file is no ``info.yaml`` that is read; the message says why, for users."""


def info_values(text: str, yaml: ModuleType) -> Mapping[str, InfoValue]:
    """Return the fields of a file, all scalars as they are written.

    Parameters
    ----------
    yaml
        The library PyYAML.

    Raises
    ------
    InfoError
        If it is broken, has no fields, an alias, or too much in it.
    """
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        found = _document(yaml.parse(text, Loader=loader), yaml)
    except yaml.YAMLError as error:
        raise InfoError(_why(error)) from None
    except (ValueError, OverflowError):  # An escape for no letter, a version of endless digits.
        raise InfoError("it is broken YAML") from None
    if not isinstance(found, Mapping):
        raise InfoError("it has no fields")
    return found


def paper_of_info(values: Mapping[str, InfoValue]) -> Paper:
    """Return the paper of fields, which have the names of BibTeX's."""
    fields = {name.lower(): value for name, value in values.items() if isinstance(value, str)}
    if people := _people(values.get(_PEOPLE, "")):
        fields["author"] = people
    elif ";" in (author := fields.get("author", "")) and " and " not in author:
        fields["author"] = author.replace(";", " and ")
    key = " ".join(fields.get(_KEY, "").split())[:LONGEST_KEY]
    entry = Entry(fields.get("type", "misc").lower(), key, 0, 0, 0, "")
    paper = paper_of(ResolvedEntry(entry, 0, fields))
    return replace(paper, keys=(key,) if key else ())


def names_of_files(values: Mapping[str, InfoValue]) -> tuple[str, ...]:
    """Return the names of the paper's files, as they are seen from its folder."""
    found = values.get("files", "")
    names = [found] if isinstance(found, str) else found if isinstance(found, list) else []
    return tuple(name for name in names if isinstance(name, str) and name)


def _document(events: Iterable[Any], yaml: ModuleType) -> InfoValue:
    """Return the first document; a list stands for each collection that is not closed yet."""
    levels: list[list[InfoValue]] = [[]]
    for number, event in enumerate(events):
        if number > MOST_EVENTS:
            raise InfoError("it has too many values")
        if isinstance(event, yaml.AliasEvent):
            raise InfoError(f"line {event.start_mark.line + 1}: aliases are not read")
        if isinstance(event, yaml.DocumentEndEvent):
            break
        if isinstance(event, yaml.ScalarEvent):
            is_null = event.implicit[0] and event.value in _NULL
            levels[-1].append("" if is_null else event.value)
        elif isinstance(event, yaml.CollectionStartEvent):
            levels.append([])
            if len(levels) > DEEPEST_VALUE:
                raise InfoError(f"line {event.start_mark.line + 1}: lists are nested too deep")
        elif isinstance(event, yaml.CollectionEndEvent):
            inside = levels.pop()
            is_mapping = isinstance(event, yaml.MappingEndEvent)
            levels[-1].append(_mapping(inside) if is_mapping else inside)
    return levels[0][0] if levels[0] else ""


def _mapping(inside: Sequence[InfoValue]) -> Mapping[str, InfoValue]:
    pairs = zip(inside[::2], inside[1::2], strict=True)
    return {name: value for name, value in pairs if isinstance(name, str)}


def _people(value: InfoValue) -> str:
    """Return a list of authors as BibTeX writes one; empty where it names nobody."""
    people = value if isinstance(value, list) else []
    return " and ".join(name for person in people if (name := _person(person)))


def _person(value: InfoValue) -> str:
    if isinstance(value, str):
        return value
    if not isinstance(value, Mapping):
        return ""
    # Earlier versions of papis wrote the second of each.
    names = [value.get("family") or value.get("surname", "")]
    names.append(value.get("given") or value.get("given_name", ""))
    bare = (name.replace("{", "").replace("}", "") for name in names if isinstance(name, str))
    return ", ".join(f"{{{name.strip()}}}" for name in bare if name.strip())


def _why(error: Any) -> str:
    mark = getattr(error, "problem_mark", None)
    said = getattr(error, "problem", "") or "it is broken YAML"
    return f"line {mark.line + 1}: {said}" if mark else said
