"""A section in the file that takes the next section in: its text stays before that file."""

from pathlib import Path

import pytest

from citeloom.actions.context import Context, open_project
from citeloom.draft.target import target_in
from citeloom.placing.section_end import end_of_own_text
from projects import make_project, sample

DRAFT = sample("section_before_next_file")


@pytest.mark.parametrize("own", ["", "Words of the author.\n"], ids=["empty", "with words"])
def test_its_text_stands_before_the_file_of_the_next_section(tmp_path: Path, own: str) -> None:
    opened = open_project(make_project(tmp_path, DRAFT.replace("OWN", own)), Context())
    target = target_in(opened.project.flow, opened.related_work[0])
    assert target.document.path.name == "main.tex"
    end = end_of_own_text(target.document.text, target.section, target.document.facts)
    before, after = target.document.text[:end], target.document.text[end:]
    assert before.rstrip().endswith(own.strip() or "{Related Work}")
    assert after.lstrip().startswith("\\input{method}")
