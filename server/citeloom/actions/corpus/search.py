"""Search a corpus, and show what it is and what it holds."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

from citeloom.actions.corpus.embedding import CorpusEmbedder, embedding_of, embedding_words
from citeloom.actions.corpus.opening import CorpusPlace
from citeloom.corpus.port import CorpusError, CorpusStore, Embedding, Hit
from citeloom.corpus.record import Record
from citeloom.corpus.searching import search


@dataclass(frozen=True, slots=True)
class AboutCorpus:
    """A corpus: where it is, its records, bytes, who embeds them, and whether an update stopped."""

    where: str
    records: int
    size: int
    embedding: Embedding
    stopped: bool


@dataclass(frozen=True, slots=True)
class FoundRecords:
    """What a search found, best first; ``warning`` says why vectors of the corpus did not count."""

    hits: Sequence[Hit]
    warning: str = ""


async def search_corpus(
    text: str, place: CorpusPlace, most: int, embedder: CorpusEmbedder | None = None
) -> FoundRecords:
    """Find the records that fit a text best: by its words and, with an embedder, by its vector.

    Words alone count where the embedder's vectors do not compare with those of the corpus.

    Raises
    ------
    InputError
        If there is no corpus, or it or the embedder cannot be used.
    """
    with closing(place.open_store()) as store:
        if embedder is None:
            return _search_words(store, text, most)
        async with embedder.opened() as opened:
            if await embedding_of(opened) != store.embedding:
                return _search_words(store, text, most)
            (vector,) = await opened.embed([text], "query")
            return FoundRecords(search(store, text, vector if vector.any() else None, most))


def about_corpus(place: CorpusPlace) -> AboutCorpus:
    """Return what a corpus is; raise as `search_corpus` does."""
    with closing(place.open_store()) as store:
        return AboutCorpus(
            place.where,
            store.count(),
            place.size,
            store.embedding,
            place.bookmark.file.exists(),
        )


def corpus_record(name: str, place: CorpusPlace) -> Record:
    """Return the record of an id, with or without its ``arxiv:``.

    Raises
    ------
    CorpusError
        If there is none, or no corpus.
    """
    with closing(place.open_store()) as store:
        found = store.records([name, f"arxiv:{name}"])
    record = found.get(name) or found.get(f"arxiv:{name}")
    if record is None:
        raise CorpusError(f"the corpus has no record '{name}'")
    return record


def _search_words(store: CorpusStore, text: str, most: int) -> FoundRecords:
    own = store.embedding
    warning = (
        f"searched by words alone: the corpus is embedded by {embedding_words(own)}, "
        "and config.toml names no embedder of such vectors"
    )
    return FoundRecords(search(store, text, None, most), warning if own.name else "")
