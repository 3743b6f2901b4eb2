"""What titles, venues and the draft's own sentences say of papers without an abstract."""

from collections.abc import Iterable, Mapping, Sequence

from citeloom.grounding.vectors import Idf, idf, tf_idf
from citeloom.methods.extractive.candidates import CandidateSentence, Profile
from citeloom.methods.extractive.from_titles.title_case import NamesInTexts
from citeloom.papers.paper import Paper
from citeloom.words import terms

_TITLE = 4
_VENUE = 1
"""How many times the words of a title, or of a venue, count beside those of a citing sentence."""

Said = Mapping[str, Sequence[str]]
"""The sentences of the draft that cite each paper, by its id."""


def title_profiles(papers: Sequence[Paper], said: Said) -> tuple[list[Profile], Idf]:
    """Return the papers' profiles, and the idf of the terms over them."""
    texts = [
        terms(paper.title) * _TITLE + terms(paper.venue) * _VENUE + _said_terms(paper, said)
        for paper in papers
    ]
    weights = idf(texts)
    found = zip(papers, texts, strict=True)
    return [Profile(paper, tf_idf(text, weights)) for paper, text in found], weights


def titles_as_sentences(papers: Iterable[Paper], names: NamesInTexts) -> list[CandidateSentence]:
    """Return the titles as sentences, in which phrases are looked for."""
    texts = ((paper, names.in_a_sentence(paper.title)) for paper in papers)
    return [
        CandidateSentence(paper, 0, 0, len(paper.title), text, tuple(terms(text)), usable=True)
        for paper, text in texts
    ]


def _said_terms(paper: Paper, said: Said) -> list[str]:
    return [term for sentence in said.get(paper.id, ()) for term in dict.fromkeys(terms(sentence))]
