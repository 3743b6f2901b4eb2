"""Sentences on papers of which only the title is known."""

from collections.abc import Sequence

from citeloom.grounding.evidence import Evidence
from citeloom.methods.extractive.from_titles.title_case import NamesInTexts
from citeloom.methods.extractive.from_titles.title_statements import title_statement, without_kind
from citeloom.methods.extractive.text.cleaning import without_markup
from citeloom.methods.result import CitationMark, Sentence, SentenceKind
from citeloom.papers.paper import Paper

_A_SENTENCE = 3
_STARTS = ("Further related work includes ", "Other related work includes ")


def title_sentences(papers: Sequence[Paper], turn: int = 0) -> tuple[Sentence, ...]:
    """Return sentences that cite papers by their titles alone, a few in each.

    Papers without a title are left out.
    """
    return _sentences([(paper, "") for paper in papers], turn)


def see_also(papers: Sequence[Paper]) -> tuple[Sentence, ...]:
    """Return a sentence that cites papers of which nothing can be said: no title, no statement."""
    if not papers:
        return ()
    mark = CitationMark(tuple(paper.id for paper in papers))
    evidence = tuple(
        Evidence(paper.id, "abstract", paper.abstract, 0, len(paper.abstract), 0.0)
        for paper in papers
    )
    return (Sentence(("See also", mark, "."), SentenceKind.STATEMENT, evidence),)


def foreign_title_sentences(
    papers: Sequence[tuple[Paper, str]], turn: int = 0
) -> tuple[Sentence, ...]:
    """Return such sentences on papers in other languages, which they name: “Titel” (in German)."""
    return _sentences([(paper, f" (in {name})" if name else "") for paper, name in papers], turn)


def told_by_title(
    papers: Sequence[Paper], names: NamesInTexts, turn: int = 0
) -> tuple[Sentence, ...]:
    """Return what papers study by their titles, and the titles that do not say it."""
    titled = [paper for paper in papers if paper.title.strip()]
    if not titled:
        return ()
    said = {paper.id: title_statement(paper, names, at + turn) for at, paper in enumerate(titled)}
    left = [paper for paper in titled if said[paper.id] is None]
    return (*filter(None, said.values()), *title_sentences(left, turn))


def _sentences(papers: Sequence[tuple[Paper, str]], turn: int) -> tuple[Sentence, ...]:
    titled = [(paper, note) for paper, note in papers if paper.title.strip()]
    chunks = [titled[at : at + _A_SENTENCE] for at in range(0, len(titled), _A_SENTENCE)]
    return tuple(_sentence(chunk, _STARTS[(at + turn) % 2]) for at, chunk in enumerate(chunks))


def _sentence(papers: Sequence[tuple[Paper, str]], start: str) -> Sentence:
    parts: list[str | CitationMark] = []
    for at, (paper, note) in enumerate(papers):
        before = start if at == 0 else " and " if at == len(papers) - 1 else ", "
        title = without_kind(" ".join(without_markup(paper.title).split())).rstrip(".")
        title = title.replace("“", "‘").replace("”", "’")
        parts += [f"{before}“{title}”{note}", CitationMark((paper.id,))]
    evidence = tuple(
        Evidence(paper.id, "title", paper.title, 0, len(paper.title), 1.0) for paper, _ in papers
    )
    return Sentence((*parts, "."), SentenceKind.STATEMENT, evidence)
