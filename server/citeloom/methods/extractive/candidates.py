"""The sentences that related work can be made of."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from citeloom.grounding.evidence import Evidence
from citeloom.grounding.sentences import sentences as split
from citeloom.grounding.vectors import Idf, Vector, idf, tf_idf
from citeloom.methods.extractive.lexicon import lexicon
from citeloom.methods.extractive.rewriting.verbs import VERBS
from citeloom.methods.extractive.text.cleaning import clean, has_two_abstracts, ready_to_split
from citeloom.methods.extractive.text.refusing import is_damaged, never_chosen
from citeloom.papers.fulltext.pdf.mending import join_broken_words, vocabulary
from citeloom.papers.paper import Paper
from citeloom.words import stem, terms, word_count, words

_MORE_WORDS = VERBS | lexicon("gerunds") | lexicon("participles")
"""Words beside those of an abstract that tell whether a hyphen broke a word."""

_ADDRESS = re.compile(r"\b(?:https?://|www\.)\S+")

TITLE_TIMES = 3
"""How many times the words of a title count among those of its paper."""


@dataclass(frozen=True, slots=True)
class CandidateSentence:
    """A sentence of an abstract, where it stands there, and its cleaned text.

    ``usable`` tells whether it can be told, as far as it is whole and about the paper's matter.
    """

    paper: Paper
    place: int
    start: int
    end: int
    text: str
    terms: tuple[str, ...]
    usable: bool

    @property
    def words(self) -> int:
        """Its length in words."""
        return word_count(self.text)

    def evidence(self, score: float = 1.0) -> Evidence:
        """Return the sentence as evidence of a written sentence."""
        abstract = self.paper.abstract
        source = abstract[self.start : self.end]
        return Evidence(self.paper.id, "abstract", source, self.start, self.end, score)


def candidates(paper: Paper) -> list[CandidateSentence]:
    """Return all sentences of a paper's abstract in order, unusable ones too."""
    spans = split(ready_to_split(paper.abstract))
    texts = _joined([clean(span.text) for span in spans], paper)
    cut = _cut_off(texts, paper.title)
    is_whole = not has_two_abstracts(paper.abstract)
    return [
        CandidateSentence(
            paper, place, span.start, span.end, text, tuple(terms(text)),
            usable=is_whole
            and not (place == cut or never_chosen(text) or is_damaged(text)),
        )
        for place, (span, text) in enumerate(zip(spans, texts, strict=True))
    ]  # fmt: skip


def _cut_off(texts: list[str], title: str) -> int | None:
    """Return the place of the last sentence if it ends inside of a word, as in short previews.

    It has no full stop then, as those before it have, and no other sentence has its last word.
    """
    if len(texts) < 2 or not texts[-1][-1:].islower() or not texts[-2].endswith((".", "!", "?")):
        return None
    *start, last = words(texts[-1])
    known = {word for text in (title, *texts[:-1]) for word in words(text)}.union(start)
    is_known = last in known or last in _MORE_WORDS or any(stem(last) == stem(it) for it in known)
    return None if is_known else len(texts) - 1


def _joined(texts: list[str], paper: Paper) -> list[str]:
    """Return sentences without the hyphens that ends of lines have left in words."""
    if "-" not in paper.abstract:
        return texts
    known = vocabulary([paper.title, *texts]) | _MORE_WORDS
    return [join_broken_words(text, known) for text in texts]


@dataclass(frozen=True, slots=True)
class Profile:
    """The term vector of a paper's abstract and title, for grouping.

    The title counts several times; a term that stands often counts little more than once.
    """

    paper: Paper
    vector: Vector


def _terms_of(paper: Paper, said: Sequence[str]) -> list[str]:
    known = " ".join((_ADDRESS.sub(" ", paper.abstract), *said))
    return terms(paper.title) * TITLE_TIMES + terms(known)


def profiles(
    papers: Sequence[Paper], said: Mapping[str, Sequence[str]] = MappingProxyType({})
) -> tuple[list[Profile], Idf]:
    """Return the papers' profiles, and the idf of the terms over them.

    ``said`` has the draft's sentences on papers without an abstract, by their ids.
    """
    texts = [_terms_of(paper, said.get(paper.id, ())) for paper in papers]
    weights = idf(texts)
    return [
        Profile(paper, tf_idf(text, weights, sublinear=True))
        for paper, text in zip(papers, texts, strict=True)
    ], weights
