"""Search a corpus, and show what it is and what it holds."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.corpus.embedding import CorpusEmbedder, check_embedder
from citeloom.actions.corpus.opening import CorpusFolder
from citeloom.corpus.port import CorpusError, Embedding, Hit
from citeloom.corpus.record import Record
from citeloom.corpus.searching import search


@dataclass(frozen=True, slots=True)
class AboutCorpus:
    """A corpus: its folder, records, bytes, who embeds them, and whether an update stopped."""

    folder: Path
    records: int
    size: int
    embedding: Embedding
    stopped: bool


async def search_corpus(
    text: str, folder: CorpusFolder, most: int, embedder: CorpusEmbedder | None = None
) -> Sequence[Hit]:
    """Return the records that fit a text best: by its words and, with an embedder, by its vector.

    Raises
    ------
    InputError
        If there is no corpus, or it or the embedder cannot be used.
    """
    with closing(folder.open_store()) as store:
        if embedder is None:
            return search(store, text, None, most)
        async with embedder.opened() as opened:
            await check_embedder(store, opened, folder.path)
            (vector,) = await opened.embed([text], "query")
            return search(store, text, vector if vector.any() else None, most)


def about_corpus(folder: CorpusFolder) -> AboutCorpus:
    """Return what a corpus is; raise as `search_corpus` does."""
    with closing(folder.open_store()) as store:
        return AboutCorpus(
            folder.path,
            store.count(),
            folder.size,
            store.embedding,
            folder.bookmark.file.exists(),
        )


def corpus_record(name: str, folder: CorpusFolder) -> Record:
    """Return the record of an id, with or without its ``arxiv:``.

    Raises
    ------
    CorpusError
        If there is none, or no corpus.
    """
    with closing(folder.open_store()) as store:
        found = store.records([name, f"arxiv:{name}"])
    record = found.get(name) or found.get(f"arxiv:{name}")
    if record is None:
        raise CorpusError(f"the corpus has no record '{name}'")
    return record
