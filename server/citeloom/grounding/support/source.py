"""The text of a cited paper as it is compared: its sentences, and where each stands."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from citeloom.grounding.sentences import sentences
from citeloom.grounding.support.names import initials, letters
from citeloom.grounding.support.quantities import Quantity, digits, quantities
from citeloom.grounding.support.roots import root, roots
from citeloom.papers.authors import is_for_more
from citeloom.papers.fulltext.text import FullText, page_at
from citeloom.papers.paper import Paper
from citeloom.words import STOP_WORDS, words

TITLE, ABSTRACT, FULL_TEXT = "title", "abstract", "full text"

_BOOKS = frozenset({"book", "mvbook", "collection", "mvcollection", "manual", "booklet"})
"""Types of entries whose abstract is a publisher's."""

RUN = 12
"""Words in a row that are worth a mark: shorter runs are names and ways to say things."""

_OPENING = 10
"""Sentences at the beginning of a full text that stand for an abstract."""


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
    def words(self) -> tuple[str, ...]:
        """Its words in lower case, in order."""
        return tuple(words(self.text))


@dataclass(frozen=True)
class SourceText:
    """What is known of a paper's text, the family names of its authors, and its year.

    ``is_book``: it is a whole book, and no paper.
    """

    paper: str
    sentences: tuple[SourceSentence, ...]
    authors: frozenset[str] = frozenset()
    year: int | None = None
    is_book: bool = False

    @property
    def is_blurb(self) -> bool:
        """Whether all that is known of it is a publisher's text or a part of an abstract."""
        is_cut = self.abstract.endswith(("...", "…"))
        return (self.is_book or is_cut) and not self.has_full_text

    @cached_property
    def is_known(self) -> bool:
        """Whether more than its title is known."""
        return any(sentence.source != TITLE for sentence in self.sentences)

    @cached_property
    def has_full_text(self) -> bool:
        """Whether its full text is known."""
        return any(sentence.source == FULL_TEXT for sentence in self.sentences)

    @cached_property
    def abstract(self) -> str:
        """The sentences of its abstract; without one, those that its text begins with."""
        return " ".join(it.text for it in self.of_gist if it.source != TITLE)

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
    def gist(self) -> frozenset[str]:
        """The roots of its title and abstract; without an abstract, of how its text begins."""
        return frozenset(term for sentence in self.of_gist for term in sentence.roots)

    @cached_property
    def title(self) -> frozenset[str]:
        """The roots of its title."""
        of_title = (it.roots for it in self.sentences if it.source == TITLE)
        return frozenset().union(*of_title)

    @cached_property
    def of_gist(self) -> list[SourceSentence]:
        """Its title and its abstract or, without one, how its text begins."""
        own = [it for it in self.sentences if it.source != FULL_TEXT]
        if all(it.source == TITLE for it in own):
            own += [it for it in self.sentences if it.source == FULL_TEXT][:_OPENING]
        return own

    @cached_property
    def author_roots(self) -> frozenset[str]:
        """The roots of its authors' names, which say nothing of what it is about."""
        pieces = (piece for name in self.authors for it in words(name) for piece in it.split("-"))
        return frozenset(map(root, pieces))

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """Its numbers, also those that are a part of a name or a fraction."""
        texts = [sentence.text for sentence in self.sentences]
        return tuple(it for text in texts for it in (*quantities(text), *digits(text)))

    @cached_property
    def tokens(self) -> frozenset[str]:
        """The letters of each of its words and of their parts, by which names are known."""
        tokens = {token for it in self.sentences for token in it.text.split()}
        parts = (part for token in tokens for part in token.replace("/", "-").split("-"))
        return frozenset(letters(it) for it in (*tokens, *parts))

    @cached_property
    def _letters(self) -> str:
        return " ".join(letters(sentence.text) for sentence in self.sentences)

    @cached_property
    def _initials(self) -> str:
        """The first letters of its gist's words: in a long text any three letters are there.

        Once with and once without those of words that most short forms pass over.
        """
        texts = [sentence.text for sentence in self.of_gist]
        texts += [" ".join(it for it in text.split() if it not in STOP_WORDS) for text in texts]
        return " ".join(map(initials, texts))

    @cached_property
    def runs(self) -> frozenset[tuple[str, ...]]:
        """All runs of ``RUN`` words, which may go on from one sentence into the next."""
        said = [word for sentence in self.sentences for word in sentence.words]
        return frozenset(tuple(said[at : at + RUN]) for at in range(len(said) - RUN + 1))

    def spells(self, short: str) -> bool:
        """Tell whether words in a row begin with the letters of a short form, as in RNN."""
        return len(short) > 2 and short.lower() in self._initials

    def has_name(self, name: str) -> bool:
        """Tell whether the text has a name, however it is written."""
        wanted = letters(name).removesuffix("s")
        if not self.tokens.isdisjoint({wanted, f"{wanted}s"}):
            return True
        return (len(wanted) > 4 and wanted in self._letters) or self.spells(wanted)


def source_text(paper: Paper, full_text: Iterable[SourceSentence] = ()) -> SourceText:
    """Return the text of a paper: its title, its abstract and the sentences of its full text."""
    found = [*_own(paper.title, TITLE), *_own(paper.abstract, ABSTRACT), *full_text]
    families = frozenset(it.family for it in paper.authors if not is_for_more(it))
    return SourceText(paper.id, tuple(found), families, paper.year, paper.type in _BOOKS)


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
