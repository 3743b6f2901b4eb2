"""Ways out of a project's folder that its text, its names or its links make look like inside."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from attacks import runner
from covering import slow_after

from projects import make_project

VICTIM = "\\section{Related Work}\n\nWhat somebody else has written.\n"
BIB = """@article{lee, title = {Bees}, author = {Lee, Kim}, year = {2020}, abstract =
{We study how bees dance. We propose a camera for every bee. Bees dance more on warm days.}}
"""
HEAD = "\\documentclass{article}\n\\begin{document}\n\\section{Introduction}\nSee \\cite{lee}.\n"
END = "\n\\bibliography{refs}\n\\end{document}\n"


def project(folder: Path, inside: str = VICTIM, first: str = "") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "refs.bib").write_text(BIB)
    (folder / "main.tex").write_text(f"{first}{HEAD}{inside}{END}", "utf-8", newline="")
    return folder / "main.tex"


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refused(main: Path, victim: Path) -> None:
    """Assert that nothing is written, and that the file elsewhere is named."""
    before = files(victim.parent.parent)
    outcome = runner.citeloom("write", "main.tex", "--in-place", folder=main.parent)
    assert outcome.code == 2, outcome.printed
    assert str(victim) in outcome.err and "outside the project" in outcome.err
    assert files(victim.parent.parent) == before


@pytest.mark.parametrize(
    "inside",
    slow_after(
        5,
        [
            "\\subimport{../elsewhere/}{thesis}",
            "\\subinputfrom{../elsewhere/}{thesis}",
            "\\includefrom{../elsewhere/}{thesis}",
            "\\import*{../elsewhere/}{thesis}",
            "\\input ../elsewhere/thesis ",
            '\\include{"../elsewhere/thesis"}',
            "\\includeonly{../elsewhere/thesis}\\include{../elsewhere/thesis}",
            "\\input{%\n../elsewhere/thesis\n}",
            "\\input{./deep/../..//elsewhere/./thesis.tex }",
            "\\newcommand{\\up}{..}\\newcommand{\\two}{\\up/elsewhere}\\input{\\two/thesis}",
        ],
    ),
)
def test_a_way_out_that_tex_knows_is_refused(tmp_path: Path, inside: str) -> None:
    main = project(tmp_path / "stranger", inside)
    (main.parent / "deep").mkdir()
    make_project(tmp_path, f"%! elsewhere/thesis.tex\n{VICTIM}")
    refused(main, tmp_path / "elsewhere/thesis.tex")


@pytest.mark.parametrize(
    "comment",
    slow_after(
        3,
        [
            "%!TEX   root=../elsewhere/main.tex\n",
            "%\t!\tTeX\tROOT\t=\t../elsewhere/main.tex\t\n",
            '% !TEX root = "../elsewhere/main.tex"\r\n',
            "\ufeff% !TEX root = ../elsewhere/main\n",
            "\n\n%% !TEX root = ../elsewhere/./../elsewhere/main.tex\n",
            "% !TEX root = gone.tex\n% !TEX root = ../elsewhere/main.tex\n",
        ],
    ),
)
def test_a_root_elsewhere_is_refused_however_it_is_spaced(tmp_path: Path, comment: str) -> None:
    elsewhere = project(tmp_path / "elsewhere")
    refused(project(tmp_path / "stranger", first=comment), elsewhere)


@pytest.mark.parametrize(
    ("own", "other"),
    slow_after(
        3,
        [
            ("paper", "paper-private"),
            ("paper", "Paper"),
            ("caf\u00e9", "cafe\u0301"),
            ("paper", "paper "),
            ("paper", "paper\n"),
            ("a[b]*", "a[b]*c"),
        ],
    ),
    ids=ascii,
)
def test_a_folder_with_a_like_name_is_outside(tmp_path: Path, own: str, other: str) -> None:
    main = project(tmp_path / own, "\\input{there}")
    (victim := tmp_path / other / "thesis.tex").parent.mkdir()
    victim.write_text(VICTIM)
    (main.parent / "there.tex").symlink_to(victim)
    before = files(tmp_path)
    outcome = runner.citeloom("write", "main.tex", "--in-place", folder=main.parent)
    assert outcome.code == 2 and "outside the project" in outcome.err
    assert files(tmp_path) == before


def test_links_within_links_are_followed_to_their_end(tmp_path: Path) -> None:
    main = project(tmp_path / "stranger", "\\input{a/b/c}")
    (victim := tmp_path / "elsewhere/c.tex").parent.mkdir()
    victim.write_text(VICTIM)
    (main.parent / "a").symlink_to("x/../y")
    (main.parent / "x").mkdir()
    (main.parent / "y").symlink_to("./z/.")
    (main.parent / "z").mkdir()
    (main.parent / "z/b").symlink_to("../../elsewhere")
    refused(main, victim)


@pytest.mark.parametrize("marker", ["file", "link"])
def test_a_repository_that_is_said_to_be_elsewhere_is_not_the_project(
    tmp_path: Path, marker: str
) -> None:
    main = project(tmp_path / "stranger", "\\input{../elsewhere/thesis}")
    make_project(tmp_path, f"%! elsewhere/thesis.tex\n{VICTIM}")
    (tmp_path / "elsewhere/.git").mkdir()
    if marker == "file":
        (main.parent / ".git").write_text("gitdir: ../elsewhere/.git\n")
    else:
        (main.parent / ".git").symlink_to("../elsewhere/.git")
    refused(main, tmp_path / "elsewhere/thesis.tex")


def test_a_repository_around_the_home_is_not_the_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / ".git").mkdir()
    (tmp_path / "home/.git").mkdir(parents=True)
    main = project(tmp_path / "home/stranger", "\\input{../notes/thesis}")
    make_project(tmp_path, f"%! home/notes/thesis.tex\n{VICTIM}")
    refused(main, tmp_path / "home/notes/thesis.tex")


def test_a_hard_link_to_a_users_file_is_replaced_not_written_through(tmp_path: Path) -> None:
    main = project(tmp_path / "stranger", "\\input{part}")
    (victim := tmp_path / "elsewhere/thesis.tex").parent.mkdir()
    victim.write_text(VICTIM)
    os.link(victim, main.parent / "part.tex")
    outcome = runner.citeloom("write", "main.tex", "--in-place", folder=main.parent)
    assert outcome.code == 0, outcome.printed
    assert "Lee~\\cite{lee}" in (main.parent / "part.tex").read_text()
    assert victim.read_text() == VICTIM


def test_a_name_that_a_command_would_take_for_an_option_is_one(tmp_path: Path) -> None:
    main = project(tmp_path)
    for name in ("--in-place.tex", "-rf.tex", "@main.tex"):
        main.with_name(name).write_text(main.read_text())
    before = files(tmp_path)
    for name in ("--in-place.tex", "-rf.tex"):
        assert runner.citeloom("write", name, folder=tmp_path).code == 2
        outcome = runner.citeloom("write", "--", name, folder=tmp_path)
        assert outcome.code == 0 and "\\cite{lee}" in outcome.out
    assert runner.citeloom("check", "@main.tex", folder=tmp_path).code == 0
    assert files(tmp_path) == before


@pytest.mark.parametrize("command", slow_after(1, ["check", "write", "strip"]))
def test_a_folder_that_is_gone_is_an_error(tmp_path: Path, command: str) -> None:
    program = (
        "import os, sys; os.mkdir('gone'); os.chdir('gone'); os.rmdir('../gone');"
        "os.execv(sys.executable, [sys.executable, '-P', '-m', 'citeloom',"
        f" '{command}', 'main.tex'])"
    )
    outcome = runner.python(program, folder=tmp_path)
    assert outcome.code == 2 and "no longer exists" in outcome.err, outcome.printed


def test_a_file_that_changes_its_kind_while_it_is_read_is_no_endless_one(tmp_path: Path) -> None:
    program = """
import sys
from pathlib import Path
from citeloom.keeping.reading import read_file
texts = set()
reads = 0
# A busy machine may let no change happen during many reads.
while reads < 2_000 or len(texts) < 2:
    reads += 1
    try:
        texts.add(read_file(Path("part.tex"), 1000))
    except OSError as error:
        texts.add(type(error).__name__)
assert texts <= {b"text", b"", "UnreadFileError", "FileNotFoundError"}, texts
"""
    part = tmp_path / "part.tex"
    part.write_text("text")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "large").touch()
    os.truncate(tmp_path / "large", 20 << 30)
    reader = subprocess.Popen([sys.executable, "-c", program], cwd=tmp_path)
    changing = True

    def change() -> None:
        while changing:
            for target in ("pipe", "/dev/zero", "large"):
                (tmp_path / "next").symlink_to(target)
                (tmp_path / "next").rename(part)
            (tmp_path / "next").write_text("text")
            (tmp_path / "next").rename(part)

    thread = threading.Thread(target=change)
    thread.start()
    try:
        assert reader.wait(timeout=300) == 0
    finally:
        changing = False
        thread.join()
        reader.kill()
