"""Search a corpus, and show what it is."""

import asyncio
import re
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass

from citeloom.actions.corpus.corpus_embedder import CorpusEmbedder, embedding_of, embedding_words
from citeloom.actions.corpus.opening import CorpusPlace
from citeloom.corpus.reading import plain_prose
from citeloom.corpus.searching import search
from citeloom.models.embedders.port import Vectors
from citeloom.papers.collection import CorpusStore, Hit
from citeloom.problem import InputError

EMBEDDED_WITHIN = 30.0
"""Seconds that a search waits for the vector of what is searched."""

_NOT_CONFIGURED = "and config.toml names no embedder"

_MARKED_UP = re.compile(r"[\\{}$]")


@dataclass(frozen=True, slots=True)
class FoundRecords:
    """What a search found, best first; ``warning`` says why vectors of the corpus did not count."""

    hits: Sequence[Hit]
    warning: str = ""


async def search_corpus(
    text: str, place: CorpusPlace, most: int, embedder: CorpusEmbedder | None = None
) -> FoundRecords:
    """Find the records that fit a text best: by its words and, with an embedder, by its vector.

    Words alone count where the embedder cannot be used, or its vectors do not compare with those of
    the corpus.
    """
    if _MARKED_UP.search(text):  # A title may come from a .bib file.
        text = plain_prose(text)
    with closing(place.open_store()) as store:
        rows, warning = await embed_queries([text], store, embedder)
        return FoundRecords(search(store, text, mean_vector(rows), most), warning)


def mean_vector(rows: Vectors | None) -> Vectors | None:
    """Return the direction that rows have together, None if they have none."""
    total = rows.sum(axis=0) if rows is not None else None
    return total if total is not None and total.any() else None


async def embed_queries(
    texts: Sequence[str], store: CorpusStore, embedder: CorpusEmbedder | None
) -> "tuple[Vectors | None, str]":
    """Return the vectors of what a corpus is searched by, or None and why its words alone count."""
    own = store.embedding
    if not own.name:
        return None, ""
    why = _NOT_CONFIGURED
    if embedder is not None:
        try:
            async with asyncio.timeout(EMBEDDED_WITHIN), embedder.opened() as opened:
                if await embedding_of(opened) == own:
                    return await opened.embed(texts, "query"), ""
        except InputError as error:
            why = f"which cannot be used now: {error}"
        except TimeoutError:
            why = f"which returned no vector within {EMBEDDED_WITHIN:g} s"
    by = embedding_words(own)
    return None, f"searched by words only: the corpus was embedded with {by}, {why}"


def about_corpus(place: CorpusPlace) -> tuple[str, str]:
    """Say how many records a corpus has, where it is and how large, and who embedded it."""
    with closing(place.open_store()) as store:
        records, embedding = store.count(), store.embedding
    size = f" ({place.size / 1e6:,.1f} MB)" if place.size else ""
    by = "searched by words; its records are not embedded"
    if embedding.name:
        by = f"embedded by {embedding.name}, {embedding.dimensions} dimensions"
    return f"{records:,} records {place.where}{size}", by
