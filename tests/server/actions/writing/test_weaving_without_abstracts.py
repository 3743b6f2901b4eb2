"""Papers of which only the title is known are not woven in among others: they are named."""

from pathlib import Path

import pytest

from citeloom.actions.context import Context
from citeloom.actions.writing.weave_plan import WeaveRequest, plan_weave
from citeloom.problem import InputError
from projects import make_project, sample

PAPER = sample("weaving_without_abstracts")


def test_they_are_left_out_and_named(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)
    planned = plan_weave(WeaveRequest(main, ("oak", "elm", "yew")), Context())
    assert [paper.key for paper in planned.written.task.references] == ["elm"]
    assert planned.notes == ("left out, because no abstract was found: oak, yew",)


def test_one_that_is_asked_for_alone_is_told_by_its_title(tmp_path: Path) -> None:
    planned = plan_weave(WeaveRequest(make_project(tmp_path, PAPER), ("oak",)), Context())
    assert [paper.key for paper in planned.written.task.references] == ["oak"]


def test_where_nothing_is_known_of_any_that_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no abstract was found for oak, yew"):
        plan_weave(WeaveRequest(make_project(tmp_path, PAPER), ("oak", "yew")), Context())
