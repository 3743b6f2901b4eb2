"""Complete the citation key that is being typed in a cite command."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from citeloom.actions.keys.around import around
from citeloom.actions.keys.places import citations_around
from citeloom.actions.keys.ranking import scores
from citeloom.draft.document import Document
from citeloom.draft.entry_search import EntrySearch, fold
from citeloom.draft.project import Project
from citeloom.draft.terms.said_of_keys import index_sentences
from citeloom_latex.bib.resolve import ResolvedEntry
from citeloom_latex.spans import Span
from citeloom_latex.tex.facts import Citation

MOST = 100
_NEXT_LIST = re.compile(r"\s*(?:\[[^\[\]{}]*\]\s*){0,2}\{[^{}\r\n]*")


@dataclass(frozen=True, slots=True)
class TypedKey:
    """The key that is being typed: its text up to the cursor, and the range of all of it.

    ``others`` are the further keys of its cite command, which stands at ``command``.
    """

    text: str
    span: Span
    others: tuple[str, ...]
    command: Span


@dataclass(frozen=True, slots=True)
class Candidate:
    """A key that fits what is typed, and its entry."""

    key: str
    entry: ResolvedEntry


def typed_key_at(document: Document, offset: int) -> TypedKey | None:
    """Return the key that is being typed at a place, or None outside of a cite command."""
    text = document.text
    for citation in citations_around(document, offset):
        if not citation.span.start < offset <= _end(citation, text, offset):
            continue
        opening = _opening(text, citation.span.start, offset)
        if opening is None:
            continue
        start = max(opening, text.rfind(",", opening, offset)) + 1
        while start < offset and text[start] in " \t\r\n":
            start += 1
        end = offset
        while end < len(text) and text[end] not in ",}% \t\r\n\\{":
            end += 1
        others = (
            cited for cited in citation.keys if not cited.span.start <= offset <= cited.span.end
        )
        return TypedKey(
            text[start:offset],
            Span(start, end),
            tuple(cited.key for cited in others),
            citation.span,
        )
    return None


def _end(citation: Citation, text: str, offset: int) -> int:
    """Return where a citation ends, with the empty list that may begin behind it."""
    end = citation.span.end
    several = citation.command.lower().endswith("cites")
    return offset if several and _NEXT_LIST.fullmatch(text, end, max(end, offset)) else end


def _opening(text: str, start: int, offset: int) -> int | None:
    """Return the brace that is open at a place, if it begins an argument of keys."""
    depth = 0
    for at in range(offset - 1, start, -1):
        if text[at] == "}":
            depth += 1
        elif text[at] == "{":
            if depth == 0:
                return at
            depth -= 1
        elif text[at] == "[" and depth == 0 and "]" not in text[at:offset]:
            return None
    return None


def index(project: Project) -> None:
    """Index what candidates are found and ranked by; after an edit, what it touched alone."""
    project.library.index()
    index_sentences(project)


def is_indexed(project: Project) -> bool:
    """Tell whether candidates are found at once, as the .bib files have not changed since."""
    return project.library.is_indexed


def is_long_to_index(project: Project) -> bool:
    """Tell whether nobody should wait for the index: ``candidates_so_far`` are there sooner."""
    return project.library.is_long_to_index


def candidates(project: Project, document: Document, typed: TypedKey) -> tuple[Candidate, ...]:
    """Return the keys that fit what is typed, the best first, at most a hundred.

    Every typed word must occur in the key, the title, the authors or the year. Keys that begin with
    the typed text come first, then keys that it stands in; among equals the order is that of what
    stands around the cite command.
    """
    words = fold(typed.text).split()
    fit = scores(project, document, around(document, typed.command, typed.others))
    return _taken(project, typed, _ranked(project, words, fit))


def candidates_so_far(
    project: Project, document: Document, typed: TypedKey
) -> tuple[Candidate, ...]:
    """Return ``candidates`` by what is indexed already.

    What entries are about does not count before that is, nor do titles and people: then every word
    must occur in the key.
    """
    words = fold(typed.text).split()
    place = around(document, typed.command, typed.others)
    fit = scores(project, document, place, with_terms=project.library.has_terms)
    is_searchable = project.library.is_searchable
    ranked = _ranked(project, words, fit) if is_searchable else _by_keys(project, words, fit)
    return _taken(project, typed, ranked)


def _taken(project: Project, typed: TypedKey, numbers: Iterable[int]) -> tuple[Candidate, ...]:
    """Return the first entries, each key once."""
    entries = project.entries
    keys = project.library.entries.keys
    found: dict[str, Candidate] = {}
    for number in numbers:
        key = keys[number]
        if key and key not in typed.others and key not in found:
            found[key] = Candidate(key, entries[number])
            if len(found) == MOST:
                break
    return tuple(found.values())


def _by_keys(project: Project, words: list[str], fit: Mapping[int, float]) -> Iterator[int]:
    """Yield the numbers of the entries whose keys hold all words, the best first."""
    holding: dict[_Place, list[int]] = {place: [] for place in _Place}
    for number, key in enumerate(project.library.entries.keys):
        folded = key.casefold()
        if all(word in folded for word in words):
            place = _place_in_key(words[0], folded) if words else _Place.BEGINNING
            holding[place].append(number)
    for numbers in holding.values():
        yield from sorted(numbers, key=lambda number: -fit.get(number, 0.0))


class _Place(Enum):
    """Where in the key of an entry the first typed word stands, the best first."""

    BEGINNING = auto()
    INSIDE = auto()
    ELSEWHERE = auto()


def _ranked(project: Project, words: list[str], fit: Mapping[int, float]) -> Iterator[int]:
    """Yield the numbers of the entries that hold the typed words, the best first.

    Few of them are asked for: entries that nothing speaks for are looked for when it is their turn.
    """
    count = len(project.library.entries)
    search = project.library.search
    ordered = sorted((-score, number) for number, score in fit.items() if number < count)
    if not words:
        yield from (number for _, number in ordered)
        yield from (number for number in range(count) if number not in fit)
        return
    fitting: dict[_Place, list[int]] = {place: [] for place in _Place}
    for number in search.holding(words, (number for _, number in ordered)):
        fitting[_place_in_key(words[0], search.key(number))].append(number)
    holding = [*search.entries_holding(words)] if len(words) > 1 else None
    for place in _Place:
        yield from fitting[place]
        for number in _possible(search, words[0], place) if holding is None else holding:
            # LaTeX in a title can have the key read otherwise among the words.
            if (
                number not in fit
                and _place_in_key(words[0], search.key(number)) is place
                and search.holds(number, words)
            ):
                yield number


def _possible(search: EntrySearch, word: str, place: _Place) -> Iterable[int]:
    """Return numbers, among which are all of the entries with a word at this place."""
    if place is _Place.BEGINNING:
        return search.keys_beginning(word)
    return search.keys_holding(word) if place is _Place.INSIDE else search.entries_holding([word])


def _place_in_key(word: str, key: str) -> _Place:
    if key.startswith(word):
        return _Place.BEGINNING
    return _Place.INSIDE if word in key else _Place.ELSEWHERE
