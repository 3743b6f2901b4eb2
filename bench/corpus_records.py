"""Records to fill a corpus with: the ACL Anthology's real ones, and ones made from them.

A made record has the beginning of one real title and the end of another, the authors and year of
one real record, and as many sentences as its abstract, each from any of three abstracts. Number
``n`` is always the same one, so that a larger corpus has all records of a smaller one.
"""

import gzip
import json
import os
import random
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TypeVar
from zlib import crc32

import numpy as np

from bench.papers import ANTHOLOGY
from citeloom.corpus.lines import Lines
from citeloom.corpus.reading import records_in
from citeloom.corpus.record import Record
from citeloom.grounding.sentences import sentences
from citeloom.models.embedders.port import Vectors, unit_rows

FOLDER = Path(os.environ.get("BENCH_FOLDER", Path(tempfile.gettempdir()) / "citeloom-bench-corpus"))
DIMENSIONS = 256
_BLOCK = 4096

Item = TypeVar("Item")
Line = dict[str, object]


def lines() -> Iterator[Line]:
    """Yield the real records, shuffled, then made ones without end."""
    real = _real()
    yield from real
    number = 0
    while True:
        yield _made(real, number)
        number += 1


def write_dump(path: Path, written: Iterator[Line]) -> Path:
    """Write records as JSON lines."""
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in written)
    return path


def dump_of(size: int) -> Path:
    """Return a dump of the first records; it is written where there is none."""
    path = FOLDER / f"{size}.jsonl"
    if not path.exists():
        FOLDER.mkdir(exist_ok=True)
        write_dump(path.with_suffix(".new"), islice(lines(), size)).replace(path)
    return path


def records_of(dump: Path) -> Iterator[Record]:
    """Yield what a corpus reads in a dump."""
    for _, record in records_in(Lines(dump)):
        assert isinstance(record, Record), record
        yield record


def batched(values: Iterable[Item], most: int) -> Iterator[list[Item]]:
    """Yield values in their order, so many at once."""
    rest = iter(values)
    while block := list(islice(rest, most)):
        yield block


def vectors_of(dump: Path) -> Path:
    """Return the file of a dump's vectors, one after the other; they are made where it is not."""
    path = dump.with_suffix(".vectors")
    if not path.exists():
        _embed(records_of(dump), path.with_suffix(".new"))
        path.with_suffix(".new").replace(path)
    return path


class ReadyVectors:
    """Gives the vectors of a dump as it is asked for its texts, in their order."""

    def __init__(self, dump: Path) -> None:
        self._file = vectors_of(dump).open("rb")

    async def __call__(self, texts: Sequence[str]) -> Vectors:
        values = np.fromfile(self._file, np.float32, len(texts) * DIMENSIONS)
        return values.reshape(len(texts), DIMENSIONS)


def made_vectors(texts: Sequence[str]) -> Vectors:
    """Return a vector for each text: the sum of those of its words, drawn by their letters."""
    none = np.zeros(DIMENSIONS, np.float32)
    return unit_rows(np.array([sum(map(_of_word, text.split()), none) for text in texts]))


@cache
def _of_word(word: str) -> Vectors:
    chance = np.random.default_rng(crc32(word.lower().encode()))
    return chance.standard_normal(DIMENSIONS).astype(np.float32)


def _embed(records: Iterator[Record], path: Path) -> None:
    with path.open("wb") as file:
        for block in batched(records, _BLOCK):
            made_vectors([record.text for record in block]).tofile(file)


@cache
def _real() -> list[Line]:
    with gzip.open(ANTHOLOGY, "rt", encoding="utf-8") as file:
        found = [json.loads(line) for line in file]
    random.Random(1).shuffle(found)
    return found


@cache
def _sentences() -> list[list[str]]:
    return [[part.text for part in sentences(str(line["abstract"]))] for line in _real()]


def _made(real: Sequence[Line], number: int) -> Line:
    chance = random.Random(number)
    places = chance.sample(range(len(real)), 3)
    frame, other = real[places[0]], real[places[1]]
    first, second = str(frame["title"]).split(), str(other["title"]).split()
    title = [
        *first[: chance.randint(1, max(1, len(first)))],
        *second[chance.randrange(max(1, len(second))) :],
    ]
    pool = [sentence for place in places for sentence in _sentences()[place]]
    length = max(1, len(_sentences()[places[0]]))
    return {
        "id": f"made-{number:07}",
        "title": " ".join(title),
        "abstract": " ".join(chance.sample(pool, min(length, len(pool)))),
        "authors": frame["authors"],
        "year": frame["year"],
    }
