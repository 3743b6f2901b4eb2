"""Tell a sentence of an abstract as one on its paper, where the sentence itself allows it."""

import re
from dataclasses import dataclass
from functools import lru_cache

from citeloom.methods.extractive.rewriting import persons
from citeloom.methods.extractive.rewriting.licences import LICENCES
from citeloom.methods.extractive.rewriting.mending import mend
from citeloom.methods.extractive.rewriting.names import MARK, Subject
from citeloom.methods.extractive.rewriting.openers import without_opener
from citeloom.methods.extractive.rewriting.refusals import (
    has_verb,
    is_order,
    is_refused,
    points_back,
    speaks_of_itself,
)
from citeloom.methods.result import CitationForm, CitationMark
from citeloom.words import terms, word_count, words

LONG = 12
"""The source's own words stand in quotation marks where they are more."""

_SHARED, _SHARE = 2, 0.3
"""So many words of its title, and such a share, a sentence has that tells what that names."""

_TIED = re.compile(
    r"^(?:(?:more|most) )?\w+ly, |, (?:however|therefore|thus|hence|moreover|instead|though),|"
    r"\b(?:then|afterwards|subsequently)\b",
    re.IGNORECASE,
)
"""What ties a sentence to the one before it, where no word may be taken out."""

_REMEMBERED = 1 << 12


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence as it is written; ``is_quoted`` where it has the source's words in marks."""

    parts: tuple[str | CitationMark, ...]
    is_quoted: bool = False

    @property
    def words(self) -> int:
        """Its length in words, as a reader sees it."""
        shown = (part.names if isinstance(part, CitationMark) else part for part in self.parts)
        return sum(map(word_count, shown))


@lru_cache(maxsize=_REMEMBERED)
def by_authors(sentence: str, subject: Subject, follows: bool = False) -> Statement | None:
    """Return a cleaned sentence with its authors as the subject, and one citation.

    None where the sentence does not say that they did it (`licences`), where "we" may be anybody,
    and where it points to what other sentences say, unless it ``follows`` the one before it.
    """
    text, held = persons.hold_quotations(" ".join(sentence.split()).replace(MARK, ""))
    text = without_opener(persons.first_person_plural(text))[0].rstrip(" .;:,!…")
    if text.endswith("?") or persons.people_in_general(text):
        return None
    told = next((told for it in LICENCES if (told := it(text, subject))), None)
    if told is None or is_refused(told, subject.is_work, follows):
        return None
    told = persons.in_third_person(mend(told))
    return Statement(_parts(persons.release_quotations(told, held), subject))


def as_it_is(sentence: str, paper: str, title: str) -> Statement | None:
    """Return a cleaned sentence word for word, its paper cited at its end.

    More than a dozen words stand in quotation marks. None where it speaks of its authors, points to
    other sentences, or is not about what the title names.
    """
    text = " ".join(sentence.split()).rstrip(" .")
    tied = _TIED.search(text) is not None or without_opener(text)[0] != text
    if tied or text.endswith(("?", ":", ";")) or speaks_of_itself(text) or points_back(text):
        return None
    if not (has_verb(text) and _is_about(text, title)) or is_order(words(text)[0]):
        return None
    end = (CitationMark((paper,)), ".")
    if word_count(text) <= LONG:
        return Statement((text, *end))
    inside = text.replace("“", "‘").replace("”", "’").replace('"', "'")
    return Statement((f"“{inside}”", *end), is_quoted=True)


def _is_about(text: str, title: str) -> bool:
    """Return whether a sentence has two words of its paper's title, or begins with its name."""
    about = set(terms(title))
    if not about:
        return True
    begins = words(text)[:1] == words(title)[:1] and title[:1] + title[1:2] == text[:2]
    return begins or len(about & set(terms(text))) >= max(_SHARED, _SHARE * len(about))


def _parts(text: str, subject: Subject) -> tuple[str | CitationMark, ...]:
    """Return a text with its authors' names, or the noun that stands for them, and the citation."""
    before, _, after = text.partition(MARK)
    after = after.replace(MARK, "it" if subject.is_work else "they")
    before = before[:1].upper() + before[1:]
    if not subject.names:
        noun = subject.noun if not before else subject.noun[0].lower() + subject.noun[1:]
        return (before + noun + after, CitationMark((subject.paper,)), ".")
    mark = CitationMark((subject.paper,), CitationForm.TEXTUAL, subject.names)
    return tuple(part for part in (before, mark, f"{after}.") if part)
