"""Processes that build and update a corpus are killed at any moment, while another one reads it."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from citeloom.actions.corpus.opening import CorpusFolder
from citeloom.corpus.record import Record

pytest.importorskip("lancedb", reason="the extra 'corpus' is not installed")

KILLS = 4
"""How often each command is killed."""

WRITER = """
import asyncio, sys
from contextlib import asynccontextmanager
from pathlib import Path

import numpy as np

from citeloom.actions.corpus import build
from citeloom.actions.corpus.opening import CorpusFolder
from citeloom.corpus import updating

updating.BATCH, updating.OPTIMISED_AFTER = 20, 3

class Embedder:
    name = "by length"
    async def dimensions(self): return 2
    async def embed(self, texts, use="text"):
        return np.array([[1.0, len(text)] for text in texts], np.float32)

class CorpusEmbedder:
    @asynccontextmanager
    async def opened(self): yield Embedder()

command, dump, folder = sys.argv[1], Path(sys.argv[2]), CorpusFolder(Path(sys.argv[3]))
act = build.build_corpus if command == "build" else build.update_corpus
print("ready", flush=True)
report = lambda standing, size: print(standing.line, flush=True)
asyncio.run(act(dump, folder, report, CorpusEmbedder()))
"""

READER = """
import sys
from pathlib import Path

import numpy as np

from citeloom.actions.corpus.opening import CorpusFolder

folder, end = CorpusFolder(Path(sys.argv[1])), Path(sys.argv[2])
print("ready", flush=True)
while not end.exists():
    store = folder.open_store()
    hits = store.by_words("Paper 3", 5)
    assert hits == [] or store.count()
    near = store.by_vector(np.array([1.0, 60.0], np.float32), 5)
    found = store.records([hit.record.id for hit in (*hits, *near)])
    assert all(record.abstract for record in found.values())
    assert folder.size
    store.close()
    print("read", flush=True)
"""


def line(name: int, **values: object) -> dict[str, object]:
    abstract = " ".join([f"It is {name}."] * 9)
    return {"id": f"p{name}", "title": f"Paper {name}", "abstract": abstract, **values}


def write_dump(path: Path, lines: Sequence[Mapping[str, object]]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return path


def start(script: str, *arguments: object) -> subprocess.Popen[str]:
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


def run_with_kills(command: str, dump: Path, folder: Path, chance: random.Random) -> None:
    """Run a command until it ends by itself, after it has been killed several times."""
    for _ in range(KILLS):
        writer = start(WRITER, command, dump, folder)
        assert writer.stdout is not None
        for _ in range(chance.randrange(4)):
            writer.stdout.readline()
        time.sleep(chance.uniform(0, 0.05))
        writer.send_signal(signal.SIGKILL)
        _, said = writer.communicate(timeout=60)
        assert (writer.returncode, said) == (-signal.SIGKILL, "")
    _, said = start(WRITER, command, dump, folder).communicate(timeout=120)
    assert said == ""


@contextmanager
def reader_of(folder: Path, end: Path) -> Iterator[None]:
    """Have another process read a corpus all the while."""
    reader = start(READER, folder, end)
    try:
        yield
        end.touch()
        out, said = reader.communicate(timeout=60)
        assert (reader.returncode, said) == (0, "")
        assert out.count("read\n") > 1
    finally:
        reader.kill()
        reader.communicate()


def check(folder: Path, lines: Sequence[Mapping[str, object]]) -> None:
    """Compare all of a corpus with the records that it should have."""
    expected = {
        str(line["id"]): Record(
            str(line["id"]), str(line["title"]), str(line["abstract"]), (), line.get("year")  # type: ignore[arg-type]
        )
        for line in lines
    }  # fmt: skip
    found = CorpusFolder(folder)
    store = found.open_store()
    records = [record for some in store.scan() for record in some]
    assert sorted(record.id for record in records) == sorted(expected)
    assert {record.id: record for record in records} == expected
    assert store.digests(list(expected)) == {name: own.digest for name, own in expected.items()}
    vectors = store.vectors(list(expected))
    assert vectors.keys() == expected.keys()
    for name, vector in vectors.items():
        assert np.array_equal(vector, [1.0, len(expected[name].text)])
    for name in list(expected)[::97]:
        assert name in {hit.record.id for hit in store.by_words(expected[name].title, 5)}
    assert not found.bookmark.file.exists()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize("seed", range(2))
def test_a_killed_update_goes_on_and_loses_no_record_while_another_process_reads(
    tmp_path: Path, seed: int
) -> None:
    chance, folder = random.Random(seed), tmp_path / "corpus"
    first = [line(name) for name in range(400)]
    run_with_kills("build", write_dump(tmp_path / "first", first), folder, chance)
    check(folder, first)
    second = [
        *(line(name, withdrawn=True) for name in range(0, 400, 40)),
        *(line(name, title=f"Paper {name} again", year=2020) for name in range(1, 400, 4)),
        *(line(name) for name in range(400, 600)),
    ]
    chance.shuffle(second)
    expected = {str(own["id"]): own for own in (*first, *second)}
    dump = write_dump(tmp_path / "second", second)
    with reader_of(folder, tmp_path / "end"):
        run_with_kills("update", dump, folder, chance)
    check(folder, [own for own in expected.values() if "withdrawn" not in own])
