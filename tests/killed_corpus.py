"""Processes that build and update a corpus and are killed at any moment, while another reads it."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from hashlib import shake_256
from pathlib import Path

import numpy as np

from citeloom.actions.context import Context
from citeloom.actions.corpus.opening import corpus_place
from citeloom.models.embedders.port import Vectors, unit_rows
from citeloom.papers.paper import Paper

_WRITER = """
import asyncio, sys
from contextlib import asynccontextmanager
from pathlib import Path

from citeloom.actions.context import Context
from citeloom.actions.corpus import building
from citeloom.actions.corpus.opening import corpus_place
from citeloom.corpus import updating
from killed_corpus import vectors_of

dump, place = Path(sys.argv[1]), corpus_place(Context(), sys.argv[2])
updating.BATCH, updating.OPTIMISED_AFTER, width = (int(given) for given in sys.argv[3:])

class Embedder:
    name = "by hash"
    async def dimensions(self): return width
    async def embed(self, texts, use="text"): return vectors_of(texts, width)

class CorpusEmbedder:
    @asynccontextmanager
    async def opened(self): yield Embedder()

print("ready", flush=True)
report = lambda standing, size: print(standing.position, flush=True)
asyncio.run(building.build_corpus(dump, place, report, CorpusEmbedder()))
"""

_READER = """
import sys
from pathlib import Path

from citeloom.actions.context import Context
from citeloom.actions.corpus.opening import corpus_place
from killed_corpus import vectors_of

place, end, text, width = corpus_place(Context(), sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:]
print("ready", flush=True)
while not end.exists():
    store = place.open_store()
    hits = store.by_words(text, 5)
    assert hits == [] or store.count()
    near = store.by_vector(vectors_of([text], int(width))[0], 5)
    found = store.papers([hit.paper.id for hit in (*hits, *near)])
    assert all(record.abstract for record in found.values())
    assert place.size
    store.close()
    print("read", flush=True)
"""


class Writers:
    """Processes that write a corpus and are killed.

    Parameters
    ----------
    corpus
        Its folder, or the address of a server.
    batch
        Records that they write at once.
    optimised_after
        Batches after which they bring the indexes up to date.
    width
        Of the vectors that they make.
    steps
        A process is killed at latest this many batches after it has begun.
    """

    def __init__(
        self, corpus: str, *, batch: int, optimised_after: int, width: int, steps: int
    ) -> None:
        self._corpus, self._width, self._steps = corpus, width, steps
        self._numbers = (batch, optimised_after, width)

    def run_with_kills(self, dump: Path, kills: int, chance: random.Random) -> None:
        """Build until that ends by itself, after it has been killed so often."""
        for _ in range(kills):
            writer = self._start(dump)
            assert writer.stdout is not None
            for _ in range(chance.randrange(self._steps)):
                writer.stdout.readline()
            time.sleep(chance.uniform(0, 0.05))
            writer.send_signal(signal.SIGKILL)
            _, said = writer.communicate(timeout=300)
            assert (writer.returncode, said) == (-signal.SIGKILL, ""), said
        _, said = self._start(dump).communicate(timeout=600)
        assert said == "", said

    @contextmanager
    def reader(self, text: str, end: Path) -> Iterator[None]:
        """Have another process read the corpus all the while, by a text that is searched for."""
        reader = _start(_READER, self._corpus, end, text, self._width)
        try:
            yield
            end.touch()
            out, said = reader.communicate(timeout=300)
            assert (reader.returncode, said) == (0, ""), said
            assert out.count("read\n") > 1
        finally:
            reader.kill()
            reader.communicate()

    def check(self, expected: Mapping[str, Paper], looked_for: Sequence[str]) -> None:
        """Compare all of the corpus with what it should hold; the texts of some ids find these."""
        found = corpus_place(Context(), str(self._corpus))
        with closing(found.open_store()) as store:
            assert store.count() == len(expected)
            assert store.papers(list(expected)) == expected
            for name in looked_for:
                text = expected[name].text
                hits = store.by_words(text, 5)
                assert name in {hit.paper.id for hit in hits}
                near = store.by_vector(vectors_of([text], self._width)[0], 5)
                # SQLite keeps half precision.
                assert name in {hit.paper.id for hit in near if abs(hit.score - 1) < 1e-3}

    def _start(self, dump: Path) -> subprocess.Popen[str]:
        return _start(_WRITER, dump, self._corpus, *self._numbers)


def vectors_of(texts: Sequence[str], width: int) -> Vectors:
    """Return a vector for each text that says nothing of it but that it is this text."""
    hashes = b"".join(shake_256(text.encode()).digest(width) for text in texts)
    return unit_rows(np.frombuffer(hashes, np.uint8).reshape(len(texts), width) - 127.5)


def _start(script: str, *arguments: object) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process
