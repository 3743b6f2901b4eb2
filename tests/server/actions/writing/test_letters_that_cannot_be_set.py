"""A draft that compiled compiles afterwards, whatever letters its references hold."""

import asyncio
from pathlib import Path

from citeloom.actions.context import Context
from citeloom.actions.writing.task.plan import plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.write import Written, write
from projects import make_project, sample
from texlive import compile_project, needs_tex

PROJECT = sample("letters_that_cannot_be_set")


def written(folder: Path) -> Written:
    return asyncio.run(
        write(plan(WriteRequest(make_project(folder, PROJECT)), Context()), Context())
    )


def test_a_warning_names_sentence_and_letters(tmp_path: Path) -> None:
    found = written(tmp_path)
    letters = [warning for warning in found.result.warnings if "pdfLaTeX cannot typeset" in warning]
    assert len(letters) == 2
    assert any("м (U+043C)" in warning and "reads the word мир" in warning for warning in letters)
    assert any("中" in warning and "xeCJK" in warning for warning in letters)
    latex = found.rendered.latex
    assert "word mir and the sign $\\star$" in latex
    assert "knows [?] and naïve letters of files" in latex


@needs_tex
def test_the_draft_compiles_before_and_after(tmp_path: Path) -> None:
    main = make_project(tmp_path / "draft", PROJECT)
    before = compile_project(main, tmp_path / "before")
    found = asyncio.run(write(plan(WriteRequest(main), Context()), Context()))
    text = main.read_text("utf-8").replace("\\citep", f"{found.rendered.latex}\n\n\\citep")
    main.write_text(text, "utf-8")
    after = compile_project(main, tmp_path / "after")
    assert (before.errors, after.errors, after.pdf is not None) == ((), (), True)
