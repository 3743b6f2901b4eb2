"""Candidates for suggestions from the user's own libraries on this machine."""

from dataclasses import dataclass

from citeloom.actions.context import Context
from citeloom.actions.papers.own_libraries import searched_libraries
from citeloom.actions.suggesting.query import SuggestionQuery
from citeloom.actions.suggesting.query_texts import query_texts
from citeloom.actions.suggesting.sources import Candidates
from citeloom.corpus.words import joint_query

MOST_FOUND = 200
"""Papers that are looked at more closely."""


@dataclass(frozen=True)
class LibrarySource:
    """The libraries on this machine, and papers that were looked up for any project.

    They are searched by the words of the draft and its references.
    """

    context: Context

    @property
    def name(self) -> str:
        return "your libraries"

    async def find(self, query: SuggestionQuery) -> Candidates:
        libraries = searched_libraries(self.context.user)
        found = libraries.by_words(joint_query(query_texts(query)), MOST_FOUND)
        return Candidates(tuple(hit.paper for hit in found), notes=libraries.notes)
