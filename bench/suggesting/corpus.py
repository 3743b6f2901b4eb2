"""Corpora of real abstracts and of records made from them: built, searched, brought up to date.

    python -m bench corpus [RECORDS ...]

Each size runs in a process of its own, whose memory is printed.
A made record has the beginning of one real title and the end of another, and as many sentences as a
real abstract, each from any of three; its vector is the sum of vectors drawn for its words. The
corpus is searched by 24 words of an abstract, by all its words, by a title, and by a title's
vector, beside exact scans (bm25s, NumPy). Times are those of the processor.
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
from statistics import fmean, median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any
from zlib import crc32

import bm25s
import numpy as np

from bench.shared.data import ANTHOLOGY, json_lines
from citeloom.corpus.updating import update
from citeloom.corpus.words import distinct_words
from citeloom.grounding.sentences import sentences
from citeloom.models.embedders.port import Vectors, unit_rows
from citeloom.papers.collection import CorpusStore, Embedding, Hit
from citeloom.papers.paper import Paper
from citeloom.papers.paper_index import PaperIndex
from citeloom.words import terms

SIZES = (1_000, 20_000, 71_000)
QUERIES, ROUNDS, WORDS, BEST, COMPARED = 40, 5, 24, 10, 100
DIMENSIONS = 256
Line = dict[str, object]


def main() -> None:
    """Measure a corpus in each size."""
    for size in map(int, sys.argv[1:] or SIZES):
        process = get_context("spawn").Process(target=measure, args=(size,))
        process.start()
        process.join()


def measure(size: int) -> None:
    """Build a corpus of so many records, search it, and bring it up to date."""
    with TemporaryDirectory() as made:
        folder, file = Path(made), Path(made, "corpus.sqlite")
        records = list({line["id"]: line for line in islice(lines(), size + size // 100)}.values())
        with closing(PaperIndex(file).make(Embedding("made", DIMENSIONS))) as store:
            timed = _TimedStore(store)
            seconds = _updated(timed, folder, records[:size])
            held = file.stat().st_size
            texts = (f"{line['title']}{line['abstract']}".encode() for line in records[:size])
            own = held - sum(map(len, texts)) - size * 2 * DIMENSIONS
            print(
                f"{size:,} records: built at {size / seconds:,.0f} a second, "
                f"{size / timed.seconds:,.0f} without reading the dump, {held / size:,.0f} bytes "
                f"each ({own / size:,.0f} beside text and vectors of half precision), {_memory()}",
                flush=True,
            )
            _search(store, records[:size])
            seconds = _updated(store, folder, list(_changed(records, size)))
            print(f"  1 % changed, 1 % new, others left: {seconds:.1f} s, {_memory()}")


def _search(store: CorpusStore, records: Sequence[Line]) -> None:
    drawn = random.Random(3).sample(records, COMPARED)
    titles, abstracts = ([str(line[field]) for line in drawn] for field in ("title", "abstract"))
    some = [" ".join(distinct_words(text).split()[:WORDS]) for text in abstracts]
    vectors = made_vectors(titles)
    kinds: dict[str, Callable[[int], Sequence[Hit]]] = {
        f"{WORDS} words": lambda at: store.by_words(some[at], BEST),
        "an abstract": lambda at: store.by_words(abstracts[at], BEST),
        "a title": lambda at: store.by_words(titles[at], BEST),
        "a vector": lambda at: store.by_vector(vectors[at], BEST),
    }
    for kind, find in kinds.items():
        print(f"  by {kind}: {_shown([_times(find) for _ in range(ROUNDS)])} ms", flush=True)
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

    whole, words, near = (
        fmean(_shared(find(at), scan(at)) for at in range(COMPARED))
        for find, scan in (
            (kinds["an abstract"], lambda at: scanned_words(abstracts[at])),
            (kinds["a title"], lambda at: scanned_words(titles[at])),
            (kinds["a vector"], scanned_vectors),
        )
    )
    print(
        f"  of the {BEST} best of exact scans {whole:.3f} are found by an abstract, {words:.3f} by "
        f"a title, {near:.3f} near"
    )


class _TimedStore:
    """A store that counts the seconds in which it writes."""

    def __init__(self, store: CorpusStore) -> None:
        self._store, self.seconds = store, 0.0

    def put(self, records: Sequence[Paper], vectors: Vectors | None) -> None:
        began = process_time()
        self._store.put(records, vectors)
        self.seconds += process_time() - began

    def optimise(self) -> None:
        began = process_time()
        self._store.optimise()
        self.seconds += process_time() - began

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


def _updated(store: Any, folder: Path, records: Sequence[Line]) -> float:
    """Return the seconds of an update by these records, with indexes, without making vectors."""
    dump = folder / "dump.jsonl"
    with dump.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in records)

    embedding = 0.0

    async def embed(texts: Sequence[str]) -> Vectors:
        nonlocal embedding
        started = process_time()
        vectors = made_vectors(texts)
        embedding += process_time() - started
        return vectors

    began = process_time()
    asyncio.run(update(store, dump, embed, lambda standing: None))
    return process_time() - began - embedding


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


def _times(ask: Callable[[int], object]) -> list[float]:
    """Return the milliseconds of some queries."""
    times = []
    for place in range(QUERIES):
        began = process_time()
        ask(place)
        times.append((process_time() - began) * 1e3)
    return times


def _shown(rounds: Sequence[Sequence[float]]) -> str:
    """Return the median of each query over the rounds: that of half of them, and of 95 in 100."""
    each = [median(times) for times in zip(*rounds, strict=True)]
    return f"{np.percentile(each, 50):.3g}/{np.percentile(each, 95):.3g}"


def _shared(found: Sequence[Hit], exact: Sequence[str]) -> float:
    return len({hit.paper.id for hit in found} & {*exact}) / BEST


def _memory() -> str:
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3:,.0f} MB"
