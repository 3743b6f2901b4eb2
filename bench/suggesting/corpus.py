"""A corpus of real abstracts and of records made from them: built, searched, brought up to date.

    python -m bench corpus [STORE [RECORDS ...]]

STORE is LanceDB or Milvus; each size runs in a process of its own, whose memory is printed. A made
record has the beginning of one real title and the end of another, and as many sentences as a real
abstract, each from any of three; its vector is the sum of vectors drawn for its words. Searches are
by an abstract's words, by a title's vector, and by both, beside exact scans (bm25s, NumPy).
"""

import asyncio
import json
import random
import resource
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import cache
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from zlib import crc32

import bm25s
import numpy as np

from bench.shared.data import ANTHOLOGY, json_lines
from citeloom.actions.context import Context
from citeloom.actions.corpus.opening import corpus_place
from citeloom.corpus.port import CorpusStore, Embedding, Hit
from citeloom.corpus.searching import search
from citeloom.corpus.updating import Bookmark, update
from citeloom.grounding.sentences import sentences
from citeloom.grounding.words import terms
from citeloom.models.embedders.port import Vectors, unit_rows

ENDINGS = {"LanceDB": "", "Milvus": ".db"}
SIZES = (1_000, 10_000, 100_000)
QUERIES, BEST, COMPARED = 300, 10, 100
DIMENSIONS = 256
LONGEST = 25.0
"""Seconds that the queries of one kind take at most; a slow store gets fewer."""

Line = dict[str, object]


def main() -> None:
    """Measure one store in each size."""
    name, *sizes = sys.argv[1:] or ["LanceDB"]
    for size in map(int, sizes or SIZES):
        process = get_context("spawn").Process(target=measure, args=(name, size))
        process.start()
        process.join()


def measure(name: str, size: int) -> None:
    """Build a corpus of so many records, search it, and bring it up to date."""
    with TemporaryDirectory() as made:
        folder = Path(made)
        place = corpus_place(Context(), str(folder / f"corpus{ENDINGS[name]}"))
        records = list(islice(lines(), size + size // 100))
        with closing(place.make_store(Embedding("made", DIMENSIONS))) as store:
            seconds = _updated(store, folder, records[:size])
            print(f"{name}, {size:,} records: built at {size / seconds:,.0f} a second, "
                  f"{place.size / size:,.0f} bytes each, {_memory()}", flush=True)  # fmt: skip
            _search(store, records[:size])
            seconds = _updated(store, folder, list(_changed(records, size)))
            print(f"  1 % changed, 1 % new, others left: {seconds:.1f} s, {_memory()}", flush=True)


def _search(store: CorpusStore, records: Sequence[Line]) -> None:
    drawn = random.Random(3).sample(records, QUERIES)
    titles, abstracts = ([str(line[field]) for line in drawn] for field in ("title", "abstract"))
    vectors = made_vectors(titles)
    by_words = _timed(lambda at: store.by_words(abstracts[at], BEST))
    by_vector = _timed(lambda at: store.by_vector(vectors[at], BEST))
    by_both = _timed(lambda at: search(store, titles[at], vectors[at], BEST))
    print(f"  by an abstract {by_words}, by a vector {by_vector}, by a title and both {by_both} ms")
    # The exact scans.
    ids = [str(line["id"]) for line in records]
    texts = [f"{line['title']} {line['abstract']}" for line in records]
    rows = made_vectors(texts)
    index = bm25s.BM25(k1=1.2, b=0.75)
    index.index([terms(text) for text in texts], show_progress=False)

    def scanned_words(text: str) -> list[str]:
        found, _ = index.retrieve([terms(text)], k=BEST, show_progress=False)
        return [ids[row] for row in found[0]]

    def scanned_vectors(at: int) -> list[str]:
        return [ids[row] for row in np.argsort(-(rows @ vectors[at]))[:BEST]]

    scans = _timed(lambda at: scanned_words(abstracts[at])), _timed(scanned_vectors)
    print(f"  exact scans: by an abstract {scans[0]}, by a vector {scans[1]} ms")
    compared = range(COMPARED)
    words = [
        _shared(store.by_words(titles[at], BEST), scanned_words(titles[at])) for at in compared
    ]
    near = [_shared(store.by_vector(vectors[at], BEST), scanned_vectors(at)) for at in compared]
    print(
        f"  of their {BEST} best it finds {np.mean(words):.3f} by words, {np.mean(near):.3f} near"
    )


def _updated(store: CorpusStore, folder: Path, records: Sequence[Line]) -> float:
    """Return the seconds of an update by these records, with indexes, without making vectors."""
    dump, bookmark = folder / "dump.jsonl", Bookmark(folder / "bookmark.json")
    with dump.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in records)
    bookmark.forget()

    embedding = 0.0

    async def embed(texts: Sequence[str]) -> Vectors:
        nonlocal embedding
        started = perf_counter()
        vectors = made_vectors(texts)
        embedding += perf_counter() - started
        return vectors

    began = perf_counter()
    asyncio.run(update(store, dump, embed, bookmark, lambda standing: None))
    return perf_counter() - began - embedding


def _changed(records: Sequence[Line], size: int) -> Iterator[Line]:
    changed = {*random.Random(size).sample(range(size), size // 100)}
    for place, line in enumerate(records):
        more = " This is the second version." if place in changed else ""
        yield {**line, "abstract": f"{line['abstract']}{more}"}


def lines() -> Iterator[Line]:
    """Yield the real records, shuffled, then made ones without end."""
    real = list(json_lines([ANTHOLOGY]))
    random.Random(1).shuffle(real)
    yield from real
    parts = [[part.text for part in sentences(line["abstract"])] for line in real]
    chance = random.Random(2)
    for number in range(sys.maxsize):
        places = chance.sample(range(len(real)), 3)
        frame = real[places[0]]
        first, second = (real[place]["title"].split() for place in places[:2])
        title = first[: len(first) // 2 + 1] + second[len(second) // 2 :]
        pool = [sentence for place in places for sentence in parts[place]]
        abstract = chance.sample(pool, min(len(parts[places[0]]) or 1, len(pool)))
        made = {"id": f"made-{number:07}", "title": " ".join(title), "abstract": " ".join(abstract)}
        yield {**made, "authors": frame["authors"], "year": frame["year"]}


def made_vectors(texts: Sequence[str]) -> Vectors:
    """Return a vector for each text: the sum of those of its words, drawn by their letters."""
    none = np.zeros(DIMENSIONS, np.float32)
    return unit_rows(np.array([sum(map(_of_word, text.split()), none) for text in texts]))


@cache
def _of_word(word: str) -> Vectors:
    chance = np.random.default_rng(crc32(word.lower().encode()))
    return chance.standard_normal(DIMENSIONS).astype(np.float32)


def _timed(ask: Callable[[int], object]) -> str:
    """Return the milliseconds of half of the queries, and of all but one in a hundred."""
    ask(0)
    times: list[float] = []
    for place in range(QUERIES):
        if sum(times) < LONGEST * 1e3:
            began = perf_counter()
            ask(place)
            times.append((perf_counter() - began) * 1e3)
    return f"{np.percentile(times, 50):.3g}/{np.percentile(times, 99):.3g}"


def _shared(found: Sequence[Hit], exact: Sequence[str]) -> float:
    return len({hit.record.id for hit in found} & {*exact}) / BEST


def _memory() -> str:
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3:,.0f} MB"
