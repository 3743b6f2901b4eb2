"""The groups of authors, as the benchmark of grouping takes them from their texts."""

import pytest

from bench.writing.grouping import agreement, arrangements, pair_f1
from citeloom.methods.result import CitationMark
from citeloom.methods.task import DraftText
from citeloom.papers.paper import Paper
from citeloom_lab.evaluation.example import Example

PARSING = [
    Paper(f"p{n}", title=f"Dependency parsing {n}", abstract=f"Parsing of trees {n} is studied.")
    for n in range(3)
]
IMAGES = [
    Paper(f"i{n}", title=f"Image captions {n}", abstract=f"Captions of images {n} are studied.")
    for n in range(3)
]


def example(name: str, *gold: str | CitationMark) -> Example:
    return Example(name, "paper", DraftText("T", "A", "abstract"), (*PARSING, *IMAGES), gold)


def cite(*papers: Paper) -> CitationMark:
    return CitationMark(tuple(paper.id for paper in papers))


def test_paragraphs_and_examples_of_a_paper_are_its_groups() -> None:
    first = example("a", "Trees", cite(*PARSING[:2]), ".\nCaptions", cite(IMAGES[0]), ".")
    second = example("b", "More", cite(PARSING[0], IMAGES[1]), ".")

    (found,) = arrangements([first, second])

    assert [paper.title for paper in found.references] == [
        "Dependency parsing 0",
        "Dependency parsing 1",
        "Image captions 0",
        "Image captions 1",
    ]
    one, same, other, last = found.paragraphs
    assert one == same
    assert len({one, other, last}) == 3


def test_one_paragraph_says_nothing_of_groups() -> None:
    assert list(arrangements([example("a", "All", cite(*PARSING, *IMAGES), ".")])) == []


def test_agreement_counts_pairs_that_share_a_group() -> None:
    (found,) = arrangements(
        [example("a", "Trees", cite(*PARSING), "."), example("b", "Captions", cite(*IMAGES), ".")]
    )

    # Six papers make one group, which has 15 pairs, 6 of them the authors'.
    assert agreement(found) == pytest.approx(200 * 6 / (15 + 6))


@pytest.mark.parametrize(
    ("found", "true", "f1"),
    [
        ([0, 0, 1, 1], [2, 2, 3, 3], 1.0),
        ([0, 0, 0, 0], [2, 2, 3, 3], 2 * 2 / (6 + 2)),
        ([0, 1, 2, 3], [2, 2, 3, 3], 0.0),
        ([0, 0, 0, 1], [2, 2, 3, 3], 2 * 1 / (3 + 2)),
        ([0, 1, 2, 3], [2, 3, 4, 5], 1.0),
    ],
)
def test_pair_f1_by_hand(found: list[int], true: list[int], f1: float) -> None:
    assert pair_f1(found, true) == pytest.approx(f1)
