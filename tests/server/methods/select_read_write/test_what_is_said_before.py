"""What an author is told before Select-Read-Write reads: the full texts that are missing."""

from dataclasses import replace

import pytest
from reading_samples import sample

from citeloom.methods.registry import method_named
from citeloom.methods.task import Surroundings

METHOD = method_named("select-read-write")


@pytest.mark.parametrize(
    ("with_text", "said"),
    [
        (
            0,
            "no full text was found on this computer, so only abstracts are used; "
            "fetch full texts first",
        ),
        (
            1,
            (
                "2 of 3 references have no full text on this computer and "
                "are read from the abstract alone"
            ),
        ),
        (
            2,
            (
                "1 of 3 references has no full text on this computer and "
                "is read from the abstract alone"
            ),
        ),
    ],
)
def test_missing_full_texts_are_counted(with_text: int, said: str) -> None:
    task, _ = sample(3, with_text)
    (notice,) = METHOD.notices(task, METHOD.parameters())
    assert notice.startswith(said)
    assert "fetch full texts to get" in notice


def test_those_that_arxiv_surely_has_are_counted() -> None:
    task, _ = sample(4, 1)
    first, *others = task.references
    named = [replace(paper, arxiv_id=f"2101.0000{at}") for at, paper in enumerate((first, *others))]
    task = replace(task, references=(*named[:3], others[-1]))
    (notice,) = METHOD.notices(task, METHOD.parameters())
    assert "3 of 4 references" in notice
    assert (
        "fetch full texts to get those on arXiv (2 of them, by their identifiers), in open access"
    ) in notice


def test_nothing_is_said_where_nothing_is_missing() -> None:
    task, _ = sample(3, 3)
    assert METHOD.notices(task, METHOD.parameters()) == ()
    bare = replace(task, surroundings=Surroundings())
    assert method_named("zero-shot").notices(bare, method_named("zero-shot").parameters()) == ()
