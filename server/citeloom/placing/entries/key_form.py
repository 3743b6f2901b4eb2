"""The form of an author's citation keys, and new keys in it."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, product
from string import ascii_lowercase

from citeloom.papers.authors import family_names
from citeloom.papers.paper import Paper
from citeloom.words import STOP_WORDS
from citeloom_latex.typesetting import latin_letters

FIRST_YEAR, LAST_YEAR = 1400, 2099
"""The years of which a paper can be; others are errors."""

LONGEST_KEY = 80
MOST_READ = 300
"""Entries that vote: the last ones of a file."""

_LEAST_SHARE = 0.2
"""The share of the keys that must have a form for new keys to follow it."""

_WORDS = 3
_LONGEST_WORD = 40
_WORD = re.compile(r"[^\W_]+")
_SUFFIX = re.compile(r"[-_:.]?[a-zA-Z0-9]?")
_WRITTEN_OUT = str.maketrans(
    {"ß": "ss", "ø": "o", "Ø": "O", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ł": "l"}
    | {"Ł": "L", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "ı": "i"}
)


@dataclass(frozen=True, slots=True)
class KeyForm:
    """The parts of a citation key in their order, and what stands between them."""

    parts: tuple[str, ...] = ("name", "year", "word")
    between: str = ""

    def key_of(self, paper: Paper, taken: Collection[str]) -> str:
        """Return a key that is none of those taken, which are in lower case."""
        key = self.write(key_parts(paper))
        if not key or key.isdecimal():
            key = f"reference{key}"
        return next(free for free in _told_apart(key) if free.lower() not in taken)

    def write(self, parts: Mapping[str, Sequence[str]]) -> str:
        return self.between.join(part for name in self.parts for part in parts[name])[:LONGEST_KEY]

    def is_form_of(self, key: str, parts: Mapping[str, Sequence[str]]) -> bool:
        """Tell whether a key has this form, a letter or digit at its end aside."""
        start = self.write(parts)
        return bool(start) and key.startswith(start) and bool(_SUFFIX.fullmatch(key, len(start)))


USUAL_FORMS = tuple(
    KeyForm(tuple(parts.split()), between)
    for parts, between in product(
        (
            "name year word",  # Google Scholar
            "name words year",  # Better BibTeX
            "name word year",  # Zotero
            "names year word",  # ACL Anthology
            "Name year",  # JabRef, Mendeley
            "name year",
            "Name year word",
            "name yy",
        ),
        ("", "_", "-", ":"),
    )
)
"""The first one is that of new keys where an author's have none of these."""


def key_form(keys: Sequence[str], paper_at: Callable[[int], Paper]) -> KeyForm:
    """Return the usual form that most keys of a .bib file have.

    ``paper_at`` gives what the entry of a key's number says of its paper.
    """
    numbers = range(max(0, len(keys) - MOST_READ), len(keys))
    votes: Counter[KeyForm] = Counter()
    for number in numbers:
        parts = key_parts(paper_at(number))
        votes.update(form for form in USUAL_FORMS if form.is_form_of(keys[number], parts))
    best = max(USUAL_FORMS, key=lambda form: votes[form])
    return best if votes[best] > _LEAST_SHARE * len(numbers) else USUAL_FORMS[0]


def key_parts(paper: Paper) -> Mapping[str, Sequence[str]]:
    """Return what keys are made of, as words; none where it is not known of the paper.

    A paper without authors is named by the first word of its title.
    """
    families, _ = family_names(paper)
    names = [name for family in families if (name := _plain(family))]
    title = paper.title.replace("'", "").replace("’", "")
    words = [word for part in _WORD.findall(title) if (word := _plain(part))]
    words = [word for word in words if word.lower() not in STOP_WORDS] or words
    if not names:
        names, words = words[:1], []
    years = [str(paper.year)] if paper.year and FIRST_YEAR <= paper.year <= LAST_YEAR else []
    all_names = names if len(names) < 3 else [names[0], "etal"]
    return {
        "name": [name.lower() for name in names[:1]],
        "Name": [_capital(name) for name in names[:1]],
        "names": [name.lower() for name in all_names],
        "year": years,
        "yy": [year[-2:] for year in years],
        "word": [word.lower() for word in words[:1]],
        "words": ["".join(_capital(word) for word in words[:_WORDS])] if words else [],
    }


def _plain(text: str) -> str:
    """Return the letters, digits and hyphens of a name or word, in ASCII and on one word."""
    found = ""
    for sign in unicodedata.normalize("NFKD", text.translate(_WRITTEN_OUT)):
        latin = sign if sign.isascii() else latin_letters(sign)
        found += latin if latin.isalnum() or latin == "-" else ""
    return found.strip("-")[:_LONGEST_WORD]


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


def _told_apart(key: str) -> Iterator[str]:
    """Yield a key, then with letters behind its year, then with numbers."""
    yield key
    if key[-1].isdigit():
        yield from (f"{key}{letter}" for letter in ascii_lowercase)
        key = f"{key}-"
    yield from (f"{key}{number}" for number in count(2))
