"""The text of a cited paper as it is compared: its sentences, and where each stands."""

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

from citeloom.grounding.sentences import sentences
from citeloom.grounding.support.names import abbreviations, initials, letters
from citeloom.grounding.support.quantities import Quantity, quantities
from citeloom.grounding.support.roots import root, roots
from citeloom.grounding.support.verbatim import spoken_words
from citeloom.grounding.words import words
from citeloom.papers.fulltext.text import FullText, page_at
from citeloom.papers.paper import Paper

TITLE, ABSTRACT, FULL_TEXT = "title", "abstract", "full text"

_BEGINNING = 5
"""So many letters words have in common that are forms of one: *computing*, *computationally*."""

_OPENING = 10
"""Sentences at the beginning of a full text that stand for an abstract."""

_COUNTRY = re.compile(r"(?:US|UK|EU)-?(?=[A-Z]{3,5}\Z)")
"""What stands before an authority's name: *USFDA* is the *FDA*."""


@dataclass(frozen=True)
class SourceSentence:
    """A sentence of a paper, and its half-open range in the text that ``source`` names.

    ``source`` is ``title``, ``abstract`` or ``full text``; in a full text ``section`` is the
    heading that it stands below, ``page`` the page of a PDF on which it begins (from 1; 0 where
    it is not known), and the range is one of its paragraph.
    """

    text: str
    source: str
    start: int
    end: int
    section: str = ""
    page: int = 0

    @cached_property
    def roots(self) -> frozenset[str]:
        """The roots of its words."""
        return frozenset(roots(self.text))

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """Its numbers."""
        return quantities(self.text)

    @cached_property
    def spoken(self) -> str:
        """Its words alone, see ``spoken_words``."""
        return spoken_words(self.text)


@dataclass(frozen=True)
class SourceText:
    """What is known of a paper's text, and the family names of its authors."""

    paper: str
    sentences: tuple[SourceSentence, ...]
    authors: frozenset[str] = frozenset()

    @cached_property
    def is_known(self) -> bool:
        """Whether more than its title is known."""
        return any(sentence.source != TITLE for sentence in self.sentences)

    @cached_property
    def passages(self) -> tuple[tuple[str, str], ...]:
        """Each sentence with the next below the same heading: their words alone, and the text."""
        return tuple(
            (f"{first.spoken}{then.spoken[1:]}", f"{first.text} {then.text}")
            if then is not None and (first.source, first.section) == (then.source, then.section)
            else (first.spoken, first.text)
            for first, then in zip_longest(self.sentences, self.sentences[1:])
        )

    @cached_property
    def has_full_text(self) -> bool:
        """Whether its full text is known."""
        return any(sentence.source == FULL_TEXT for sentence in self.sentences)

    @cached_property
    def abstract(self) -> str:
        """The sentences of its abstract; without one, those that its text begins with."""
        return " ".join(it.text for it in self._of_gist if it.source != TITLE)

    @cached_property
    def known_as(self) -> str:
        """What is known of it, in words: ``its abstract``."""
        if self.has_full_text:
            return "its text"
        return "its abstract" if self.is_known else "its title"

    @cached_property
    def roots(self) -> frozenset[str]:
        """The roots of all its words."""
        return frozenset(term for sentence in self.sentences for term in sentence.roots)

    @cached_property
    def beginnings(self) -> frozenset[str]:
        """What its words begin with, by which forms of a word are one more often than by roots."""
        return beginnings(piece for it in self.sentences for piece in words(it.text))

    @cached_property
    def gist(self) -> frozenset[str]:
        """The roots of its title and abstract; without an abstract, of how its text begins."""
        return frozenset(term for sentence in self._of_gist for term in sentence.roots)

    @cached_property
    def _of_gist(self) -> list[SourceSentence]:
        own = [it for it in self.sentences if it.source != FULL_TEXT]
        if all(it.source == TITLE for it in own):
            own += [it for it in self.sentences if it.source == FULL_TEXT][:_OPENING]
        return own

    @cached_property
    def author_roots(self) -> frozenset[str]:
        """The roots of its authors' names, which say nothing of what it is about."""
        return frozenset(root(word) for name in self.authors for word in words(name))

    @cached_property
    def quantities(self) -> tuple[tuple[SourceSentence, Quantity], ...]:
        """Its numbers, each with its sentence."""
        return tuple((sentence, it) for sentence in self.sentences for it in sentence.quantities)

    @cached_property
    def short_forms(self) -> Mapping[str, str]:
        """What it says that short forms stand for."""
        return abbreviations(sentence.text for sentence in self.sentences)

    @cached_property
    def tokens(self) -> frozenset[str]:
        """The letters of each of its words, by which names are known."""
        return frozenset(map(letters, self._written))

    @cached_property
    def _written(self) -> frozenset[str]:
        return frozenset(token for sentence in self.sentences for token in sentence.text.split())

    @cached_property
    def _tokens(self) -> frozenset[str]:
        joined = (token for token in self._written if "-" in token or "/" in token)
        parts = (token.replace("/", "-").split("-") for token in joined)
        return self.tokens | {letters(piece) for pieces in parts for piece in pieces}

    @cached_property
    def _letters(self) -> str:
        return " ".join(letters(sentence.text) for sentence in self.sentences)

    @cached_property
    def _initials(self) -> str:
        """The first letters of its gist's words: in a long text any three letters are there."""
        return " ".join(initials(sentence.text) for sentence in self._of_gist)

    def spells(self, short: str) -> bool:
        """Tell whether words in a row begin with the letters of a short form, as in RNN."""
        return len(short) > 2 and short.lower() in self._initials

    def has_name(self, name: str) -> bool:
        """Tell whether the text has a name, however it is written."""
        wanted = letters(name)
        if wanted in self._tokens or (wanted.endswith("s") and wanted[:-1] in self._tokens):
            return True
        if len(wanted) > 4 and wanted in self._letters:
            return True
        if " " in name:
            return set(roots(name)) <= self.roots
        short = name.removesuffix("s")
        if (of_a_country := _COUNTRY.match(name)) and self.has_name(name[of_a_country.end() :]):
            return True
        return short.isupper() and self.spells(letters(short))


def source_text(paper: Paper, full_text: Iterable[SourceSentence] = ()) -> SourceText:
    """Return the text of a paper: its title, its abstract and the sentences of its full text."""
    found = [*_own(paper.title, TITLE), *_own(paper.abstract, ABSTRACT), *full_text]
    families = frozenset(author.family for author in paper.authors)
    return SourceText(paper.id, tuple(found), families)


def _own(text: str, source: str) -> Iterator[SourceSentence]:
    for sentence in sentences(text):
        yield SourceSentence(sentence.text, source, sentence.start, sentence.end)


def full_text_sentences(text: FullText) -> Iterator[SourceSentence]:
    """Yield the sentences of a full text without its related work, which is of other papers."""
    related = {id(section) for section in text.related_work}
    for section in text.sections:
        if id(section) in related:
            continue
        for paragraph in section.paragraphs:
            pages = paragraph.pages_without_marks
            for sentence in sentences(paragraph.without_marks):
                page = page_at(pages, sentence.start)
                yield SourceSentence(
                    sentence.text, FULL_TEXT, sentence.start, sentence.end, section.heading, page
                )


def long_forms(short_forms: Mapping[str, str]) -> Mapping[str, frozenset[str]]:
    """Return the roots of what short forms stand for, by the roots of these."""
    found: dict[str, frozenset[str]] = {}
    for short, long in short_forms.items():
        key = root(short.lower())
        found[key] = found.get(key, frozenset()).union(roots(long))
    return found


def expanded(found: Set[str], longer: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Return roots, with those of what the short forms among them stand for."""
    return frozenset(found).union(*(longer[short] for short in found & longer.keys()))


def beginnings(found: Iterable[str]) -> frozenset[str]:
    """Return the first letters of words, and of the parts of words with hyphens."""
    return frozenset(
        piece[:_BEGINNING] for word in found for piece in word.lower().split("-") if piece
    )
