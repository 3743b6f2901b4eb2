"""Processes that build and update a corpus are killed at any moment, while another one reads it."""

import json
import random
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, nullcontext
from pathlib import Path

import pytest
from corpus_papers import in_corpus
from milvus_server import running_milvus

from citeloom.papers.paper import Paper
from killed_corpus import Writers

KILLS = 4
"""How often each command is killed."""


def line(name: int, **values: object) -> dict[str, object]:
    abstract = " ".join([f"It is {name}."] * 9)
    return {"id": f"p{name}", "title": f"Paper {name}", "abstract": abstract, **values}


def write_dump(path: Path, lines: Sequence[Mapping[str, object]]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return path


def records_of(lines: Iterable[Mapping[str, object]]) -> dict[str, Paper]:
    return {
        str(line["id"]): in_corpus(
            str(line["id"]), str(line["title"]), str(line["abstract"]), year=line.get("year")
        )
        for line in lines
        if "withdrawn" not in line
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize("seed", range(2))
# So many that SQLite, which writes a batch in two milliseconds, is never done before it is killed.
@pytest.mark.parametrize(
    ("is_shared", "many"), [(True, 8_000), (False, 400)], ids=["SQLite", "Milvus Lite"]
)
def test_a_killed_update_goes_on_and_loses_no_record_while_another_process_reads(
    tmp_path: Path, is_shared: bool, many: int, seed: int
) -> None:
    with ExitStack() as opened:
        place = str(tmp_path / "corpus")
        if not is_shared:
            place = str(opened.enter_context(running_milvus(tmp_path / "milvus")))
        _be_killed(tmp_path, place, many, random.Random(seed), is_shared=is_shared)


def _be_killed(
    tmp_path: Path, place: str, many: int, chance: random.Random, *, is_shared: bool
) -> None:
    writers = Writers(place, batch=20, optimised_after=3, width=8, steps=4)
    first = [line(name) for name in range(many)]
    writers.run_with_kills(write_dump(tmp_path / "first", first), KILLS, chance)
    expected = records_of(first)
    writers.check(expected, list(expected)[::97])
    second = [
        *(line(name, withdrawn=True) for name in range(0, many, 40)),
        *(line(name, title=f"Paper {name} again", year=2020) for name in range(1, many, 4)),
        *(line(name) for name in range(many, many + many // 2)),
    ]
    chance.shuffle(second)
    dump = write_dump(tmp_path / "second", second)
    with writers.reader("Paper 3", tmp_path / "end") if is_shared else nullcontext():
        writers.run_with_kills(dump, KILLS, chance)
    expected = records_of({str(own["id"]): own for own in (*first, *second)}.values())
    writers.check(expected, list(expected)[::97])
