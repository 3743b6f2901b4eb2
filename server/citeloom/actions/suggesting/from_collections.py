"""Candidates for suggestions from the corpus, and from the user's own libraries."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from citeloom.actions.context import Context
from citeloom.actions.corpus.draft_embedder import draft_embedder, not_agreed
from citeloom.actions.corpus.opening import CorpusPlace
from citeloom.actions.corpus.search import embed_queries, mean_vector
from citeloom.actions.papers.own_libraries import searched_libraries
from citeloom.actions.suggesting.query import SuggestionQuery, query_texts
from citeloom.actions.suggesting.sources import Candidates
from citeloom.corpus.searching import search
from citeloom.corpus.words import joint_query

MOST_FOUND = 200
"""Papers of each that are looked at more closely."""


@dataclass(frozen=True)
class CorpusSource:
    """The corpus: searched by words and, where its embedder may be used, by vectors.

    ``root`` is that of the draft's project, for which the user agrees to an embedder.
    """

    name: ClassVar[str] = "corpus"
    place: CorpusPlace
    root: Path
    context: Context

    async def find(self, query: SuggestionQuery) -> Candidates:
        notes: list[str] = []
        with closing(self.place.open_store()) as store:
            embedder = draft_embedder(self.root, self.context)
            if embedder is not None and embedder.setup.vectors != store.embedding.name:
                embedder = None
            vector = None
            is_sent = embedder is not None and not embedder.setup.is_local
            wanted = query_texts(query.sendable if is_sent else query)
            if embedder is not None and not embedder.may_be_sent_to:
                notes.append(not_agreed(embedder))
            else:
                rows, warning = await embed_queries([*dict.fromkeys(wanted)], store, embedder)
                vector = mean_vector(rows)
                notes += [warning] if warning else []
            if vector is None:
                wanted = query_texts(query)
            hits = search(store, joint_query(wanted), vector, MOST_FOUND)
        return Candidates(tuple(hit.paper for hit in hits), notes=tuple(notes))


@dataclass(frozen=True)
class LibrarySource:
    """The libraries on this machine, and papers that were looked up for any project.

    They are searched by the words of the draft and its references.
    """

    name: ClassVar[str] = "your libraries"
    context: Context

    async def find(self, query: SuggestionQuery) -> Candidates:
        libraries = searched_libraries(self.context.user)
        found = libraries.by_words(joint_query(query_texts(query)), MOST_FOUND)
        return Candidates(tuple(hit.paper for hit in found), notes=libraries.notes)
