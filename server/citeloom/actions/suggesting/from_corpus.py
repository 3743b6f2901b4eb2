"""Candidates for suggestions from the corpus."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Context
from citeloom.actions.corpus.draft_embedder import draft_embedder, not_agreed
from citeloom.actions.corpus.opening import CorpusPlace
from citeloom.actions.corpus.search import embed_queries
from citeloom.actions.suggesting.query import SuggestionQuery
from citeloom.actions.suggesting.query_texts import query_texts
from citeloom.actions.suggesting.sources import Candidates
from citeloom.corpus.joint_search import search_jointly

MOST_FOUND = 200
"""Records that are looked at more closely."""


@dataclass(frozen=True)
class CorpusSource:
    """The corpus: searched by words and, where its embedder may be used, by vectors.

    ``root`` is that of the draft's project, for which the user agrees to an embedder.
    """

    place: CorpusPlace
    root: Path
    context: Context

    @property
    def name(self) -> str:
        return "corpus"

    async def find(self, query: SuggestionQuery) -> Candidates:
        notes: list[str] = []
        with closing(self.place.open_store()) as store:
            embedder = draft_embedder(self.root, self.context)
            if embedder is not None and embedder.setup.vectors != store.embedding.name:
                embedder = None
            vectors = None
            is_sent = embedder is not None and not embedder.setup.is_local
            wanted = query_texts(query.sendable if is_sent else query)
            if embedder is not None and not embedder.may_be_sent_to:
                notes.append(not_agreed(embedder))
            else:
                texts = [text for each in wanted for text in each.texts]
                asked = await embed_queries(texts, store, embedder)
                vectors = asked.vectors
                notes += [asked.warning] if asked.warning else []
            if vectors is None:
                wanted = query_texts(query)
            hits = search_jointly(store, wanted, vectors, MOST_FOUND)
        return Candidates(tuple(hit.record.paper() for hit in hits), notes=tuple(notes))
