"""How alike the draft, its references and their pages are: by words, or by an embedder."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from citeloom.grounding.sentences import sentences
from citeloom.grounding.vectors import Vector, idf, tf_idf
from citeloom.methods.modelled.excerpt import excerpt_of
from citeloom.methods.port import FullTexts, PaperEmbedder
from citeloom.methods.task import DraftText, WritingTask
from citeloom.papers.paper import Paper
from citeloom.problem import InputError
from citeloom.words import terms

PAGE = 3_000
"""Characters of a page, about as many as a printed one has."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page: the heading that it begins under, and its text.

    Full texts come from LaTeX sources too, which have no pages: a page is a section's text, or
    a piece of whole sentences of a long one.
    """

    heading: str
    text: str

    @property
    def words(self) -> str:
        """Heading and text, by which the page is compared."""
        return f"{self.heading} {self.text}"


def pages_of(paper: Paper, texts: FullTexts) -> tuple[Page, ...]:
    """Return the pages of a paper's kept full text, if there is one.

    Lists of references, appendices and thanks are left out by what they are called.
    """
    return tuple(_pages_of(paper, texts))


def _pages_of(paper: Paper, texts: FullTexts) -> Iterator[Page]:
    excerpt = excerpt_of(paper, texts)
    for heading, text in excerpt.sections if excerpt else ():
        start = end = 0
        for sentence in sentences(text):
            if sentence.end - start > PAGE and end > start:
                yield Page(heading, text[start:end].strip())
                start = end
            end = sentence.end
        if rest := text[start:].strip():
            yield Page(heading, rest)


WORDS = "words"
"""What a trace says of likeness by tf-idf."""

Vectors = NDArray[np.float64]

V = TypeVar("V")


@dataclass(frozen=True)
class Likeness(Generic[V]):
    """How alike the texts of a task are.

    Parameters
    ----------
    by
        Who says so: the embedder's name, or `WORDS`.
    draft
        The vector of the draft's title and abstract.
    papers
        The vector of each paper's title and abstract, by its id.
    pages
        The pages of each paper's full text, by its id.
    page_vectors
        Their vectors.
    cosines
        Returns the cosine of each row with each column.
    warning
        Says why words count although there is an embedder.
    """

    by: str
    draft: V
    papers: Mapping[str, V]
    pages: Mapping[str, tuple[Page, ...]]
    page_vectors: Mapping[str, Sequence[V]]
    cosines: Callable[[Sequence[V], Sequence[V]], Vectors]
    warning: str = ""

    def to_draft(self, papers: Sequence[str]) -> Vectors:
        """Return how like the draft each paper is; papers are named by their ids."""
        return self.cosines([self.papers[paper] for paper in papers], [self.draft])[:, 0]

    def between(self, papers: Sequence[str]) -> Vectors:
        """Return how alike each two papers are, a square matrix."""
        return self._square([self.papers[paper] for paper in papers])

    def of_pages(self, paper: str) -> tuple[Vectors, Vectors]:
        """Return how like the draft's abstract each page of a paper is, and each two of them."""
        vectors = self.page_vectors[paper]
        return self.cosines(vectors, [self.draft])[:, 0], self._square(vectors)

    def _square(self, vectors: Sequence[V]) -> Vectors:
        found = self.cosines(vectors, vectors)
        np.fill_diagonal(found, 1.0)
        return found


def word_likeness(task: WritingTask, texts: FullTexts, warning: str = "") -> Likeness[Vector]:
    """Return the likeness by the words that texts share, by tf-idf."""
    draft = terms(draft_text(task.draft))
    abstracts = {paper.id: terms(paper.text) for paper in task.references}
    weights = idf([draft, *abstracts.values()])
    pages = _pages(task.references, texts)

    def vectors(words: Iterable[str]) -> list[Vector]:
        return [tf_idf(terms(text), weights) for text in words]

    return Likeness(
        WORDS,
        tf_idf(draft, weights),
        {paper: tf_idf(words, weights) for paper, words in abstracts.items()},
        pages,
        {paper: vectors(page.words for page in own) for paper, own in pages.items()},
        _cosines_of_words,
        warning,
    )


async def measure_likeness(
    task: WritingTask, texts: FullTexts, embedder: PaperEmbedder | None
) -> Likeness[Any]:
    """Measure how alike the draft, the references and their pages are.

    Without an embedder, and where it fails, words count.
    """
    warning = ""
    if embedder is not None and task.references:
        try:
            return await _embedded(task, texts, embedder)
        except InputError as error:
            warning = f"papers are compared by words: {error.problem.message}"
    return word_likeness(task, texts, warning)


async def _embedded(
    task: WritingTask, texts: FullTexts, embedder: PaperEmbedder
) -> Likeness[Vectors]:
    pages = _pages(task.references, texts)
    (draft,) = (await embedder.texts([draft_text(task.draft)], "query")).astype(np.float64)
    rows = (await embedder.papers(task.references)).astype(np.float64)
    words = [page.words for found in pages.values() for page in found]
    vectors = iter((await embedder.texts(words, "text")).astype(np.float64))
    return Likeness(
        embedder.name,
        draft,
        {paper.id: row for paper, row in zip(task.references, rows, strict=True)},
        pages,
        {paper: [*islice(vectors, len(found))] for paper, found in pages.items()},
        _cosines_of_rows,
    )


def _cosines_of_words(rows: Sequence[Vector], columns: Sequence[Vector]) -> Vectors:
    places: dict[str, list[int]] = defaultdict(list)
    for place, column in enumerate(columns):
        for term in column:
            places[term].append(place)
    weights = {term: np.array([columns[at][term] for at in own]) for term, own in places.items()}
    found = np.zeros((len(rows), len(columns)))
    for row, cosines in zip(rows, found, strict=True):
        for term in row:
            if term in places:
                cosines[places[term]] += row[term] * weights[term]
    return found


def _cosines_of_rows(rows: Sequence[Vectors], columns: Sequence[Vectors]) -> Vectors:
    if not rows or not columns:
        return np.zeros((len(rows), len(columns)))
    found: Vectors = np.stack(rows) @ np.stack(columns).T
    return found


def draft_text(draft: DraftText) -> str:
    """Return what papers are compared with: the draft's title and abstract."""
    return f"{draft.title}\n{draft.abstract}"


def _pages(papers: Sequence[Paper], texts: FullTexts) -> Mapping[str, tuple[Page, ...]]:
    return {paper.id: pages_of(paper, texts) for paper in papers}
