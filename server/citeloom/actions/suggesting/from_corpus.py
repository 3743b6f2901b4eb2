"""Candidates for suggestions from the corpus."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

from citeloom.actions.context import Context
from citeloom.actions.corpus.embedding import (
    CorpusEmbedder,
    embedding_of,
    embedding_words,
    search_embedder,
)
from citeloom.actions.corpus.opening import CorpusPlace
from citeloom.actions.suggesting.query import SuggestionQuery
from citeloom.actions.suggesting.query_texts import query_texts
from citeloom.actions.suggesting.sources import Candidates
from citeloom.corpus.joint_search import SearchText, search_jointly
from citeloom.corpus.port import CorpusStore
from citeloom.models.embedders.port import Vectors

MOST_FOUND = 200
"""Records that are looked at more closely."""


@dataclass(frozen=True)
class CorpusSource:
    """The corpus: searched by words and, where its embedder may be used, by vectors."""

    place: CorpusPlace
    context: Context

    @property
    def name(self) -> str:
        return "corpus"

    async def find(self, query: SuggestionQuery) -> Candidates:
        embedder = search_embedder(self.context, self.place)
        is_local = embedder is None or embedder.setup.is_local
        wanted = query_texts(query if is_local else query.sendable)
        notes: list[str] = []
        with closing(self.place.open_store()) as store:
            vectors = await _vectors(wanted, store, embedder, notes)
            if vectors is None:
                wanted = query_texts(query)
            hits = search_jointly(store, wanted, vectors, MOST_FOUND)
        return Candidates(tuple(hit.record.paper() for hit in hits), notes=tuple(notes))


async def _vectors(
    wanted: Sequence[SearchText],
    store: CorpusStore,
    embedder: CorpusEmbedder | None,
    notes: list[str],
) -> Vectors | None:
    """Return the vectors of what is searched by; None, with a note, where words alone count."""
    own = store.embedding
    if not own.name:
        return None
    by_words = f"searched by words alone: it is embedded by {embedding_words(own)}"
    if embedder is None:
        notes.append(f"{by_words}, and config.toml names no embedder of such vectors")
        return None
    if not embedder.may_be_sent_to:
        notes.append(
            f"{by_words}, and you have not agreed to sending texts there; a search by "
            "'citeloom corpus search' asks"
        )
        return None
    async with embedder.opened() as opened:
        if await embedding_of(opened) != own:
            notes.append(f"{by_words}, and config.toml names another one")
            return None
        return await opened.embed([text for each in wanted for text in each.texts], "query")
