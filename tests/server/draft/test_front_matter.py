"""Titles and abstracts that stand in files of their own."""

from pathlib import Path

import pytest
from tabled import tabled

from citeloom.actions.context import Context, open_project
from citeloom.actions.suggesting.draft_sentences import (
    WHOLE_DRAFT,
    asked_sentence_at,
    asked_sentences,
)
from citeloom.actions.writing.waiting import made_from
from citeloom.draft.document import Document
from citeloom.draft.draft_text import draft_text
from citeloom.draft.files import Files
from citeloom.draft.project import read_project
from citeloom.methods.task import DraftText
from projects import make_project, sample

DRAFT = sample("front_matter")
WHOLE = "We watch bees dance in winter.\n\nThey dance slowly when it snows."


def project(folder: Path, abstract: str, title: str = "Bees") -> Path:
    return make_project(folder, DRAFT.replace("ABSTRACT", abstract).replace("TITLE", title))


def text_of(main: Path, closed: tuple[Path, ...] = ()) -> DraftText:
    return draft_text(read_project(main, Files()), (), closed)


@tabled(least=7)
def test_an_abstract_in_other_files_is_read(tmp_path: Path, abstract: str) -> None:
    text = text_of(project(tmp_path, abstract))
    assert (text.abstract, text.abstract_source) == (WHOLE, "abstract")


@pytest.mark.parametrize("title", [r"\input{title}", r"\input{title.tex} ", r"\include{title}"])
def test_a_title_in_another_file_is_read(tmp_path: Path, title: str) -> None:
    assert text_of(project(tmp_path, "", title)).title == "Bees of the north"


def test_a_title_is_one_line_whatever_files_it_stands_in(tmp_path: Path) -> None:
    assert (
        text_of(project(tmp_path, "", r"Songs: \input{title}")).title == "Songs: Bees of the north"
    )


def test_of_files_that_are_closed_nothing_is_taken(tmp_path: Path) -> None:
    text = text_of(
        project(tmp_path, r"\begin{abstract}\input{abs}\end{abstract}"), (tmp_path / "more.tex",)
    )
    assert text.abstract == "We watch bees dance in winter."


@tabled(least=5)
def test_what_is_taken_in_beside_the_text_is_none_of_it(tmp_path: Path, part: str) -> None:
    main = make_project(tmp_path, DRAFT.replace("Wasps sting at night too.", part + " sting."))
    (section, _) = text_of(main).sections
    assert "dance" not in section.text and section.text.endswith("sting.")


def test_a_file_that_takes_in_itself_is_read_once(tmp_path: Path) -> None:
    main = project(tmp_path, r"\begin{abstract}\input{abs}\end{abstract}")
    (tmp_path / "more.tex").write_text(r"They dance.\input{abs}\input{more}", "utf-8")
    assert text_of(main).abstract == "We watch bees dance in winter.\n\nThey dance."


def test_sentences_of_an_abstract_in_another_file_ask_for_no_references(tmp_path: Path) -> None:
    main = project(tmp_path, r"\begin{abstract}\input{abs}\end{abstract}")
    opened = open_project(main, Context())
    asked = asked_sentences(opened, WHOLE_DRAFT)
    assert [it.sentence.text for it in asked] == ["Wasps sting at night too."]
    more = opened.project.source(tmp_path / "more.tex")
    assert isinstance(more, Document) and asked_sentence_at(opened.project, more, 3) is None


@pytest.mark.parametrize(("name", "is_front"), [("more.tex", True), ("intro.tex", False)])
def test_a_text_is_made_from_the_files_of_the_abstract(
    tmp_path: Path, name: str, is_front: bool
) -> None:
    main = project(tmp_path, r"\begin{abstract}\input{abs}\end{abstract}\input{intro}")

    def hashed() -> str:
        opened = open_project(main, Context())
        target = opened.meant_section()
        assert target is not None
        return made_from(opened, target, (), ())

    before = hashed()
    path = tmp_path / name
    path.write_text(path.read_text("utf-8").replace("night", "noon").replace("slowly", "fast"))
    assert (hashed() != before) == is_front
