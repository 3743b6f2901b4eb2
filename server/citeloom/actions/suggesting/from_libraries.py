"""Candidates for suggestions from the user's own libraries on this machine."""

from collections import Counter
from dataclasses import dataclass

from citeloom.actions.context import Context
from citeloom.actions.papers.own_libraries import own_libraries
from citeloom.actions.suggesting.query import SuggestionQuery
from citeloom.actions.suggesting.query_texts import best_ids, query_texts
from citeloom.actions.suggesting.sources import Candidates
from citeloom.papers.libraries.proving import cleaned_paper

MOST_FOUND = 200
"""Papers that are looked at more closely."""

_POOL = 100


@dataclass(frozen=True)
class LibrarySource:
    """The libraries on this machine, searched by the words of the draft and of each reference."""

    context: Context

    @property
    def name(self) -> str:
        return "your libraries"

    async def find(self, query: SuggestionQuery) -> Candidates:
        from citeloom.papers.word_index import index_words

        libraries = own_libraries(self.context.user)
        wanted = query_texts(query)
        found = libraries.search([Counter(index_words(text.words)) for text in wanted], _POOL)
        of_id = {paper.id: paper for ranking in found for paper in ranking}
        best = best_ids([[paper.id for paper in ranking] for ranking in found], wanted)
        papers = tuple(cleaned_paper(of_id[name]) for name in best[:MOST_FOUND])
        return Candidates(papers, notes=libraries.notes)
