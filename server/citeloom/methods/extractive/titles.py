"""Sentences on papers of which only the title is known."""

from collections.abc import Sequence

from citeloom.grounding.evidence import Evidence
from citeloom.methods.result import CitationMark, Sentence, SentenceKind
from citeloom.papers.paper import Paper

_A_SENTENCE = 3
_STARTS = ("Further related work includes ", "Other related work includes ")


def title_sentences(papers: Sequence[Paper], turn: int = 0) -> tuple[Sentence, ...]:
    """Return sentences that cite papers by their titles alone, a few in each.

    Papers without a title are left out.
    """
    titled = [paper for paper in papers if paper.title.strip()]
    chunks = [titled[at : at + _A_SENTENCE] for at in range(0, len(titled), _A_SENTENCE)]
    return tuple(_sentence(chunk, _STARTS[(at + turn) % 2]) for at, chunk in enumerate(chunks))


def _sentence(papers: Sequence[Paper], start: str) -> Sentence:
    parts: list[str | CitationMark] = []
    for at, paper in enumerate(papers):
        before = start if at == 0 else " and " if at == len(papers) - 1 else ", "
        title = " ".join(paper.title.split()).rstrip(".")
        parts += [f"{before}“{title}”", CitationMark((paper.id,))]
    evidence = tuple(
        Evidence(paper.id, "title", paper.title, 0, len(paper.title), 1.0) for paper in papers
    )
    return Sentence((*parts, "."), SentenceKind.STATEMENT, evidence)
