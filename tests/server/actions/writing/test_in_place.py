"""The example written in place: compiled, written twice, edited by its author, stripped."""

import asyncio
import re
import shutil
from pathlib import Path

import pytest

from citeloom.actions.context import Context
from citeloom.actions.writing.insert import insert_into_files
from citeloom.actions.writing.stored.made_texts import waiting_related_work
from citeloom.actions.writing.strip import strip
from citeloom.actions.writing.task.plan import plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.write import write
from citeloom.problem import InputError
from texlive import compile_project, needs_tex

EXAMPLES = Path(__file__).parents[4] / "examples"


@pytest.fixture
def example(tmp_path: Path) -> Path:
    shutil.copytree(EXAMPLES, tmp_path / "paper")
    return tmp_path / "paper" / "main.tex"


def write_in_place(main: Path, **options: object) -> bool:
    """Write into the section; tell whether its file has changed."""
    request = WriteRequest(main, **options)
    written = asyncio.run(write(plan(request, Context()), Context()))
    text = waiting_related_work(written, request)
    return bool(insert_into_files(text, written.plan.opened, written.plan.folder).edits)


def related(main: Path) -> Path:
    return main.parent / "sections/related.tex"


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_only_the_section_changes(example: Path) -> None:
    before = bytes_of(example.parent)
    assert write_in_place(example)
    after = bytes_of(example.parent)
    changed = {name for name in before if after[name] != before[name]}
    assert changed == {"sections/related.tex"}
    assert {name.split("/")[0] for name in after.keys() - before.keys()} == {".citeloom"}
    old, new = before["sections/related.tex"], after["sections/related.tex"]
    assert new.startswith(old.rstrip())
    assert b"\\citet{" in new


@pytest.mark.tex
@needs_tex
def test_it_compiles(example: Path, tmp_path: Path) -> None:
    write_in_place(example)
    log = compile_project(example, tmp_path / "build")
    assert not log.errors
    assert not log.undefined_citations


def test_written_twice_nothing_changes(example: Path) -> None:
    write_in_place(example)
    before = bytes_of(example.parent)
    assert not write_in_place(example)
    assert bytes_of(example.parent) == before


def test_an_edit_between_the_marks_survives(example: Path) -> None:
    write_in_place(example)
    path = related(example)
    lines = path.read_text("utf-8").splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if line.startswith("\\citet"))
    lines[at] = "I have read this one, and it is not what it says \\citep{xing2020automatic}.\n"
    lines.insert(at + 1, "A sentence of my own.\n")
    path.write_text("".join(lines), "utf-8")
    edited = path.read_bytes()
    assert not write_in_place(example)
    assert path.read_bytes() == edited


def test_what_the_author_wrote_is_kept_in_another_text(example: Path) -> None:
    write_in_place(example)
    path = related(example)
    text = path.read_text("utf-8")
    mine = "A sentence of my own."
    text = re.sub(r"(?m)^(\\citet.*\n)", lambda m: f"{m[1]}{mine}\n", text, count=1)
    path.write_text(text, "utf-8")
    write_in_place(example, words=600, seed=7)
    assert path.read_text("utf-8").count(mine) == 1


def test_a_deleted_sentence_stays_deleted(example: Path) -> None:
    write_in_place(example)
    path = related(example)
    lines = path.read_text("utf-8").splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if line.startswith("\\citet"))
    deleted = lines.pop(at)
    path.write_text("".join(lines), "utf-8")
    write_in_place(example)
    assert deleted not in path.read_text("utf-8")


def test_strip_leaves_the_sentences_alone(example: Path) -> None:
    write_in_place(example)
    text = related(example).read_text("utf-8")
    kept = [line for line in text.splitlines() if "citeloom:" not in line]
    plan, _ = strip(example, Context())
    assert [path.name for path in plan.edits] == ["related.tex"]
    assert related(example).read_text("utf-8").splitlines() == kept
    assert not (example.parent / ".citeloom").exists()


def test_without_a_section_nothing_is_written(example: Path) -> None:
    related(example).write_text("% nothing here yet\n", "utf-8")
    before = bytes_of(example.parent)
    with pytest.raises(InputError, match="section"):
        write_in_place(example)
    assert bytes_of(example.parent) == before
