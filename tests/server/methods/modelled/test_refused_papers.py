"""Papers that a model refuses: which ones they are is found, and no other is lost."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.methods.modelled.refused import MOST, Refused, ask_around
from citeloom.models.port import RefusedError
from modelled_runs import task

PAPERS = task(9).references
numbers = st.sets(st.integers(0, 8), max_size=4)


class Objecting:
    """Refuses questions that show the texts of some papers, or even the titles of others."""

    def __init__(self, texts: set[int], titles: set[int]) -> None:
        self.texts, self.titles, self.asked = texts, titles, 0

    async def __call__(self, refused: Refused) -> list[str]:
        self.asked += 1
        shown = refused.shown(PAPERS)
        bad = [
            paper
            for paper in shown
            if self.number(paper.id) in self.titles
            or (paper.abstract and self.number(paper.id) in self.texts)
        ]
        if bad or not shown:
            raise RefusedError("no", "")
        return [paper.id for paper in shown]

    def number(self, paper: str) -> int:
        return [own.id for own in PAPERS].index(paper)


def ask(objecting: Objecting) -> tuple[Refused, list[str]]:
    refused = Refused()
    return refused, asyncio.run(ask_around(PAPERS, refused, objecting))


@given(numbers, numbers)
def test_those_that_are_refused_are_found_and_no_others(texts: set[int], titles: set[int]) -> None:
    if len(texts | titles) > MOST or {0, 8} <= titles:
        return
    objecting = Objecting(texts, titles)
    refused, shown = ask(objecting)
    assert {objecting.number(paper) for paper in refused.left_out} == titles
    assert {objecting.number(paper) for paper in refused.by_title} == texts | titles
    assert len(shown) == len(PAPERS) - len(titles)
    assert objecting.asked <= 1 + 10 * len(texts | titles)


def test_one_refused_paper_costs_few_questions() -> None:
    objecting = Objecting({5}, set())
    ask(objecting)
    # The question, all by their titles, three or four halves, and the question without it.
    assert objecting.asked <= 7


def test_a_model_that_refuses_everything_is_found_out_soon() -> None:
    objecting = Objecting(set(), set(range(9)))
    with pytest.raises(RefusedError):
        ask(objecting)
    assert objecting.asked == 4


def test_what_was_refused_once_is_not_shown_again() -> None:
    refused = Refused([PAPERS[1].id, PAPERS[2].id], [PAPERS[2].id])
    objecting = Objecting({1}, {2})
    asyncio.run(ask_around(PAPERS, refused, objecting))
    assert objecting.asked == 1
    assert [line.split(":")[0] for line in refused.warnings(PAPERS)] == ["key1", "key2"]
