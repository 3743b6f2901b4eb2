"""The papers that the user has on this machine, searched as a corpus is, by words."""

from collections.abc import Sequence
from dataclasses import dataclass

from citeloom.corpus.port import CorpusError, Embedding, Hit
from citeloom.models.embedders.port import Vectors
from citeloom.papers.libraries.filling import OwnLibraries
from citeloom.papers.libraries.proving import cleaned_paper
from citeloom.papers.paper import Paper


@dataclass(frozen=True)
class OwnPapers:
    """His libraries as a `citeloom.corpus.port.PaperSearch`: nobody embeds them."""

    libraries: OwnLibraries

    @property
    def embedding(self) -> Embedding:
        return Embedding()

    def some(self, most: int) -> Sequence[Paper]:
        return [cleaned_paper(paper) for paper in self.libraries.some(most)][:most]

    def by_words(self, text: str, most: int) -> Sequence[Hit]:
        found = self.libraries.search(text, most)
        return [Hit(cleaned_paper(paper), score) for score, paper in found]

    def by_vector(self, vector: Vectors, most: int) -> Sequence[Hit]:
        raise CorpusError("your libraries have no embeddings")

    def close(self) -> None:
        """Do nothing: a library is opened for each search."""
