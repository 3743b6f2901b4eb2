"""``citeloom revise``: the difference, what is written, and what is refused."""

import io
import json
from _thread import interrupt_main
from collections.abc import Callable
from pathlib import Path

import pytest
from written_drafts import change, written_draft

from endpoint_server import Behaviour, running
from model_project import configure

Run = Callable[..., tuple[int, str, str]]


class Typed(io.StringIO):
    """What a user types, in a terminal or into a pipe."""

    def __init__(self, text: str, *, in_terminal: bool) -> None:
        super().__init__(text)
        self._in_terminal = in_terminal

    def isatty(self) -> bool:
        return self._in_terminal


def two_stale(folder: Path) -> Path:
    main = written_draft(folder)
    change(main.with_name("refs.bib"), "grow well in the cold", "grow badly in the hot")
    change(main.with_name("refs.bib"), "count their rings", "count their leaves")
    return main


def test_check_says_what_is_stale_and_revise_mends_it(tmp_path: Path, run: Run) -> None:
    main = written_draft(tmp_path)
    change(main.with_name("refs.bib"), "grow well in the cold", "grow badly in the hot")
    _, out, _ = run("check", main)
    assert "main.tex:13: warning: this sentence no longer follows its sources: " in out
    assert "(rewrite it alone with citeloom revise) [stale]" in out
    before = main.read_bytes()
    code, out, err = run("revise", main)
    assert (code, main.read_bytes()) == (0, before)
    assert "-\\citet{elm} shows that elm trees grow well" in out
    assert "+\\citet{elm} shows that elm trees grow badly" in out
    assert "1 sentence rewritten from changed sources" in err
    code, out, err = run("revise", main, "--in-place")
    assert (code, out) == (0, "")
    assert "grow badly in the hot" in main.read_text("utf-8")
    assert "stale" not in run("check", main)[1]
    assert run("revise", main)[0] == 0


def test_a_line_and_what_is_done_there(tmp_path: Path, run: Run) -> None:
    main = written_draft(tmp_path)
    code, out, _ = run("revise", main, "--do", "compare", "--line", 12)
    assert code == 0 and "\n+While \\citet{ash}" in out
    code, _, err = run("revise", main, "--do", "compare", "--line", 14)
    assert code == 2 and "would change nothing here" in err
    code, _, err = run("revise", main, "--do", "compare", "--line", 99)
    assert code == 2 and "main.tex has no line 99" in err
    code, _, err = run("revise", main, "--do", "compare")
    assert code == 2 and "no position was given" in err


def test_a_model_is_asked_as_the_method_says_and_what_it_took_is_said(
    tmp_path: Path, run: Run
) -> None:
    main = written_draft(tmp_path)
    asked = ("revise", main, "--do", "sentence", "--line", 13, "--method", "zero-shot")
    with running() as server:
        configure(server)
        code, out, err = run(*asked, "--dry-run")
        assert (code, out, server.asked) == (0, "", [])
        assert "in all about 1 call" in err and "titles and abstracts of 1 reference" in err
        code, out, err = run(*asked)
        assert code == 0 and "-\\citet{elm} shows that elm trees" in out
        assert "zero-shot: rewrite" in err and "used: 1 call" in err
        assert len(server.asked) == 1
    before = main.read_bytes()
    code, _, err = run("revise", main, "--do", "compare", "--line", 12, "--dry-run")
    assert (code, main.read_bytes()) == (0, before) and "no model, nothing" in err


@pytest.mark.parametrize("in_terminal", [False, True])
def test_ctrl_c_keeps_what_is_done_and_writes_it_only_when_asked(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, in_terminal: bool
) -> None:
    main = two_stale(tmp_path)
    before, asked = main.read_bytes(), ("revise", main, "--method", "zero-shot", "--in-place")
    monkeypatch.setattr("sys.stdin", Typed("y\n", in_terminal=in_terminal))
    interrupts = True

    def says(question: str) -> str:
        if interrupts and "On Elm" in question:
            interrupt_main()
        sentence = {"text": "These trees grow by leaves [P1].", "cites": ["P1"]}
        return json.dumps({"paragraphs": [{"topic": "x", "sentences": [sentence]}]})

    with running(Behaviour(says=says)) as server:
        configure(server)
        code, out, err = run(*asked)
        assert code == 130 and "interrupted; finished parts are shown" in err
        assert "\n-\\citet{ash} plants ash trees" in out and "\n \\citet{elm} shows" in out
        assert "the sentence on line 13 stays as it is: cancelled" in err
        now = main.read_bytes()
        assert (b"count their rings" not in now) is in_terminal
        assert b"elm trees grow well" in now
        if not in_terminal:
            assert now == before and "nothing was written" in err
        interrupts, known = False, len(server.asked)
        assert run(*asked)[0] == 0
        assert "On Elm" in str(server.asked[-1]) and len(server.asked) == known + 1


def test_a_method_of_the_projects_file_sends_nothing_unasked(tmp_path: Path, run: Run) -> None:
    main = written_draft(tmp_path)
    main.with_name("citeloom.toml").write_text('method = "zero-shot"\n', "utf-8")
    with running() as server:
        configure(server, address="https://model.example.org/v1")
        code, out, err = run("revise", main, "--do", "paragraph", "--line", 13)
        assert (code, out) == (2, "") and "nothing was sent" in err
        change(main.with_name("refs.bib"), "grow well in the cold", "grow badly in the hot")
        code, out, err = run("revise", main)
        assert (code, out) == (2, "") and "nothing was sent" in err


def test_a_paragraph_is_told_from_another_point_of_view(tmp_path: Path, run: Run) -> None:
    main = written_draft(tmp_path)
    (line,) = (
        number
        for number, it in enumerate(main.read_text("utf-8").splitlines(), start=1)
        if "{elm} shows" in it
    )
    asked = ("revise", main, "--line", line, "--theme", "water needs")
    code, _, err = run(*asked)
    assert code == 2 and "'extractive' cannot follow a theme" in err
    code, _, err = run(*asked, "--do", "shorten")
    assert code == 2 and "'shorten' does not take a theme" in err
    code, _, err = run("revise", main, "--line", line, "--do", "theme")
    assert code == 2 and "no theme was given" in err
    code, _, err = run("revise", main, "--line", line, "--theme", "")
    assert code == 2 and "no theme was given" in err, "stale sentences were not meant"
    code, _, err = run("revise", main, "--theme", "water needs")
    assert code == 2 and "no position was given" in err
    with running() as server:
        configure(server)
        code, _, err = run(*asked, "--method", "zero-shot", "--dry-run")
        assert code == 0 and "the theme “water needs” is also sent" in err and not server.asked
        code, out, err = run(*asked, "--method", "zero-shot", "--yes")
        assert code == 0 and out.count("\n+") > 1
        assert "rewrite this paragraph from the point of view of “water needs”" in err


def test_entries_elsewhere_are_sent_for_all_stale_sentences_once_that_is_allowed(
    tmp_path: Path, run: Run
) -> None:
    main, library = two_stale(tmp_path / "paper"), tmp_path / "library.bib"
    main.with_name("refs.bib").rename(library)
    change(main, "{refs}", "{../library}")
    asked = ("revise", main, "--method", "zero-shot")
    with running() as server:
        configure(server)
        code, out, err = run(*asked)
        assert (code, out, server.asked) == (2, "", [])
        assert f"{library} lies outside the project" in err and "with --outside" in err
        code, out, err = run(*asked, "--outside")
        assert code == 0 and len(server.asked) == 2
        assert "2 sentences rewritten from changed sources" in err


def test_a_sentence_that_no_paper_supports_is_not_put_into_the_draft_unasked(
    tmp_path: Path, run: Run
) -> None:
    main = written_draft(tmp_path)
    before = main.read_bytes()
    line = main.read_text("utf-8")[: main.read_text("utf-8").index("{elm} shows")].count("\n") + 1
    said = "Bananas ripen faster beside apples in a bowl of glass [P1]."
    with running(Behaviour(says=lambda _: said)) as server:
        configure(server)
        asked = ("--do", "sentence", "--line", line, "--method", "zero-shot", "--in-place")
        code, out, err = run("revise", main, *asked)
    assert code == 1 and "Bananas" not in out
    assert "the abstract does not support this: " in err and "nothing was written" in err
    assert main.read_bytes() == before
