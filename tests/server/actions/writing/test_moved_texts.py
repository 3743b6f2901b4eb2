"""The text between our marks is found wherever its author moves it; there are never two."""

from collections.abc import Callable
from pathlib import Path

import pytest
from written_drafts import write_into

from citeloom.actions.checking.check import check
from citeloom.actions.context import Context
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.weave_plan import WeaveRequest, plan_weave
from citeloom.placing.marks import find_marks
from citeloom.problem import InputError
from projects import make_project
from texlive import compile_project, needs_tex

PROJECT = "\n".join(
    [
        "%! main.tex\n\\documentclass{article}\n\\title{Parsing}\n\\begin{document}",
        "\\begin{abstract}We read texts while they are typed.\\end{abstract}",
        "\\section{Introduction}\nTexts are read.\n",
        "\\section{Related Work}\n\n\\section{Method}\nOurs. As~\\cite{a,b,c}.",
        "\\bibliographystyle{plain}\n\\bibliography{refs}\n\\end{document}\n%! refs.bib",
        *(
            f"@article{{{key}, title={{Study {key} of parsing}}, author={{Smith{key}, Ann}},"
            f" year=2020, abstract={{We propose a parser of kind {key} that reads any text.}}}}"
            for key in "abcd"
        ),
    ]
)


def write_in(main: Path, section: str = "") -> None:
    write_into(WriteRequest(main, section=section))


def block_of(text: str) -> str:
    (block,) = find_marks(text)
    return block.span.of(text)


@pytest.fixture
def main(tmp_path: Path) -> Path:
    main = make_project(tmp_path, PROJECT)
    write_in(main)
    return main


def to_introduction(text: str) -> str:
    block = block_of(text)
    return text.replace(block, "").replace("\\section{Related", f"{block}\n\\section{{Related")


def cite_more(text: str) -> str:
    return text.replace("\\cite{a,b,c}", "\\cite{a,b,c,d}")


@pytest.mark.parametrize(
    "move",
    [
        to_introduction,
        lambda text: text.replace("{Related Work}", "{Where We Stand}"),
        lambda text: to_introduction(text).replace("\\section{Related Work}", ""),
        lambda text: text.replace("{Related Work}", "{Foundations}\n\\subsection{Notation}\nN."),
    ],
    ids=["moved", "renamed", "moved and gone", "renamed with a part"],
)
def test_it_is_written_where_it_stands(main: Path, move: Callable[[str], str]) -> None:
    main.write_text(cite_more(move(main.read_text())))
    before = main.read_text()
    write_in(main)
    after = main.read_text()
    assert "\\cite{d}" in block_of(after)
    assert after.replace(block_of(after), "") == before.replace(block_of(before), "")


@needs_tex
def test_a_moved_text_compiles_before_and_after(main: Path, tmp_path: Path) -> None:
    main.write_text(to_introduction(main.read_text()))
    before = compile_project(main, tmp_path / "before")
    main.write_text(cite_more(main.read_text()))
    write_in(main)
    after = compile_project(main, tmp_path / "after")
    assert (before.errors, after.errors, after.pdf is not None) == ((), (), True)


def test_it_is_found_in_a_file_that_the_section_takes_in(main: Path) -> None:
    text = cite_more(main.read_text())
    block = block_of(text)
    (main.parent / "rw.tex").write_text(block)
    main.write_text(text.replace(block, "As follows.\n\\input{rw}\n"))
    write_in(main)
    assert not find_marks(main.read_text())
    assert "\\cite{d}" in block_of((main.parent / "rw.tex").read_text())


def test_the_section_that_it_left_gets_no_second_one_by_its_name(main: Path) -> None:
    main.write_text(to_introduction(main.read_text()))
    with pytest.raises(InputError, match="text of 'Related Work' is now in 'Introduction'"):
        write_in(main, "Related Work")


def test_a_text_that_was_written_for_another_section_stays_there(main: Path) -> None:
    text = main.read_text()
    main.write_text(text.replace(block_of(text), ""))
    write_in(main, "Introduction")
    write_in(main)
    assert len(find_marks(main.read_text())) == 2


def forget_records(main: Path) -> None:
    records = list((main.parent / ".citeloom").glob("*.json"))
    assert records
    for record in records:
        record.unlink()


def test_a_text_without_its_record_is_not_taken_for_that_of_another_section(main: Path) -> None:
    text = main.read_text()
    main.write_text(text.replace(block_of(text), ""))
    write_in(main, "Introduction")
    forget_records(main)
    before = main.read_text()
    with pytest.raises(InputError, match=r"'Introduction' has a marked text.*'Related Work'"):
        write_in(main)
    assert main.read_text() == before
    write_in(main, "Related Work")
    first, second = find_marks(main.read_text())
    assert first.span.of(main.read_text()) == block_of(before)
    assert second.span.start > main.read_text().index("Related Work")


def test_a_text_without_its_record_is_written_where_there_is_no_other_place(main: Path) -> None:
    text = to_introduction(main.read_text()).replace("\\section{Related Work}", "")
    main.write_text(cite_more(text))
    forget_records(main)
    write_in(main)
    assert "\\cite{d}" in block_of(main.read_text())


def test_a_pasted_block_is_named(main: Path) -> None:
    text = main.read_text()
    block = block_of(text)
    main.write_text(text.replace("Ours.", f"Ours.\n{block}"))
    with pytest.raises(InputError, match=r"main\.tex:1\d: .* appears twice: it is also in line 10"):
        write_in(main)


@pytest.fixture
def twice(main: Path) -> Path:
    """A draft with the same text in two sections, which the author had written into both."""
    text = main.read_text()
    main.write_text(text.replace(block_of(text), "\\section{Studies}\n"))
    for section in ("Studies", "Related Work"):
        write_in(main, section)
    return main


def test_one_text_in_two_sections_is_not_called_pasted(twice: Path) -> None:
    text = twice.read_text()
    first, second = find_marks(text)
    assert first.content.of(text) == second.content.of(text)
    assert "broken-mark" not in {problem.rule for problem in check(twice, Context()).problems}
    for section in ("Studies", "Related Work"):
        write_in(twice, section)
        assert twice.read_text() == text


def weave_into(main: Path) -> None:
    plan_weave(WeaveRequest(main, ("d",)), Context())


@pytest.mark.parametrize("act", [write_in, weave_into], ids=["write", "weave"])
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text + "\n% <<<<<<< is fine here\n", ""),
        (lambda text: text.replace("Ours.", "<<<<<<< HEAD\nOurs.\n>>>>>>> b"), "unresolved merge"),
        (
            lambda text: text.replace("Ours.", "<<<<<<< HEAD\nOurs.\n>>>>>>> b").replace(
                "\n", "\r\n"
            ),
            "unresolved merge",
        ),
        (lambda text: text.replace("% citeloom:end", "% ended"), "no matching citeloom:end"),
        (lambda text: text.replace("Ours.", block_of(text)), "appears twice"),
    ],
    ids=["comment", "merge", "merge, line ends of Windows", "unpaired", "pasted"],
)
def test_writing_and_weaving_refuse_the_same(
    main: Path, act: Callable[[Path], None], change: Callable[[str], str], message: str
) -> None:
    main.write_text(changed := change(main.read_text()), newline="")
    if not message:
        act(main)
        return
    with pytest.raises(InputError, match=message):
        act(main)
    assert main.read_bytes() == changed.encode()
