"""How alike the draft, its references and their pages are: by words, or by an embedder."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from citeloom.grounding.vectors import Vector, cosine, idf, tf_idf
from citeloom.grounding.words import terms
from citeloom.methods.citegeist.pages import Page, pages_of, pages_of_draft
from citeloom.methods.port import FullTexts, PaperEmbedder
from citeloom.methods.task import DraftText, WritingTask
from citeloom.papers.paper import Paper
from citeloom.problem import InputError

WORDS = "words"
"""What a trace says of likeness by tf-idf."""

BEST_PAGES = 3
"""So many of the draft's pages that fit best count for a paper, where all are matched."""

V = TypeVar("V")


class Likeness(ABC, Generic[V]):
    """How alike the texts of a task are.

    Parameters
    ----------
    by
        Who says so: the embedder's name, or `WORDS`.
    draft
        The vector of the draft's title and abstract.
    draft_pages
        The vectors of the draft's pages; none where its abstract alone is matched.
    papers
        The vector of each paper's title and abstract, by its id.
    pages
        The pages of each paper's full text, by its id.
    """

    def __init__(
        self,
        by: str,
        draft: V,
        draft_pages: Sequence[V],
        papers: Mapping[str, V],
        pages: Mapping[str, tuple[Page, ...]],
    ) -> None:
        self.by = by
        self.pages = pages
        self._draft, self._draft_pages, self._papers = draft, draft_pages, papers

    @cached_property
    def _to_draft(self) -> Mapping[str, float]:
        vectors = [*self._papers.values()]
        if self._draft_pages:
            # The mean of the best: a sum would favour long papers.
            found = np.sort(self._cosines(vectors, self._draft_pages), axis=1)
            near = found[:, -BEST_PAGES:].mean(axis=1)
        else:
            near = self._cosines(vectors, [self._draft])[:, 0]
        return dict(zip(self._papers, near.tolist(), strict=True))

    def to_draft(self, papers: Sequence[str]) -> NDArray[np.float64]:
        """Return how like the draft each paper is; papers are named by their ids."""
        return np.array([self._to_draft[paper] for paper in papers], np.float64)

    def between(self, papers: Sequence[str]) -> NDArray[np.float64]:
        """Return how alike each two papers are, a square matrix."""
        return self._square([self._papers[paper] for paper in papers])

    def of_pages(self, paper: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return how like the draft's abstract each page of a paper is, and each two of them."""
        vectors = self._page_vectors(paper)
        return self._cosines(vectors, [self._draft])[:, 0], self._square(vectors)

    def _square(self, vectors: Sequence[V]) -> NDArray[np.float64]:
        found = self._cosines(vectors, vectors)
        np.fill_diagonal(found, 1.0)
        return found

    @abstractmethod
    def _page_vectors(self, paper: str) -> Sequence[V]:
        """Return the vectors of a paper's pages."""

    @abstractmethod
    def _cosines(self, rows: Sequence[V], columns: Sequence[V]) -> NDArray[np.float64]:
        """Return the cosine of each row with each column."""


class WordLikeness(Likeness[Vector]):
    """Likeness by the words that two texts share, the rare ones more than others (tf-idf)."""

    def __init__(self, task: WritingTask, texts: FullTexts, *, whole_draft: bool) -> None:
        draft = terms(draft_text(task.draft))
        abstracts = {paper.id: terms(paper_text(paper)) for paper in task.references}
        self._weights = idf([draft, *abstracts.values()])
        pages = draft_pages(task.draft) if whole_draft else ()
        super().__init__(
            WORDS,
            tf_idf(draft, self._weights),
            [self._vector(page) for page in pages],
            {paper: tf_idf(words, self._weights) for paper, words in abstracts.items()},
            _pages(task.references, texts),
        )

    def _vector(self, text: str) -> Vector:
        return tf_idf(terms(text), self._weights)

    def _page_vectors(self, paper: str) -> Sequence[Vector]:
        return [self._vector(page.words) for page in self.pages[paper]]

    def _cosines(self, rows: Sequence[Vector], columns: Sequence[Vector]) -> NDArray[np.float64]:
        found = [[cosine(row, column) for column in columns] for row in rows]
        return np.array(found, np.float64).reshape(len(rows), len(columns))


class VectorLikeness(Likeness[NDArray[np.float64]]):
    """Likeness by the cosine of an embedder's vectors."""

    def __init__(
        self,
        by: str,
        draft: NDArray[np.float64],
        draft_pages: Sequence[NDArray[np.float64]],
        papers: Mapping[str, NDArray[np.float64]],
        pages: Mapping[str, tuple[Page, ...]],
        vectors: Mapping[str, NDArray[np.float64]],
    ) -> None:
        super().__init__(by, draft, draft_pages, papers, pages)
        self._vectors = vectors

    def _page_vectors(self, paper: str) -> Sequence[NDArray[np.float64]]:
        return [*self._vectors[paper]]

    def _cosines(
        self, rows: Sequence[NDArray[np.float64]], columns: Sequence[NDArray[np.float64]]
    ) -> NDArray[np.float64]:
        if not rows or not columns:
            return np.zeros((len(rows), len(columns)))
        found: NDArray[np.float64] = np.stack(rows) @ np.stack(columns).T
        return found


@dataclass(frozen=True)
class MeasuredLikeness:
    """A likeness; ``warning`` says why words count although there is an embedder."""

    likeness: Likeness[Vector] | Likeness[NDArray[np.float64]]
    warning: str = ""


async def measure_likeness(
    task: WritingTask, texts: FullTexts, embedder: PaperEmbedder | None, *, whole_draft: bool
) -> MeasuredLikeness:
    """Measure how alike the draft, the references and their pages are.

    Without an embedder, and where it fails, words count.
    """
    if embedder is None or not task.references:
        return MeasuredLikeness(WordLikeness(task, texts, whole_draft=whole_draft))
    try:
        return MeasuredLikeness(await _embedded(task, texts, embedder, whole_draft=whole_draft))
    except InputError as error:
        words = WordLikeness(task, texts, whole_draft=whole_draft)
        said = error.problem.message
        return MeasuredLikeness(words, f"papers are compared by their words: {said}")


async def _embedded(
    task: WritingTask, texts: FullTexts, embedder: PaperEmbedder, *, whole_draft: bool
) -> VectorLikeness:
    pages = _pages(task.references, texts)
    queries = [draft_text(task.draft), *(draft_pages(task.draft) if whole_draft else ())]
    draft, *page_rows = (await embedder.texts(queries, "query")).astype(np.float64)
    rows = (await embedder.papers(task.references)).astype(np.float64)
    words = [page.words for found in pages.values() for page in found]
    vectors = (await embedder.texts(words, "text")).astype(np.float64)
    of, at = {}, 0
    for paper, found in pages.items():
        of[paper] = vectors[at : at + len(found)]
        at += len(found)
    papers = {paper.id: row for paper, row in zip(task.references, rows, strict=True)}
    return VectorLikeness(embedder.name, draft, page_rows, papers, pages, of)


def draft_text(draft: DraftText) -> str:
    """Return what papers are compared with: the draft's title and abstract."""
    return f"{draft.title}\n{draft.abstract}"


def draft_pages(draft: DraftText) -> list[str]:
    """Return what papers are compared with where all of the draft is: its abstract and its pages.

    Nothing where it has no pages: then its abstract is compared as ever.
    """
    pages = [page.words for page in pages_of_draft(draft)]
    return [draft_text(draft), *pages] if pages and draft.abstract else pages


def paper_text(paper: Paper) -> str:
    """Return what is compared of a paper: its title and abstract."""
    return f"{paper.title}\n{paper.abstract}" if paper.abstract else paper.title


def _pages(papers: Sequence[Paper], texts: FullTexts) -> Mapping[str, tuple[Page, ...]]:
    return {paper.id: pages_of(paper, texts) for paper in papers}
