"""An embedder that counts words at a few places, and a corpus in memory that has its vectors."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from citeloom.models.embedders.port import Use, Vectors, unit_rows
from citeloom.models.port import ModelError
from citeloom.models.usage import Ledger
from citeloom.papers.collection import Embedding, Hit
from citeloom.papers.paper import Paper
from citeloom.words import terms
from embedding_answers import vector_of


@dataclass
class WordCounts:
    """An embedder; with few places many texts are equally alike."""

    width: int = 4
    fails: bool = False
    name: str = "word-counts"
    asked: list[tuple[str, str]] = field(default_factory=list)
    ledger: Ledger = field(default_factory=Ledger)

    async def dimensions(self) -> int:
        return self.width

    async def close(self) -> None:
        pass

    async def embed(self, texts: Sequence[str], use: Use = "text") -> Vectors:
        if self.fails:
            raise ModelError("the endpoint does not answer")
        self.asked += [(use, text) for text in texts]
        rows = np.array([vector_of(text, self.width) for text in texts], np.float32)
        return unit_rows(rows.reshape(len(texts), self.width))


def slow_cosine(first: str, second: str, width: int) -> float:
    a, b = unit_rows(np.array([vector_of(first, width), vector_of(second, width)])).astype(float)
    return round(float(sum(x * y for x, y in zip(a, b, strict=True))), 12)


@dataclass
class CorpusInMemory:
    """A corpus that is searched exactly."""

    kept: Mapping[str, Paper]
    embedder: WordCounts | None = None

    @property
    def embedding(self) -> Embedding:
        own = self.embedder
        return Embedding(own.name, own.width) if own else Embedding()

    def count(self) -> int:
        return len(self.kept)

    def papers(self, ids: Sequence[str]) -> Mapping[str, Paper]:
        return {name: self.kept[name] for name in ids if name in self.kept}

    def vector(self, record: Paper) -> Vectors:
        assert self.embedder is not None
        row: Vectors = unit_rows(np.array([vector_of(record.text, self.embedder.width)]))[0]
        return row

    def scan(self) -> Iterator[Sequence[Paper]]:
        yield [*self.kept.values()]

    def some(self, most: int) -> Sequence[Paper]:
        return [*self.kept.values()][:: max(1, len(self.kept) // most)][:most]

    def put(self, records: Sequence[Paper], vectors: Vectors | None) -> None:
        raise NotImplementedError

    def delete(self, ids: Sequence[str]) -> None:
        raise NotImplementedError

    def optimise(self) -> None:
        pass

    def by_words(self, text: str, most: int) -> Sequence[Hit]:
        wanted = set(terms(text))
        scores = {name: len(wanted & set(terms(own.text))) for name, own in self.kept.items()}
        return self._best({name: score for name, score in scores.items() if score}, most)

    def by_vector(self, vector: Vectors, most: int) -> Sequence[Hit]:
        rows = {name: self.vector(own).astype(float) for name, own in self.kept.items()}
        near = {name: round(float(row @ vector.astype(float)), 12) for name, row in rows.items()}
        return self._best(near, most)

    def _best(self, scores: Mapping[str, float], most: int) -> Sequence[Hit]:
        names = sorted(scores, key=lambda name: (-scores[name], name))[:most]
        return [Hit(self.kept[name], scores[name]) for name in names]

    def close(self) -> None:
        pass
