"""Who embeds the texts of a run: the draft, its references, and their pages."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from citeloom.actions.context import Context
from citeloom.actions.corpus.corpus_embedder import CorpusEmbedder, embedding_of
from citeloom.actions.corpus.opening import CorpusPlace, corpus_place
from citeloom.actions.writing.models import configured_embedder
from citeloom.models.usage import Ledger
from citeloom.papers.identity import aliases, titles_agree
from citeloom.papers.paper import Paper
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.models.embedders.port import Embedder, Use, Vectors
    from citeloom.papers.collection import CorpusStore


def draft_embedder(root: Path, context: Context, handed_over: str = "") -> CorpusEmbedder | None:
    """Return the embedder of the texts of a project with this root; None if none is configured.

    ``handed_over`` is as in `configured_embedder`.
    """
    setup = configured_embedder(handed_over)
    return CorpusEmbedder(setup, context.user.data_folder, root) if setup else None


def not_agreed(embedder: CorpusEmbedder) -> str:
    """Say that words count, because the user has not agreed to an embedder."""
    return (
        f"papers are compared by words: nothing is sent to {embedder.receiver} before you agree; "
        "run 'write' in a terminal to be asked"
    )


@asynccontextmanager
async def opened_embedder(
    embedder: CorpusEmbedder | None, context: Context, place: CorpusPlace | None = None
) -> AsyncIterator["EmbedderOverCorpus | None"]:
    """Open an embedder, which takes the vectors of papers from a corpus where it has them.

    None if there is none, or the user has not agreed to it.

    Parameters
    ----------
    place
        The corpus, if it is not the user's own.
    """
    if embedder is None or not embedder.may_be_sent_to:
        yield None
        return
    async with embedder.opened() as opened:
        store = await _store_of(opened, place or corpus_place(context))
        try:
            yield EmbedderOverCorpus(opened, store)
        finally:
            if store is not None:
                store.close()


class EmbedderOverCorpus:
    """Takes the vectors of papers from a corpus of the embedder's, and asks it for all others."""

    def __init__(self, embedder: "Embedder", store: "CorpusStore | None") -> None:
        self._embedder, self._store = embedder, store

    @property
    def name(self) -> str:
        return self._embedder.name

    @property
    def ledger(self) -> Ledger:
        """What was asked of it."""
        return self._embedder.ledger

    async def papers(self, papers: Sequence[Paper]) -> "Vectors":
        import numpy as np

        rows = dict(self._of_corpus(papers))
        missing = [paper for paper in papers if paper.id not in rows]
        made = await self._embedder.embed([paper.text for paper in missing])
        rows |= {paper.id: row for paper, row in zip(missing, made, strict=True)}
        return np.stack([rows[paper.id] for paper in papers])

    async def texts(self, texts: Sequence[str], use: "Use") -> "Vectors":
        return await self._embedder.embed(texts, use)

    def _of_corpus(self, papers: Sequence[Paper]) -> "Mapping[str, Vectors]":
        """Return the vectors of those papers that the corpus has, by the papers' ids."""
        if self._store is None:
            return {}
        named = {name: paper for paper in papers for name in aliases(paper)}
        kept = self._store.papers([*named])
        vectors = self._store.vectors([*kept])
        return {
            named[name].id: vectors[name]
            for name, paper in kept.items()
            if name in vectors and titles_agree(paper.title, named[name].title)
        }


async def _store_of(embedder: "Embedder", place: CorpusPlace) -> "CorpusStore | None":
    """Open a corpus whose vectors are this embedder's; None if there is none."""
    if not place.exists:
        return None
    try:
        store = place.open_store()
        own = store.embedding
        if own.name == embedder.name and own == await embedding_of(embedder):
            return store
        store.close()
    except InputError:  # Without the corpus, the embedder is asked for all vectors.
        return None
    return None
