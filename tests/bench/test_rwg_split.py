"""The parts of the related-work sets: no paper on two sides, and what is judged is held out."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

from bench.shared.rwg_split import (
    Part,
    examples_in,
    is_for_tuning,
    parts,
    read_split,
    rwg_sets,
    write_parts,
)
from bench.writing.texts import JUDGED
from citeloom_lab.evaluation.reading import read_data_set

_SETS = {"multi": "multi_xscience_sample50", "rwsg": "rwsg_ccby10", "tdms": "tdms_rw_dev"}


def _judged() -> list[list[str]]:
    return [line.split("\t") for line in JUDGED.read_text("utf-8").splitlines()]


def _normal(text: str) -> str:
    return re.sub(r"\W+", "", text.lower())


def test_each_paper_is_listed_once() -> None:
    listed = [paper.paper for paper in read_split()]

    assert len(listed) == len(set(listed)) == 97
    assert {paper.part for paper in read_split()} == set(Part)


def test_no_title_is_on_both_sides() -> None:
    sides = defaultdict(set)
    for paper in read_split():
        if paper.title:
            sides[_normal(paper.title)].add(paper.part)

    assert sides
    assert all(len(found) == 1 for found in sides.values())


def test_no_draft_is_judged_twice() -> None:
    names = [name for _, name, _, _ in _judged()]

    assert len(names) == len(set(names))


def test_judged_texts_are_of_held_out_papers() -> None:
    listed = list(read_split())
    judged = 0
    for _, name, _, title in _judged():
        pool, _, number = name.partition(":")
        if pool in _SETS:
            paper = listed[int(number)]
            assert (paper.data_set, paper.title) == (_SETS[pool], title)
            assert paper.part is Part.HELD_OUT
            judged += 1

    assert judged == 36


def test_no_judged_title_of_another_pool_may_be_tuned_on() -> None:
    judged = {_normal(title) for *_, title in _judged() if title}
    tuned = {_normal(paper.title) for paper in read_split() if paper.part is Part.TUNING}

    assert len(judged) > 20
    assert judged.isdisjoint(tuned)


@pytest.mark.shared("rwg")
def test_list_is_that_of_the_data() -> None:
    examples = [example for each in rwg_sets() for example in each.examples]

    assert {example.paper for example in examples} == parts().keys()
    for example in examples:
        is_tuning = parts()[example.paper] is Part.TUNING
        assert is_tuning is is_for_tuning(example.draft.abstract)


@pytest.mark.shared("rwg")
def test_examples_of_the_parts_share_no_paper_and_no_abstract() -> None:
    sets = rwg_sets()
    tuning, held_out = (examples_in(part, sets) for part in Part)

    assert len(tuning) + len(held_out) == sum(len(each.examples) for each in sets) == 149
    for first in (
        lambda example: example.paper,
        lambda example: _normal(example.draft.abstract)[:100],
    ):
        assert {first(example) for example in tuning}.isdisjoint(map(first, held_out))


@pytest.mark.shared("rwg")
def test_parts_are_written_as_data_sets_of_their_own(tmp_path: Path) -> None:
    write_parts(tmp_path)
    written = {
        part: [read_data_set(path) for path in sorted((tmp_path / name).glob("*.jsonl"))]
        for part, name in ((Part.TUNING, "tuning"), (Part.HELD_OUT, "held-out"))
    }

    for part, sets in written.items():
        examples = [example for each in sets for example in each.examples]
        assert examples == examples_in(part, rwg_sets())


@pytest.mark.shared("rwg")
def test_paper_that_is_not_listed_is_in_no_part(monkeypatch: pytest.MonkeyPatch) -> None:
    sets = rwg_sets()
    known = {name: part for name, part in parts().items() if name != sets[0].examples[0].paper}
    monkeypatch.setattr("bench.shared.rwg_split.parts", lambda: known)

    with pytest.raises(KeyError):
        examples_in(Part.TUNING, sets)
