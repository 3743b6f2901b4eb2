"""A corpus of real abstracts and of records made from them: built, searched, updated, killed.

``python -m bench corpus`` does all of it; ``python -m bench.corpus PART STORE RECORDS`` one part,
in a process of its own:

- ``build``: from a dump and ready vectors, beside the store's own insert of the same (``insert``);
- ``search``: by an abstract's words, by vectors, by titles and both, beside exact scans (``scan``);
- ``update``: a dump with changes, while another process searches;
- ``kill``: builds and updates that are killed, checked record by record (LanceDB).
"""

import asyncio
import json
import random
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from time import perf_counter

import bm25s
import numpy as np
from bm25s.tokenization import Tokenized
from nltk.stem.snowball import EnglishStemmer

from bench.corpus_records import (
    DIMENSIONS,
    FOLDER,
    ReadyVectors,
    dump_of,
    lines,
    made_vectors,
    records_of,
    vectors_of,
    write_dump,
)
from bench.corpus_stores import STORES
from citeloom.corpus.port import CorpusStore
from citeloom.corpus.searching import search
from citeloom.corpus.updating import BATCH, Bookmark, Counts, Standing, update
from citeloom.models.embedders.port import Vectors

SIZES = (1_000, 10_000, 23_859, 100_000)
QUERIES = 300
AMONG = 1_000
"""The queries are of the first so many records, which every size has."""

LONGEST = 25.0
"""Seconds that the queries of one kind take at most; a slow store gets fewer."""

BEST = 10
COMPARED = 100
"""Queries of which the best found are compared with those of exact scans."""


def main() -> None:
    """Run all parts for each store and size."""
    for name, store in STORES.items():
        for size in SIZES:
            for part in ("insert", "build", "search", "scan", "update"):
                _start(part, name, size).wait()
        if store.is_shared:
            _start("kill", name, SIZES[-1]).wait()


def insert(name: str, size: int) -> None:
    """Have the store take ready vectors without anything of ours."""
    dump = dump_of(size)
    store, bare = STORES[name], f"bare-{size}"
    store.remove(bare)
    vectors = np.fromfile(vectors_of(dump), np.float32).reshape(-1, DIMENSIONS)
    records = list(records_of(dump))
    blocks = (
        (records[start : start + BATCH], vectors[start : start + BATCH])
        for start in range(0, size, BATCH)
    )
    began = perf_counter()
    stages = [perf_counter() for _ in store.insert(store.path(bare), blocks)]
    taken = stages[0] - began
    _tell(f"{size / taken:,.0f} records/s, then {stages[1] - stages[0]:.1f} s for indexes")
    store.remove(bare)


def build(name: str, size: int) -> None:
    """Build a corpus from a dump and ready vectors."""
    dump = dump_of(size)
    ready, built = ReadyVectors(dump), f"built-{size}"
    STORES[name].remove(built)
    with closing(STORES[name].open(built)) as store:
        _, filled, whole = _updated(store, dump, ready)
    held = STORES[name].place(built).size
    _tell(
        f"{size / whole:,.0f} records/s ({size / filled:,.0f} before indexes, which take "
        f"{whole - filled:.1f} s), {held / size:,.0f} bytes a record"
    )


def find(name: str, size: int) -> None:
    """Search a corpus that was built."""
    abstracts, titles, vectors = _queries()
    with closing(STORES[name].open(f"built-{size}")) as store:

        def hybrid(place: int) -> object:
            return search(store, titles[place], vectors[place], BEST)

        by_words = _timed(lambda place: store.by_words(abstracts[place], BEST))
        by_vector = _timed(lambda place: store.by_vector(vectors[place], BEST))
        _tell(
            f"by an abstract {_shown(by_words)}, by a vector {_shown(by_vector)}, "
            f"by a title and both {_shown(_timed(hybrid))} ms"
        )
        words = [_ids(store.by_words(text, BEST)) for text in titles[:COMPARED]]
        near = [_ids(store.by_vector(vector, BEST)) for vector in vectors[:COMPARED]]
    _found(name, size).write_text(json.dumps([words, near]))


def scan(name: str, size: int) -> None:
    """Search by exact scans over all records: NumPy's dot product, and bm25s."""
    dump = dump_of(size)
    abstracts, titles, vectors = _queries()
    ids = [record.id for record in records_of(dump)]
    rows = np.fromfile(vectors_of(dump), np.float32).reshape(-1, DIMENSIONS)
    index = bm25s.BM25(k1=1.2, b=0.75)
    stemmer = EnglishStemmer()

    def terms(texts: Sequence[str]) -> Tokenized:
        return bm25s.tokenize(
            texts,
            stemmer=lambda words: [stemmer.stem(word) for word in words],
            show_progress=False,
        )

    index.index(terms([record.text for record in records_of(dump)]), show_progress=False)

    def nearest(place: int) -> list[str]:
        scores = rows @ vectors[place]
        best = np.argpartition(-scores, BEST)[:BEST]
        return [ids[row] for row in best[np.argsort(-scores[best])]]

    def by_words(text: str) -> list[str]:
        found, _ = index.retrieve(terms([text]), k=BEST, show_progress=False)
        return [ids[row] for row in found[0]]

    by_abstract = _timed(lambda place: by_words(abstracts[place]))
    by_title = _timed(lambda place: (by_words(titles[place]), nearest(place)))
    _tell(
        f"by an abstract {_shown(by_abstract)}, by a vector {_shown(_timed(nearest))}, "
        f"by a title and both {_shown(by_title)} ms"
    )
    if _found(name, size).exists():
        words, near = json.loads(_found(name, size).read_text())
        shared = _shared(words, [by_words(title) for title in titles[:COMPARED]])
        vectors_shared = _shared(near, [nearest(place) for place in range(COMPARED)])
        _tell(f"of the {BEST} best the store has {shared:.3f} by words, {vectors_shared:.3f} near")


def change(name: str, size: int) -> None:
    """Update a copy of a corpus that was built, and search it meanwhile."""
    copy = f"updated-{size}"
    STORES[name].copy(f"built-{size}", copy)
    if not STORES[name].is_shared:
        write(name, size)
        STORES[name].remove(copy)
        return
    _, titles, vectors = _queries()
    with closing(STORES[name].open(copy)) as store:

        def hybrid(place: int) -> float:
            began = perf_counter()
            search(store, titles[place], vectors[place], BEST)
            return (perf_counter() - began) * 1e3

        before = [hybrid(place) for place in range(len(titles))]
        writer = _start("write", name, size)
        during: list[float] = []
        while writer.poll() is None:
            during.append(hybrid(len(during) % len(titles)))
        after = [hybrid(place) for place in range(len(titles))]
    p50 = np.median(during) / np.median(before)
    _tell(
        f"by a title and both before, while ({len(during)}) and after: {_shown(before)}, "
        f"{_shown(during)}, {_shown(after)} ms; p50 x {p50:.2f}"
    )
    STORES[name].remove(copy)


def write(name: str, size: int) -> None:
    """Update the copy: 1 % changed, 1 % new, 0.1 % withdrawn, all others as they were."""
    dump = changed_dump(size)
    ready = ReadyVectors(dump)
    with closing(STORES[name].open(f"updated-{size}")) as store:
        counts, filled, whole = _updated(store, dump, ready)
    _tell(
        f"{counts.changed} changed, {counts.new} new, {counts.deleted} deleted in {whole:.1f} s "
        f"(indexes {whole - filled:.1f} s)"
    )


def kill(name: str, size: int) -> None:
    """Build and update a corpus by processes that are killed, while another one reads it."""
    sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
    from killed_corpus import Writers

    killed = f"killed-{size}"
    STORES[name].remove(killed)
    writers = Writers(
        STORES[name].path(killed), batch=size // 40, optimised_after=8, width=DIMENSIONS, steps=6
    )
    chance, began = random.Random(size), perf_counter()
    first, second = dump_of(size), changed_dump(size)
    writers.run_with_kills("build", first, 5, chance)
    expected = {record.id: record for record in records_of(first)}
    writers.check(expected, list(expected)[:: size // 50])
    end = FOLDER / "end"
    end.unlink(missing_ok=True)
    with writers.reader("neural machine translation", end):
        writers.run_with_kills("update", second, 5, chance)
    for record in records_of(second):
        expected[record.id] = record
        if record.withdrawn:
            del expected[record.id]
    writers.check(expected, list(expected)[:: size // 50])
    _tell(f"killed 10 times, all records are right, {perf_counter() - began:.0f} s")
    STORES[name].remove(killed)


def changed_dump(size: int) -> Path:
    """Return a dump of the same records, some of them changed, new, or withdrawn."""
    dump = FOLDER / f"{size}-changed.jsonl"
    if dump.exists():
        return dump
    chance, part = random.Random(size), size // 100
    places = chance.sample(range(AMONG if size > 2 * AMONG else 0, size), part + size // 1_000)
    changed, withdrawn = set(places[:part]), set(places[part:])
    written = []
    for place, line in enumerate(islice(lines(), size + part)):
        if place in changed:
            line = {**line, "abstract": f"{line['abstract']} This is the second version."}
        elif place in withdrawn:
            line = {**line, "withdrawn": True}
        written.append(line)
    to_embed = FOLDER / f"{size}-changes.jsonl"
    new = set(range(size, size + part))
    write_dump(to_embed, (line for place, line in enumerate(written) if place in changed | new))
    vectors_of(to_embed).replace(dump.with_suffix(".vectors"))
    return write_dump(dump.with_suffix(".new"), iter(written)).replace(dump)


def _updated(store: CorpusStore, dump: Path, ready: ReadyVectors) -> tuple[Counts, float, float]:
    """Return what was done, and seconds until all was taken in, and until the indexes were made."""
    bookmark, read = Bookmark(FOLDER / "bookmark.json"), 0.0
    bookmark.forget()
    began = perf_counter()

    def report(standing: Standing) -> None:
        nonlocal read
        if standing.read:
            read = perf_counter() - began

    counts = asyncio.run(update(store, dump, ready, bookmark, report))
    return counts, read, perf_counter() - began


def _queries() -> tuple[list[str], list[str], Vectors]:
    """Return abstracts, titles, and the titles' vectors."""
    records = list(islice(records_of(dump_of(SIZES[0])), AMONG))
    drawn = random.Random(3).sample(records, QUERIES)
    titles = [record.title for record in drawn]
    path = FOLDER / "queries.npy"
    if not path.exists():
        np.save(path, made_vectors(titles))
    return [record.abstract for record in drawn], titles, np.load(path)


def _timed(ask: Callable[[int], object]) -> list[float]:
    """Return the milliseconds of each query, after some that are not counted."""
    for place in range(5):
        ask(place)
    times: list[float] = []
    for place in range(QUERIES):
        if sum(times) > LONGEST * 1e3:
            break
        began = perf_counter()
        ask(place)
        times.append((perf_counter() - began) * 1e3)
    return times


def _shown(times: Sequence[float]) -> str:
    return f"{np.percentile(times, 50):.3g}/{np.percentile(times, 99):.3g}"


def _ids(hits: Sequence[object]) -> list[str]:
    return [hit.record.id for hit in hits]  # type: ignore[attr-defined]


def _shared(found: Sequence[Sequence[str]], exact: Sequence[Sequence[str]]) -> float:
    both = zip(found, exact, strict=True)
    return float(np.mean([len(set(first) & set(second)) / BEST for first, second in both]))


def _found(name: str, size: int) -> Path:
    return FOLDER / f"{name}-{size}.found"


def _start(part: str, name: str, size: int) -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-m", "bench.corpus", part, name, str(size)])


def _tell(line: str) -> None:
    part, store, size = sys.argv[1:4]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    print(f"{store}, {int(size):,}, {part}: {line} [{memory:,.0f} MB]", flush=True)


PARTS = {
    "insert": insert,
    "build": build,
    "search": find,
    "scan": scan,
    "update": change,
    "write": write,
    "kill": kill,
}

if __name__ == "__main__":
    PARTS[sys.argv[1]](sys.argv[2], int(sys.argv[3]))
