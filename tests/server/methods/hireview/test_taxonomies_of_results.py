"""What a result's taxonomy has to hold, and what the task's own one changes."""

from dataclasses import replace

import pytest

from citeloom.methods.hireview.taxonomy import Taxonomy, Topic
from citeloom.methods.port import MethodFault
from citeloom.methods.result import Result
from citeloom.methods.task import DraftText, WritingTask
from citeloom.methods.verify import verify
from citeloom.papers.paper import Paper

TASK = WritingTask(DraftText("", "", "nothing"), (Paper("a"), Paper("b")))


def result(*topics: Topic) -> Result:
    return Result((), uncited=("a", "b"), taxonomy=Taxonomy(topics))


@pytest.mark.parametrize("papers", [("a",), ("a", "b", "c")], ids=["one is lost", "one more"])
def test_it_loses_no_paper_and_has_no_other(papers: tuple[str, ...]) -> None:
    verify(result(Topic("A", ("a",)), Topic("B", ("b",))), TASK)
    with pytest.raises(MethodFault):
        verify(result(Topic("A", papers)), TASK)


def test_a_task_with_another_taxonomy_is_another_task() -> None:
    given = replace(TASK, taxonomy=Taxonomy((Topic("A", ("a", "b")),)))
    other = replace(TASK, taxonomy=Taxonomy((Topic("B", ("a", "b")),)))
    assert len({TASK.digest, given.digest, other.digest}) == 3
