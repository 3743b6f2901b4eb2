"""The parts of ``../shared/data/rwg``: what choices may be made on, and what is only reported.

    python -m bench rwg_split FOLDER     writes the examples of each part into folders there

``rwg_split.tsv`` lists the citing papers of the three sets by `Example.paper`. Nothing of a method
is chosen or trained on papers that are held out. A paper is on one side by what its abstract is, as
in `bench.writing.texts`, whose judged texts are all of papers that are held out.
"""

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from bench.shared.data import RWG
from citeloom_lab.evaluation.example import DataSet, Example
from citeloom_lab.evaluation.reading import read_data_set

SPLIT = Path(__file__).with_name("rwg_split.tsv")


class Part(StrEnum):
    """What the examples of a paper may be used for."""

    TUNING = "tuning"
    HELD_OUT = "held out"


@dataclass(frozen=True, slots=True)
class SplitPaper:
    """A citing paper of a set, and the part that it is in; not every paper has a title."""

    data_set: str
    paper: str
    part: Part
    title: str


def read_split() -> Iterator[SplitPaper]:
    """Yield the papers of the list."""
    for line in SPLIT.read_text("utf-8").splitlines():
        data_set, paper, part, title = line.split("\t")
        yield SplitPaper(data_set, paper, Part(part), title)


@cache
def parts() -> Mapping[str, Part]:
    """Return the part of each citing paper."""
    return {listed.paper: listed.part for listed in read_split()}


def examples_in(part: Part, data_sets: Iterable[DataSet]) -> list[Example]:
    """Return the examples of a part; one of a paper that is not listed is an error."""
    return [
        example
        for data_set in data_sets
        for example in data_set.examples
        if parts()[example.paper] is part
    ]


def rwg_sets() -> list[DataSet]:
    """Return the three sets of related-work texts."""
    return [read_data_set(path) for path in sorted(RWG.glob("*.jsonl"))]


def is_for_tuning(abstract: str) -> bool:
    """Tell whether a paper may be used for choices; a hash of its abstract decides."""
    return hashlib.sha256(abstract.encode()).digest()[0] % 2 == 1


def write_parts(folder: Path) -> None:
    """Write the lines of each set into a folder for each part."""
    for part in Part:
        own = folder / part.replace(" ", "-")
        own.mkdir(parents=True, exist_ok=True)
        for path in sorted(RWG.glob("*.jsonl")):
            ids = {example.id for example in examples_in(part, [read_data_set(path)])}
            lines = path.read_text("utf-8").splitlines(keepends=True)
            chosen = [line for line in lines if json.loads(line)["id"] in ids]
            (own / path.name).write_text("".join(chosen), encoding="utf-8")


def main() -> None:
    write_parts(Path(sys.argv[1]))
