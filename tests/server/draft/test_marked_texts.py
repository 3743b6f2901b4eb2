"""The texts between our marks in a project."""

import sys
from pathlib import Path

import pytest

from citeloom.draft.files import Files
from citeloom.draft.project import read_project
from citeloom.draft.section.marked_text import check_marks, marked_texts
from citeloom.draft.target import target_in
from projects import make_project


def block(number: int) -> str:
    return f"% citeloom:begin {number:010x} -- written\nA.\n% citeloom:end {number:010x}\n"


@pytest.mark.parametrize("between", ["", "\\subsection{S}\n", "\\input{x}\n", "\\verb|x|\n"])
def test_looking_for_many_marked_texts_takes_steps_by_their_number(
    between: str, tmp_path: Path
) -> None:
    def steps(number: int) -> int:
        body = "".join(between + block(at) for at in range(number))
        text = f"%! main.tex\n\\section{{Related Work}}\n{body}%! x.tex\n\n"
        project = read_project(make_project(tmp_path / str(number), text), Files())
        section, *_ = project.flow.sections
        count = 0

        def step(*_: object) -> None:
            nonlocal count
            count += 1

        sys.setprofile(step)
        try:
            found = marked_texts(project)
            check_marks(project, target_in(project.flow, section))
        finally:
            sys.setprofile(None)
        assert len(found) == number
        assert {text.section.section.level for text in found if text.section} == {
            1 + between.startswith("\\sub")
        }
        return count

    assert steps(160) < 6 * steps(40)
