"""Tell a sentence of an abstract as one on its paper, where the sentence itself allows it."""

import re
from dataclasses import dataclass
from functools import lru_cache

from citeloom.methods.extractive.from_titles.title_case import is_title_case
from citeloom.methods.extractive.rewriting import persons
from citeloom.methods.extractive.rewriting.licences import LICENCES, STEP
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
from citeloom.methods.extractive.rewriting.verbs import is_singular_verb
from citeloom.methods.result import CitationForm, CitationMark
from citeloom.words import word_count, words

_NO_FINDING = re.compile(
    rf"{STEP}|\b(?:must|should|will|need to|poorly|thus|therefore|previously|increasingly|"
    r"to date|studies|emerging|"
    r"(?:is|are|remains?) (?:\w+ly |still )*(?:needed|essential|crucial|important|required|"
    r"incomplete|lacking|unknown|unclear|limited)|"
    r"(?:previous|existing|recent|several|many|most|numerous|available|current) "
    r"(?:[\w-]+ ){0,2}(?:authors|evidence|research|works?|methods|approaches|tools))\b|"
    r"^[^,]*, (?:it|they|he|she)\b|^(?:since|over the|in the (?:past|last)|in recent|available)\b|"
    r"witness|\b(?:an? (?:\w+ )?important|one of the)\b",
    re.IGNORECASE,
)
"""What ought to be done, what others did, and what the first clause does not fit."""

_AFTER_VERBS = frozenset(["a", "an", "the", "how", "on", "that", "whether"])
_REMEMBERED = 1 << 12


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence as it is written."""

    parts: tuple[str | CitationMark, ...]

    @property
    def words(self) -> int:
        """Its length in words, as a reader sees it."""
        shown = (part.names if isinstance(part, CitationMark) else part for part in self.parts)
        return sum(map(word_count, shown))

    @property
    def ends_in_citation(self) -> bool:
        """Whether another citation at its end would stand beside its own."""
        return self.parts[-1] == "."


@lru_cache(maxsize=_REMEMBERED)
def by_authors(sentence: str, subject: Subject, follows: bool = False) -> Statement | None:
    """Return a cleaned sentence with its authors as the subject, and one citation.

    None where the sentence does not say that they did it (`licences`), where "we" may be anybody,
    and where it points to what other sentences say, unless it ``follows`` the one before it.
    """
    text, held = persons.hold_quotations(" ".join(sentence.split()).replace(MARK, ""))
    text = without_opener(persons.first_person_plural(text)).rstrip(" .;:,!…")
    if text.endswith("?") or persons.people_in_general(text):
        return None
    told = next((told for it in LICENCES if (told := it(text, subject))), None)
    if told is None or is_refused(told, subject.is_work, follows):
        return None
    told = persons.in_third_person(mend(told))
    return Statement(with_subject(persons.release_quotations(told, held), subject))


def as_it_stands(sentence: str, paper: str) -> Statement | None:
    """Return a cleaned sentence in its own words, with the citation of its paper (id) at its end.

    None where it speaks of its authors, points to other sentences, or tells a step, a wish or what
    others did.
    """
    text = without_opener(" ".join(sentence.split())).rstrip(" .")
    if not text[:1].isalpha() or ";" in text or ":" in text or text.endswith("?"):
        return None
    if is_title_case(text) or speaks_of_itself(text) or points_back(text):
        return None
    if not has_verb(text) or _lacks_subject(text) or _NO_FINDING.search(text):
        return None
    return Statement((mend(text), CitationMark((paper,)), "."))


def _lacks_subject(text: str) -> bool:
    """Return whether a sentence begins with its verb: ``Learn to parse``, ``Reviews the book``."""
    first, second = [*text.split(" ", 2), ""][:2]
    bare = is_singular_verb(first.lower()) and second in _AFTER_VERBS
    return bare or is_order(words(text)[0])


def with_subject(text: str, subject: Subject) -> tuple[str | CitationMark, ...]:
    """Return a text with its authors' names, or the noun that stands for them, and the citation."""
    before, _, after = text.partition(MARK)
    after = after.replace(MARK, "it" if subject.is_work else "they")
    before = before[:1].upper() + before[1:]
    if not subject.names:
        noun = subject.noun if not before else subject.noun[0].lower() + subject.noun[1:]
        return (before + noun + after, CitationMark((subject.paper,)), ".")
    mark = CitationMark((subject.paper,), CitationForm.TEXTUAL, subject.names)
    return tuple(part for part in (before, mark, f"{after}.") if part)
