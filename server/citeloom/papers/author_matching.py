"""Whether two lists of authors can belong to one paper."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import OSA

from citeloom.papers.authors import is_for_more
from citeloom.papers.paper import Author

MOST_COMPARED = 40
"""Authors of one paper beyond these are not compared: some papers have thousands."""

_SHARE = 0.75
_NOT_LETTERS = re.compile(r"[^\w]+|_")
_FOLDED = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i",
     "'": "", "’": "", "ʼ": "", "`": ""}
)  # fmt: skip
_UMLAUT = re.compile(r"([aou])e")
_PARTICLES = frozenset({
    "al", "bin", "da", "das", "de", "del", "della", "den", "der", "di", "dos", "du", "el",
    "ibn", "la", "le", "ten", "ter", "van", "vom", "von", "zu", "zum", "zur",
})  # fmt: skip
_OF_GROUPS = frozenset({
    "collaboration", "consortium", "group", "inc", "team", "the",
})  # fmt: skip
_NAMES_GROUPS = frozenset({"collaboration", "collaborations", "consortium", "group", "team"})
_GENERATION = frozenset({"ii", "iii", "iv", "jr", "sr"})


@dataclass(frozen=True, slots=True)
class Agreement:
    """How two lists of authors compare.

    Parameters
    ----------
    known
        Whether both lists have anybody.
    agree
        Whether they can be of one paper: the first authors are one, and so are three of four of
        the shorter list. ``and others`` may have cut either.
    people
        How many people stand in both lists.
    """

    known: bool
    agree: bool
    people: int


@dataclass(frozen=True, slots=True)
class _PersonName:
    family: tuple[str, ...]
    all: tuple[str, ...]


def authors_agree(ours: Sequence[Author], theirs: Sequence[Author]) -> Agreement:
    """Compare the authors of two papers.

    Names agree where the family name of each is found in the other and no first name speaks
    against it: initials, particles left out, given and family name swapped, accents written out
    (``ü``, ``u``, ``ue``) and one wrong letter in a longer name are no difference. A group
    (``ATLAS Collaboration``) in both lists is enough; where a list names groups alone, or
    whole names (``{Google Research}``) that nobody in the other has, its people are not known.
    """
    ours, theirs = ([it for it in them if not is_for_more(it)] for them in (ours, theirs))
    groups, other_groups = _groups(ours), _groups(theirs)
    if common := groups & other_groups:
        return Agreement(known=True, agree=True, people=len(common))
    if bool(groups) != bool(other_groups) and (
        len(groups) == len(ours) or len(other_groups) == len(theirs)
    ):
        # Who is of the group nobody says.
        return Agreement(known=False, agree=False, people=0)
    first = [person for author in ours[:MOST_COMPARED] if (person := _person(author)).all]
    second = [person for author in theirs[:MOST_COMPARED] if (person := _person(author)).all]
    if not first or not second:
        return Agreement(known=False, agree=False, people=0)
    left = list(second)
    for person in first:
        if found := next((other for other in left if _one_person(person, other)), None):
            left.remove(found)
    people = len(second) - len(left)
    if not people and (all(map(_is_braced, ours)) or all(map(_is_braced, theirs))):
        return Agreement(known=False, agree=False, people=0)
    fewer = min(len(first), len(second))
    same_first = _one_person(first[0], second[0])
    enough = people >= _SHARE * fewer if same_first else 1 < people == len(first) == len(second)
    return Agreement(known=True, agree=enough, people=people)


def same_people(ours: Sequence[Author], theirs: Sequence[Author]) -> bool:
    """Tell whether two lists name the same people in the same order; so it is where nobody knows.

    A list that ends with ``and others`` may lack people. Of a longer list the first are compared.
    """
    if not authors_agree(ours, theirs).known or _groups(ours) or _groups(theirs):
        return True
    named = [[it for it in them if not is_for_more(it)] for them in (ours, theirs)]
    is_cut = len(named[0]) < len(ours) or len(named[1]) < len(theirs)
    first, second = ([_person(it) for it in them[:MOST_COMPARED]] for them in named)
    if len(named[0]) != len(named[1]) and not is_cut:
        return False
    return all(_one_person(one, other) for one, other in zip(first, second, strict=False))


def family_word(author: Author) -> str:
    """Return the last word of a family name as it is compared; empty where there is none."""
    return next(reversed(_person(author).family), "")


def _groups(authors: Sequence[Author]) -> frozenset[tuple[str, ...]]:
    """Return the names of the groups among authors, such as collaborations."""
    return frozenset(
        name
        for author in (*authors[:MOST_COMPARED], *authors[MOST_COMPARED:][-2:])
        if (name := _group(author))
    )


def _is_braced(author: Author) -> bool:
    """Tell whether a name of several words is one whole: an organisation's, or a person's."""
    return not author.given and len(_person(author).family) > 1


@lru_cache(maxsize=8192)
def _group(author: Author) -> tuple[str, ...]:
    said = _words(f"{author.given} {author.family}")
    if _NAMES_GROUPS.isdisjoint(said):
        return ()
    return tuple(word for word in said if word not in _OF_GROUPS and word not in _NAMES_GROUPS)


@lru_cache(maxsize=8192)
def _person(author: Author) -> _PersonName:
    family, given = _words(author.family), _words(author.given)
    if all(len(word) == 1 for word in family) and any(len(word) > 1 for word in given):
        family, given = given, family
    if not given:
        family = tuple(word for word in family if word not in _OF_GROUPS) or family
    own = tuple(word for word in family if word not in _PARTICLES) or family
    return _PersonName(
        own, (*given[:1], *(word for word in given[1:] if word not in _PARTICLES), *own)
    )


def _words(name: str) -> tuple[str, ...]:
    decomposed = unicodedata.normalize("NFKD", name.casefold().translate(_FOLDED))
    bare = "".join(char for char in decomposed if not unicodedata.combining(char))
    words = (_UMLAUT.sub(r"\1", word) for word in _NOT_LETTERS.split(bare) if word)
    return tuple(word for word in words if word not in _GENERATION)


def _one_person(one: _PersonName, other: _PersonName) -> bool:
    if "".join(one.all) == "".join(other.all):
        return True
    ours = _found_in(one.family, other.all)
    theirs = _found_in(other.family, one.all)
    if not ours or not theirs:
        return False
    gone = {*ours, *theirs}
    rest, other_rest = (
        [word for word in person.all if word not in gone] for person in (one, other)
    )
    if not rest or not other_rest:
        return True
    return not {word[0] for word in rest}.isdisjoint(word[0] for word in other_rest)


def _found_in(family: Sequence[str], names: Sequence[str]) -> tuple[str, str] | None:
    """Return a word of a family name and that of the other name which it is."""
    for word in family:
        for name in names:
            if word == name and (len(word) > 1 or len(family) == 1):
                return word, name
            if min(len(word), len(name)) >= 5 and OSA.distance(word, name, score_cutoff=1) <= 1:
                return word, name
    return None
