"""Reads a citation key as its author made it: from names, a year and words of the title."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from citeloom.papers.paper import Paper
from citeloom.placing.entries.key_words import NameSpelling, key_names, telling_words, title_words

AUTHORS, YEAR, SHORT_YEAR, TITLE = "authors", "year", "year of two digits", "title"

_PREFIX = re.compile(r"DBLP:(?:[^/:\s]+/)+|[A-Za-z]{2,9}:(?=[A-Za-z])")
_BETWEEN = re.compile(r"[-_:./+]{0,2}")
_YEAR = re.compile(r"(?:1[4-9]|20)\d\d")
_SHORT_YEAR = re.compile(r"\d\d(?!\d)")
_OTHERS = re.compile(r"[-_.:]?(?:et[-_]?al|EtAl|Etal|ETAL)\.?(?![a-z])|\+|(?<=[a-z])EA(?![a-z])")
_BETWEEN_NAMES = re.compile(r"(?:[-_.:&+]?(?:and|And|AND)[-_.:]?|[-_.:&+])?")
_FREE_WORD = re.compile(r"[A-Za-z]{2,30}")
_SUFFIX = re.compile(r"[-_:.]?(?:[a-zA-Z]|[a-z]{3}|\d{1,2})")
_SHORTEST_CUT = 3
_MOST_WORDS = 6

SPELLINGS = tuple(
    NameSpelling(particles, hyphens, umlauts)
    for particles, hyphens, umlauts in product((True, False), (False, True), (False, True))
)


@dataclass(frozen=True, slots=True)
class ReadNames:
    """The names in a key.

    Parameters
    ----------
    known
        How many authors the paper has.
    named
        How many of them the key names.
    written, whole
        The first name as the key has it, and as it is when nothing of it is cut off.
    between
        What stands between names.
    others
        What stands for those who are not named (``EtAl``).
    initials
        ``first`` names one author and has the initials of the others; ``all`` has initials alone.
    spelling
        How the names are spelt.
    """

    known: int
    named: int
    written: str
    whole: str
    between: str = ""
    others: str = ""
    initials: str = ""
    spelling: NameSpelling = SPELLINGS[0]


@dataclass(frozen=True, slots=True)
class ReadWords:
    """The words of the title in a key, as it has them.

    ``telling``: they leave out small words. ``all``: the title has no further ones.
    """

    words: tuple[str, ...]
    between: str = ""
    telling: bool = True
    all: bool = False


@dataclass(frozen=True, slots=True)
class ReadKey:
    """A key, read.

    Parameters
    ----------
    prefix
        What stands before all (``ref:``); what DBLP puts there is left out.
    layout
        The parts in their order.
    between
        What stands between neighbouring parts.
    suffix
        What tells the key from those of like papers.
    """

    prefix: str
    layout: tuple[str, ...]
    between: tuple[str, ...]
    names: ReadNames | None
    words: ReadWords | None
    suffix: str


@dataclass(frozen=True, slots=True)
class _Part:
    kind: str
    end: int
    names: ReadNames | None = None
    words: ReadWords | None = None


def read_key(key: str, paper: Paper) -> ReadKey | None:
    """Return how a key was made of what is known of its paper; None if it was not."""
    start, prefix = 0, ""
    if found := _PREFIX.match(key):
        start = found.end()
        prefix = "" if found[0].startswith("DBLP:") else found[0]
    reader = _KeyReader(key, paper)
    read = reader.read(start, prefix)
    return read if read or not start else reader.read(0, "")


class _KeyReader:
    def __init__(self, key: str, paper: Paper) -> None:
        self._key, self._year = key, paper.year
        self._families = key_names(paper)
        self._title = title_words(paper.title, plain=key.isascii())

    def read(self, start: int, prefix: str) -> ReadKey | None:
        parts = next(self._parts(start, ()), None)
        if parts is None:
            return None
        kinds = tuple(part.kind for part, _ in parts)
        names = next((part.names for part, _ in parts if part.names), None)
        words = next((part.words for part, _ in parts if part.words), None)
        between = tuple(between for _, between in parts[1:])
        return ReadKey(prefix, kinds, between, names, words, self._key[parts[-1][0].end :])

    def _parts(
        self, start: int, before: tuple[tuple[_Part, str], ...]
    ) -> Iterator[tuple[tuple[_Part, str], ...]]:
        """Yield the ways to read the key from here to its end."""
        kinds = {part.kind for part, _ in before}
        found = _BETWEEN.match(self._key, start) if before else None
        between = found[0] if found else ""
        at = start + len(between)
        for part in self._next_parts(at, kinds):
            yield from self._parts(part.end, (*before, (part, between)))
        if before and not kinds.isdisjoint({AUTHORS, TITLE}):
            ended = start == len(self._key) or _SUFFIX.fullmatch(self._key, start)
            if ended:
                yield before

    def _next_parts(self, at: int, before: set[str]) -> Iterator[_Part]:
        if at >= len(self._key):
            return
        if YEAR not in before and SHORT_YEAR not in before:
            yield from self._years(at)
        if AUTHORS not in before:
            yield from self._names(at)
        if TITLE not in before:
            yield from self._words(at)
            free = _FREE_WORD.match(self._key, at) if {AUTHORS, YEAR} <= before else None
            # A word that its author chose, of no title that is known.
            if free and (len(free[0]) > 3 or free.end() < len(self._key)):
                yield _Part(TITLE, free.end(), words=ReadWords((free[0],)))

    def _years(self, at: int) -> Iterator[_Part]:
        if _YEAR.match(self._key, at):
            yield _Part(YEAR, at + 4)
        short = _SHORT_YEAR.match(self._key, at)
        if short and self._year and short[0] == f"{self._year % 100:02d}":
            yield _Part(SHORT_YEAR, at + 2)

    def _names(self, at: int) -> Iterator[_Part]:
        if not self._families:
            return
        tried = set()
        for spelling in SPELLINGS if self._key.isascii() else (NameSpelling(plain_letters=False),):
            names = tuple(spelling.spell(family) for family in self._families)
            if names[0] and names not in tried:
                tried.add(names)
                yield from self._spelt_names(at, names, spelling)

    def _spelt_names(
        self, at: int, names: Sequence[str], spelling: NameSpelling
    ) -> Iterator[_Part]:
        first = names[0]
        length = _shared_length(self._key, at, first)
        if length == len(first) or length >= _SHORTEST_CUT:
            yield from self._with_others(at, length, names, spelling)
        initials = "".join(name[:1] for name in names).upper()
        if len(names) > 1:
            for count in (len(names), 4, 3):
                shown = initials[:count]
                if len(shown) > 1 and self._key.startswith(shown, at):
                    end = at + len(shown)
                    end += self._key.startswith("+", end)
                    read = ReadNames(len(names), count, shown, first, "", "", "all", spelling)
                    yield _Part(AUTHORS, end, names=read)
                    return

    def _with_others(
        self, at: int, length: int, names: Sequence[str], spelling: NameSpelling
    ) -> Iterator[_Part]:
        """Yield the first name with what stands for the other authors, the longest first."""
        written, known = self._key[at : at + length], len(names)

        def part(
            end: int, named: int, between: str = "", others: str = "", initials: str = ""
        ) -> _Part:
            read = ReadNames(known, named, written, names[0], between, others, initials, spelling)
            return _Part(AUTHORS, end, names=read)

        end, named, between = at + length, 1, ""
        ends = [(end, named, between)]
        for name in names[1:]:
            found = _BETWEEN_NAMES.match(self._key, end)
            start = found.end() if found else end
            shared = _shared_length(self._key, start, name)
            if not name or (shared < len(name) and shared < length):
                break
            between = self._key[end:start]
            end, named = start + shared, named + 1
            ends.append((end, named, between))
        for end, named, between in reversed(ends):
            if known > 1 and (others := _OTHERS.match(self._key, end)):
                yield part(others.end(), named, between, others[0])
            yield part(end, named, between)
        initials = "".join(name[:1] for name in names[1:]).upper()
        if initials and self._key.startswith(initials, at + length):
            yield part(at + length + len(initials), 1, initials="first")

    def _words(self, at: int) -> Iterator[_Part]:
        telling = telling_words(self._title)
        for words, is_telling in ((telling, True), (self._title, False)):
            yield from reversed(list(self._run_of_words(at, words, is_telling)))
        rest = self._key[at:].lower()
        for word in self._title:
            if len(word) > 2 and rest.startswith(word.lower()):
                end = at + len(word)
                yield _Part(TITLE, end, words=ReadWords((self._key[at:end],)))

    def _run_of_words(self, at: int, words: Sequence[str], telling: bool) -> Iterator[_Part]:
        """Yield the first word of a title, the first two, and so on, as far as the key has them."""
        run: tuple[str, ...] = ()
        end, between = at, ""
        for word in words[:_MOST_WORDS]:
            gap = _BETWEEN.match(self._key, end) if run else None
            start = gap.end() if gap else end
            if _shared_length(self._key, start, word) < len(word):
                return
            between = self._key[end:start] if run else ""
            end = start + len(word)
            run = (*run, self._key[start:end])
            yield _Part(TITLE, end, words=ReadWords(run, between, telling, len(run) == len(words)))


def _shared_length(key: str, at: int, name: str) -> int:
    """Return how many letters of a name, in upper or lower case, a key has at a place."""
    length = 0
    for sign, letter in zip(key[at : at + len(name)].lower(), name.lower(), strict=False):
        if sign != letter:
            break
        length += 1
    return length
