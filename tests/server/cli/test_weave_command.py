"""``citeloom weave``: the difference, what is written, what is not, and the exit codes."""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tabled import tabled

from answering import answer as stand_in_answer
from citeloom.placing.marks import find_marks
from citeloom.placing.sidecar import read_record
from endpoint_server import Behaviour, running
from model_project import configure
from projects import make_project, sample

Run = Callable[..., tuple[int, str, str]]


def entry(number: int, topic: str, more: str = "") -> str:
    return (
        f"@article{{key{number}, title={{A study of {topic} {number}}}, year=2020,\n"
        f" author={{Smith{number}, Ann}}, abstract={{We study {topic} of kind {number} in linear "
        f"time. {more} It reads any text on {topic} without an error.}}}}\n"
    )


PROJECT = (
    sample("weave_command_project")
    + "".join(entry(n, "parsing of malformed texts") for n in (0, 1, 2, 4, 5))
    + "".join(entry(n, "wheels of cars") for n in (3, 6))
)
WOVEN = re.compile(r"% citeloom:begin \w+ woven.*\n(.*)\n% citeloom:end \w+\n")


@pytest.fixture
def main(tmp_path: Path) -> Path:
    return make_project(tmp_path, PROJECT)


@pytest.fixture
def says(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Have the endpoint answer every question for a paragraph with this."""

    def says(paragraph: str) -> None:
        def answered(schema: Any, text: str, sample: int = 0) -> Any:
            return paragraph if schema is None else stand_in_answer(schema, text, sample)

        monkeypatch.setattr("endpoint_server.answer", answered)

    return says


def test_without_a_model_it_shows_a_difference_and_writes_nothing(run: Run, main: Path) -> None:
    before = main.read_bytes()
    code, out, err = run("weave", main, "key4", "key6")
    assert code == 0, err
    assert "method: extractive (no model, nothing leaves this machine)" in err
    assert "key4 into paragraph 1 of 2" in err
    assert "key6 into paragraph 2 of 2" in err
    added = [one[1:] for one in out.splitlines() if one.startswith("+Smith")]
    assert len(added) == 2
    assert "\\cite{key4}" in added[0] and "\\cite{key6}" in added[1]
    assert main.read_bytes() == before
    assert not (main.parent / ".citeloom").exists()


def test_in_place_it_only_adds_and_keeps_the_sources(run: Run, main: Path) -> None:
    before = main.read_text()
    code, out, err = run("weave", main, "key4", "--in-place")
    assert (code, out) == (0, ""), err
    after = main.read_text()
    assert WOVEN.sub("", after, count=1) == before
    (block,) = find_marks(after)
    record = read_record(main.parent / ".citeloom", block.id)
    assert record is not None
    (sentence,) = record.sentences()
    assert sentence.keys == ("key4",)
    assert sentence.evidence[0].key == "key4"
    assert "of kind 4" in sentence.evidence[0].sentence
    code, _, err = run("weave", main, "key4", "--in-place")
    assert code == 2
    assert "the section already cites 'key4'" in err
    assert run("strip", main)[0] == 0
    assert "citeloom" not in main.read_text()


def test_the_difference_can_be_applied_as_a_patch(run: Run, main: Path) -> None:
    if shutil.which("patch") is None:
        pytest.skip("there is no patch")
    _, out, _ = run("weave", main, "key4", "key6")
    run("weave", main, "key4", "key6", "--in-place")
    written = main.read_text()
    other = make_project(main.parent / "other", PROJECT)
    subprocess.run(["patch", str(other)], input=out, text=True, check=True, capture_output=True)
    assert other.read_text() == written


def test_the_user_names_paragraph_and_section(run: Run, main: Path) -> None:
    err = run("weave", main, "key4", "--paragraph", "2")[2]
    assert "key4 into paragraph 2 of 2" in err
    assert "key4 into paragraph 1 of 1" in run("weave", main, "key4", "--section", "method")[2]
    code, _, err = run("weave", main, "key4", "--paragraph", "3")
    assert code == 2
    assert "paragraph 3 does not exist: the section has 2" in err


@tabled(least=7)
def test_wrong_use_is_exit_2_and_changes_nothing(
    run: Run, main: Path, arguments: list[str], said: str
) -> None:
    before = main.read_bytes()
    code, out, err = run("weave", main, *arguments, "--in-place")
    assert (code, out) == (2, "")
    assert said in err
    assert main.read_bytes() == before


def test_an_empty_section_has_no_paragraph(run: Run, tmp_path: Path) -> None:
    start, rest = PROJECT.split("\\label{sec:rw}\n")
    main = make_project(tmp_path, start + rest[rest.index("\n\\section{Method}") :])
    code, _, err = run("weave", main, "key4")
    assert code == 2
    assert "no paragraph yet" in err


def test_a_model_is_asked_as_estimated_and_sees_the_paragraph_alone(
    run: Run, main: Path, says: Callable[..., None]
) -> None:
    says("Closer to ours, Smith4 [P4] learns from any text.")
    with running() as server:
        configure(server)
        code, out, err = run("weave", main, "key4", "--method", "chatcite", "--dry-run")
        assert (code, out, server.asked) == (0, "", [])
        assert "in all about 6 calls, 3 of them one after" in err
        assert "also sent: the paragraphs they are woven into" in err
        code, out, err = run("weave", main, "key4", "--method", "chatcite")
        assert code == 0, err
        assert len(server.asked) == 6
        sent = str(server.asked)
        err = run("weave", main, "key4", "--method", "chatcite", "--dry-run")[2]
        assert "in all 0 calls" in err
        # Three votes more; what was asked before is kept, though it is no key element.
        more = ("weave", main, "key4", "--method", "chatcite", "--set", "n_votes=6")
        err = run(*more, "--dry-run")[2]
        assert len(server.asked) == 6
        assert "in all about 3 calls, 1 of them one after" in err
        code, _, err = run(*more)
        assert len(server.asked) == 9
        code, _, err = run("weave", main, "key4", "--method", "chatcite")
        assert "used: 0 calls" in err
    assert "method: chatcite" in err
    assert "+Closer to ours, Smith4~\\cite{key4} learns from any text." in out
    assert "SECRETBODY" not in sent and "Roads end" not in sent
    assert "Parsing is simple [P3]." in sent


def test_what_the_model_adds_is_written_in_place(
    run: Run, main: Path, says: Callable[..., None]
) -> None:
    says("Parsing is simple [P3]. So does 50% & more [P4, P1].")
    before = main.read_text()
    with running() as server:
        configure(server)
        code, out, err = run("weave", main, "key4", "--method", "chatcite", "--in-place")
    assert (code, out) == (0, ""), err
    after = main.read_text()
    assert "So does 50\\% \\& more~\\cite{key4,key0}." in after
    kept = WOVEN.sub("", after, count=1)
    assert kept.split() == before.split()


def test_a_service_that_fails_is_exit_3_and_changes_nothing(run: Run, main: Path) -> None:
    before = main.read_bytes()
    with running(Behaviour(always="401")) as server:
        configure(server)
        code, out, _ = run("weave", main, "key4", "--method", "chatcite", "--in-place")
    assert (code, out) == (3, "")
    assert main.read_bytes() == before
