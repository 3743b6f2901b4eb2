"""The pattern of an author's citation keys, and new keys that follow it."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import TypeVar

from citeloom.papers.paper import Paper
from citeloom.placing.entries.key_reading import (
    AUTHORS,
    SHORT_YEAR,
    SPELLINGS,
    TITLE,
    YEAR,
    ReadKey,
    ReadNames,
    read_key,
)
from citeloom.placing.entries.key_words import NameSpelling, key_names, telling_words, title_words

FIRST_YEAR, LAST_YEAR = 1400, 2099
"""The years of which a paper can be; others are errors."""

LONGEST_KEY = 80
MOST_READ = 300
"""Keys that are looked at: the newest, or some from everywhere in a sorted file."""

_MOST_NAMED = 4
_FEWEST_NAMES = 3
_WEIGHT_OF_COPIED = 0.01
"""A key that DBLP made tells less than any of the author's own."""

_CASES: tuple[Callable[[str], str], ...] = (
    str,
    str.lower,
    lambda text: text[:1].upper() + text[1:],
    str.upper,
)
_NOT_IN_KEYS = re.compile(r"[^\w:./+-]")

Habit = TypeVar("Habit")


@dataclass(frozen=True, slots=True)
class NamesPattern:
    """How keys name authors.

    Parameters
    ----------
    named
        How many authors are named where the paper has two, three, or more; a paper of one author
        names that one.
    letters
        How many letters of a name stand; 0 for all.
    case
        Number of a way to write letters: as they are, lower, first letter upper, upper.
    between
        What stands between names.
    others
        What stands for those who are not named.
    initials
        As in :class:`ReadNames`.
    spelling
        How names are spelt.
    """

    named: tuple[int, int, int] = (1, 1, 1)
    letters: int = 0
    case: int = 0
    between: str = ""
    others: str = ""
    initials: str = ""
    spelling: NameSpelling = SPELLINGS[0]

    def in_case(self, word: str) -> str:
        write = _CASES[self.case]
        return write(word[:1].upper() + word[1:])

    def write(self, families: Sequence[str]) -> str:
        names = [name for family in families if (name := self.spelling.spell(family))]
        if not names:
            return ""
        write = _CASES[self.case]
        known = len(names)
        first = write(names[0][: self.letters or None])
        letters = "".join(name[0] for name in names).upper()
        if known == 1:
            return write(names[0][: self.letters or 3]) if self.initials == "all" else first
        if self.initials == "all":
            return letters if known <= _MOST_NAMED else f"{letters[:3]}+"
        if self.initials == "first":
            return first + letters[1:]
        named = min(self.named[min(known, _MOST_NAMED) - 2], known)
        shown = [write(name[: self.letters or None]) for name in names[:named]]
        return self.between.join(shown) + (self.others if named < known else "")


@dataclass(frozen=True, slots=True)
class WordsPattern:
    """How keys have words of the title: how many, in which case, with what between them."""

    number: int = 1
    case: int = 1
    between: str = ""
    telling: bool = True
    plain_letters: bool = True

    def write(self, title: str) -> str:
        words = title_words(title, plain=self.plain_letters)
        words = telling_words(words) if self.telling else words
        write = _CASES[self.case]
        return self.between.join(write(word) for word in words[: self.number])


@dataclass(frozen=True, slots=True)
class KeyPattern:
    """How an author makes citation keys.

    Without a pattern of the author's it is a name, the year and a word of the title
    (``vaswani2017attention``). ``suffix`` begins what tells like keys apart: ``a`` or ``2``, with
    what stands before it.
    """

    layout: tuple[str, ...] = (AUTHORS, YEAR, TITLE)
    between: tuple[str, ...] = ("", "")
    names: NamesPattern = NamesPattern(case=1)
    words: WordsPattern = WordsPattern()
    prefix: str = ""
    suffix: str = ""

    def key_of(self, paper: Paper, taken: Collection[str]) -> str:
        """Return a key that is none of those taken, which are in lower case."""
        base = self._base(paper)[:LONGEST_KEY]
        if self._is_free(base, taken):
            return base
        return next(key for key in self._further(base, taken) if key.lower() not in taken)

    def _base(self, paper: Paper) -> str:
        families = key_names(paper)
        names = self.names.write(families)
        key = ""
        for kind, between in zip(self.layout, ("", *self.between), strict=True):
            # Without names a word of the title stands in their place, and not once more.
            if part := self._part(kind, paper, names):
                key += (between if key else "") + part
        if not key or key.isdecimal():
            key = f"reference{key}"
        return self.prefix + key

    def _part(self, kind: str, paper: Paper, names: str) -> str:
        part = ""
        if kind == AUTHORS:
            part = names or self.names.in_case(replace(self.words, number=1).write(paper.title))
        elif kind == TITLE and (names or AUTHORS not in self.layout):
            part = self.words.write(paper.title)
        elif kind in (YEAR, SHORT_YEAR) and paper.year and FIRST_YEAR <= paper.year <= LAST_YEAR:
            part = str(paper.year)[-2 if kind == SHORT_YEAR else 0 :]
        return _NOT_IN_KEYS.sub("", part)

    def _is_free(self, base: str, taken: Collection[str]) -> bool:
        """Tell whether a key is free, and no ``Smith2000a`` has taken its letter."""
        beside = f"{base}a".lower() in taken and base[-1:].isdigit()
        return base.lower() not in taken and not beside

    def _further(self, base: str, taken: Collection[str]) -> Iterable[str]:
        by_letter = not self.suffix[-1:].isdigit() if self.suffix else base[-1:].isdigit()
        gap = self.suffix[:-1]
        if by_letter:
            yield from (f"{base}{gap}{letter}" for letter in "abcdefghijklmnopqrstuvwxyz")
            gap = gap or "-"
        yield from (f"{base}{gap}{number}" for number in count(2))


def key_pattern(keys: Sequence[str], paper_at: Callable[[int], Paper]) -> KeyPattern:
    """Return the pattern of most keys, newer ones counting more.

    Parameters
    ----------
    keys
        The keys of a .bib file, in its order.
    paper_at
        What the entry of a key's number says of its paper; asked for some of a long file.
    """
    plain = all(key.isascii() for key in keys)
    lower = [key.lower() for key in keys]
    is_sorted = len(keys) > 2 and lower == sorted(lower)
    numbers: Sequence[int] = range(max(0, len(keys) - MOST_READ), len(keys))
    if is_sorted and len(keys) > MOST_READ:
        numbers = [number * len(keys) // MOST_READ for number in range(MOST_READ)]
    papers = [(keys[number], paper_at(number)) for number in numbers if keys[number]]
    votes: defaultdict[tuple[str, tuple[str, ...], tuple[str, ...]], float] = defaultdict(float)
    weighed: list[tuple[ReadKey, float]] = []
    for number, (key, paper) in enumerate(papers):
        weight = 1.0 if is_sorted else 1 + number / len(papers)
        if read := read_key(key, paper):
            weight *= _WEIGHT_OF_COPIED if key.startswith("DBLP:") else 1
            weighed.append((read, weight))
            votes[_form(read)] += weight
    # A key of a title alone is a name that its author made up: there is no rule to follow.
    # A name alone is so too, but where most keys are one.
    of_names = [
        form
        for form in votes
        if AUTHORS in form[1] and (len(form[1]) > 1 or _is_usual(votes[form], len(papers)))
    ]
    best = max(of_names, key=lambda form: votes[form], default=None)
    words = WordsPattern(plain_letters=plain)
    names = NamesPattern(case=1, spelling=replace(SPELLINGS[0], plain_letters=plain))
    if best is None:
        return KeyPattern(words=words, names=names)
    like = [(read, weight) for read, weight in weighed if _form(read) == best]
    prefix, layout, between = best
    return KeyPattern(
        layout, between, _names(like, names), _words(like, words), prefix, _suffix(like)
    )


def _is_usual(votes: float, keys: int) -> bool:
    return keys >= _FEWEST_NAMES and 2 * votes > keys


def _form(read: ReadKey) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    return read.prefix, read.layout, read.between


_Weighed = Sequence[tuple[ReadKey, float]]


def _names(read_keys: _Weighed, default: NamesPattern) -> NamesPattern:
    read = [(key.names, weight) for key, weight in read_keys if key.names]
    if not read:
        return default
    several = [(names, weight) for names, weight in read if names.known > 1]
    initials = _most((names.initials, weight) for names, weight in several) or ""
    shown = [(names, weight) for names, weight in read if names.initials != "all"]
    cut = (
        _letters(shown)
        if initials != "all"
        else _letters([(names, weight) for names, weight in shown if names.known == 1])
    )
    between = _most(
        (names.between, weight)
        for names, weight in several
        if names.named > 1 and not names.initials
    )
    others = _most(
        (names.others, weight)
        for names, weight in several
        if names.named < names.known and not names.initials
    )
    named = _named([(names, weight) for names, weight in several if not names.initials])
    if others is None:
        # No paper with more authors tells how they are left out.
        others = "EtAl" if named[2] == 1 < named[0] else ""
    spelling = replace(
        _most((names.spelling, weight) for names, weight in read if _is_telling(names))
        or default.spelling,
        plain_letters=default.spelling.plain_letters,
    )
    return NamesPattern(named, cut, _case(shown), between or "", others, initials, spelling)


def _is_telling(names: ReadNames) -> bool:
    """Tell whether the spelling of a name tells more than the first one that is tried."""
    return names.spelling != SPELLINGS[0] or not names.whole.isalpha()


def _letters(read: Sequence[tuple[ReadNames, float]]) -> int:
    """Return at how many letters names are cut; 0 where they are whole."""
    votes: defaultdict[int, float] = defaultdict(float)
    for names, weight in read:
        whole = len(names.written) == len(names.whole)
        votes[0] += weight if whole else 0
        for letters in range(3, 9):
            fits = len(names.written) <= letters if whole else len(names.written) == letters
            votes[letters] += weight if fits else 0
    return max(sorted(votes), key=lambda letters: votes[letters], default=0)


def _named(several: Sequence[tuple[ReadNames, float]]) -> tuple[int, int, int]:
    """Return how many of two, three and more authors are named."""
    found: list[int | None] = []
    for known in (2, 3, 4):
        own = [
            (min(names.named, known) if names.named < names.known else known, weight)
            for names, weight in several
            if min(names.known, 4) == known
        ]
        found.append(_most(own))
    two, three, more = found
    if three is None:
        three = more if more is not None and more < 4 else (1 if two != 2 or more is None else 3)
    if more is None:
        more = three if three < 3 else 1
    if two is None:
        two = min(three, 2) if three == 1 and not _has_others(several) else 2
    return two, three, 99 if more == 4 else more


def _has_others(several: Sequence[tuple[ReadNames, float]]) -> bool:
    return any(names.others for names, _ in several)


def _case(read: Sequence[tuple[ReadNames, float]]) -> int:
    votes: defaultdict[int, float] = defaultdict(float)
    for names, weight in read:
        whole = names.whole[: len(names.written)]
        for number, write in enumerate(_CASES):
            votes[number] += weight if write(whole) == names.written else 0
    return max(sorted(votes), key=lambda number: votes[number], default=0)


def _words(read_keys: _Weighed, default: WordsPattern) -> WordsPattern:
    read = [(key.words, weight) for key, weight in read_keys if key.words]
    if not read:
        return default
    cut = [(len(words.words), weight) for words, weight in read if not words.all]
    number = _most(cut) or max(len(words.words) for words, _ in read)
    between = _most((words.between, weight) for words, weight in read if len(words.words) > 1)
    telling = _most((words.telling, weight) for words, weight in read)
    votes: defaultdict[int, float] = defaultdict(float)
    for words, weight in read:
        for case, write in enumerate(_CASES):
            if case and all(word == write(word) for word in words.words):
                votes[case] += weight
    case = max(sorted(votes), key=lambda number: votes[number], default=0)
    return replace(
        default, number=number, case=case, between=between or "", telling=telling is not False
    )


def _suffix(read_keys: _Weighed) -> str:
    """Return how like keys are told apart: ``a``, ``2`` or ``_2``; empty where no key tells."""
    found = _most(
        (key.suffix[:-1] + ("2" if key.suffix[-1].isdigit() else "a"), weight)
        for key, weight in read_keys
        if key.suffix and len(key.suffix.lstrip("-_:.")) == 1
    )
    return found or ""


def _most(votes: Iterable[tuple[Habit, float]]) -> Habit | None:
    counted: defaultdict[Habit, float] = defaultdict(float)
    for habit, weight in votes:
        counted[habit] += weight
    return max(counted, key=lambda habit: counted[habit], default=None)
