"""Titles as sentences, in which phrases are looked for."""

from collections.abc import Iterable

from citeloom.methods.extractive.candidates import CandidateSentence
from citeloom.methods.extractive.from_titles.title_case import NamesInTexts
from citeloom.papers.paper import Paper
from citeloom.words import terms


def titles_as_sentences(papers: Iterable[Paper], names: NamesInTexts) -> list[CandidateSentence]:
    """Return the titles as sentences, in which phrases are looked for."""
    texts = ((paper, names.in_a_sentence(paper.title)) for paper in papers)
    return [
        CandidateSentence(paper, 0, 0, len(paper.title), text, tuple(terms(text)), usable=True)
        for paper, text in texts
    ]
