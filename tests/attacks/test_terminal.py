"""Nothing of a stranger's text acts on the terminal that citeloom prints to."""

import errno
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from attacks import runner
from covering import covering, slow_after

from projects import make_project

BELL, ESCAPE = "\x07", "\x1b"
COLOUR = f"{ESCAPE}[2J{ESCAPE}[31m"
LINK = f"{ESCAPE}]8;;https://evil.example{BELL}click{ESCAPE}]8;;{BELL}"
CLIPBOARD = f"{ESCAPE}]52;c;cm0gLXJmIH4={BELL}"
EIGHT_BITS = "\x9b31m\x9d52;c;eA==\x9c"
RUBBED_OUT = "bad\b\b\bgood\x7f\rover"
TURNED = "\u202egpj.\u2066exe\u2069"
LINE = "end\nerror: forged"
ALL = {
    "colour": COLOUR,
    "link": LINK,
    "clipboard": CLIPBOARD,
    "eight bits": EIGHT_BITS,
    "rubbed out": RUBBED_OUT,
    "turned": TURNED,
    "line": LINE,
}
EVERYTHING = " ".join(ALL.values())

ACTS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
# What our own status line is made of.
STATUS = re.compile("\r\x1b\\[K")
FORGED = re.compile("(?m)^error: forged")


def project(folder: Path, text: str, main: str = "main.tex") -> Path:
    """Make a project with a stranger's text in its title, abstract, authors, headings and keys."""
    spaced = text.replace("\n", " ")
    make_project(
        folder,
        f"""
%! main.tex
\\title{{A {text} title}}
\\begin{{document}}
\\section{{In {text} troduction}}
Parsing is hard~\\cite{{smith20, missing{spaced}, other}}.
\\section{{Related Work}}
Words of the {spaced} author.
\\bibliography{{refs, gone{spaced}}}
\\end{{document}}
%! refs.bib
@article{{smith20, title={{A Citation {text} Parser}}, author={{Smith, {text} Ann}}, year=2020,
  journal={{J {text}}}, keywords={{k {text}}}, note={{n {text}}},
  doi={{10.1234/x{spaced.replace(" ", "")}}}, file={{:paper{spaced}.pdf:PDF}},
  abstract={{We propose a parser {text} for citations. It reads {text} any text in linear time.
  Experiments on ten corpora show that it is faster {text} than three other parsers.}}}}
@article{{other, title={{Other {text}}}, author={{Doe, Jo}}, year=2019,
  abstract={{We show that {text} graphs are trees. Our method finds {text} them all.}}}}
@article{{dup{spaced}, title={{One}}}}
@article{{dup{spaced}, title={{Two}}}}
@article{{broken{spaced}, title={{
""",
    )
    return (folder / "main.tex").rename(folder / main)


def is_plain(printed: str) -> bool:
    return ACTS.search(printed) is None and FORGED.search(printed) is None


@pytest.mark.parametrize(
    "command",
    [
        ("check",),
        ("show", "smith20"),
        ("fetch", "--offline"),
        ("write",),
        ("write", "--dry-run"),
        ("weave", "other", "--dry-run"),
    ],
    ids=" ".join,
)
def test_a_project_with_hostile_texts_in_every_field(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    main = project(tmp_path, EVERYTHING)
    name, *rest = command
    outcome = runner.citeloom(name, main, *rest, folder=tmp_path)
    assert is_plain(outcome.printed), outcome.printed
    assert outcome.code != 70, outcome.printed


@pytest.mark.parametrize("command", ["check", "fetch --offline", "write"])
def test_json_is_json_and_says_the_same(tmp_path: Path, command: str) -> None:
    main = project(tmp_path, f"{TURNED}{EIGHT_BITS}")
    name, *rest = command.split()
    outcome = runner.citeloom(name, main, *rest, "--json", folder=tmp_path)
    assert is_plain(outcome.printed), outcome.printed
    said = json.loads(outcome.out)
    assert TURNED in json.dumps(said, ensure_ascii=False) or name == "write"


@pytest.mark.parametrize("kind", slow_after(2, ALL))
def test_names_of_files_and_folders(tmp_path: Path, kind: str) -> None:
    name = ALL[kind].replace("/", "_")
    folder = tmp_path / f"a {name} folder"
    folder.mkdir()
    main = project(folder, "harmless", main=f"m {name}.tex")
    for command in ("check", "strip"):
        outcome = runner.citeloom(command, main, folder=tmp_path)
        assert outcome.code < 2 and is_plain(outcome.printed), outcome.printed


def test_a_file_that_is_written_into_and_one_that_is_missing(tmp_path: Path) -> None:
    name = EVERYTHING.replace("/", "_")
    main = project(tmp_path, "harmless", main=f"m {name}.tex")
    outcome = runner.citeloom("write", main, "--in-place", folder=tmp_path)
    assert outcome.code == 0 and is_plain(outcome.printed), outcome.printed
    missing = runner.citeloom("check", f"gone {name}.tex", folder=tmp_path)
    assert missing.code == 2 and is_plain(missing.printed), missing.printed


@pytest.mark.parametrize(
    "arguments", [["check", "a", "TEXT"], ["TEXT"], ["write", "a", "--words=TEXT"]]
)
def test_a_usage_error_that_says_an_argument_again(tmp_path: Path, arguments: list[str]) -> None:
    given = [argument.replace("TEXT", EVERYTHING) for argument in arguments]
    outcome = runner.citeloom(*given, folder=tmp_path)
    assert outcome.code == 2 and is_plain(outcome.printed), outcome.printed


def test_a_setting_of_the_project(tmp_path: Path) -> None:
    main = project(tmp_path, "harmless")
    setting = json.dumps(EVERYTHING).replace("\x7f", "\\u007f")
    (tmp_path / "citeloom.toml").write_text(f"method = {setting}\n{setting} = {setting}\n", "utf-8")
    outcome = runner.citeloom("check", main, folder=tmp_path)
    assert is_plain(outcome.printed), outcome.printed


def test_a_traceback_that_a_user_asked_for(tmp_path: Path) -> None:
    program = f"""
import sys
from citeloom.cli import main
from citeloom.cli.console import guard_streams
guard_streams()
error = ValueError({EVERYTHING!r})
sys.excepthook(ValueError, error, None)
"""
    printed = runner.python(program, folder=tmp_path).printed
    assert "ValueError" in printed and ACTS.search(printed) is None


def test_a_record_in_the_log_of_the_server_is_one(tmp_path: Path) -> None:
    program = f"""
import logging, sys
from citeloom.cli.console import guard_streams
from citeloom.lsp.server import LogFormatter
guard_streams()
handler = logging.StreamHandler(sys.stderr)
handler.setFormatter(LogFormatter())
logging.basicConfig(handlers=[handler])
logging.getLogger("citeloom").warning("%s", {EVERYTHING!r})
"""
    printed = runner.python(program, folder=tmp_path).printed
    assert "forged" in printed and is_plain(printed)


@pytest.mark.parametrize("command", [("write",), ("weave", "other"), ("show", "smith20")])
def test_on_a_terminal_source_is_visible_too(tmp_path: Path, command: tuple[str, ...]) -> None:
    main = project(tmp_path, EVERYTHING)
    name, *rest = command
    printed = on_a_terminal(tmp_path, name, str(main), *rest)
    assert printed
    assert ACTS.search(STATUS.sub("", printed)) is None, printed


@pytest.mark.parametrize(
    ("kind", "bib"),
    covering(ALL, ["@article{a, title EVIL {x}}", "@article{a EVIL = {x}}", "@EVIL{"]),
)
def test_the_excerpt_of_a_broken_entry(tmp_path: Path, kind: str, bib: str) -> None:
    broken = bib.replace("EVIL", ALL[kind].replace("\n", " "))
    make_project(tmp_path, f"%! main.tex\n\\cite{{a}}\\bibliography{{r}}\n%! r.bib\n{broken}\n")
    outcome = runner.citeloom("check", "main.tex", folder=tmp_path)
    assert re.search(
        r"\[broken-entry\]|undefined citation key 'a'|r\.bib has no entries", outcome.out
    )
    assert is_plain(outcome.printed), outcome.printed


def test_a_section_that_is_not_there(tmp_path: Path) -> None:
    main = project(tmp_path, EVERYTHING.replace("\n", " ").replace("\r", " "))
    outcome = runner.citeloom("write", main, "--section", EVERYTHING, folder=tmp_path)
    assert outcome.code == 2 and "has no section" in outcome.printed
    assert is_plain(outcome.printed), outcome.printed


def test_bytes_that_are_signs_in_another_encoding(tmp_path: Path) -> None:
    make_project(tmp_path, "%! main.tex\n\\bibliography{r}\n%! r.bib\n@misc{a, title = {A}}\n")
    (tmp_path / "main.tex").write_bytes(b"\\cite{x\x9b2Jy\xe9}\n\\bibliography{r}\n")
    outcome = runner.citeloom("check", "main.tex", folder=tmp_path)
    assert outcome.code == 1 and "x\\u009b2Jy" in outcome.printed
    assert is_plain(outcome.printed), outcome.printed


def test_a_difference_in_a_pipe_keeps_every_byte(tmp_path: Path) -> None:
    main = project(tmp_path, f"{TURNED}{EIGHT_BITS}")
    outcome = runner.citeloom("write", main, "--in-place", "--keys", "smith20", folder=tmp_path)
    assert outcome.code == 0, outcome.printed
    outcome = runner.citeloom("weave", main, "other", folder=tmp_path)
    assert "Words of the" in outcome.out
    assert f"{TURNED}{EIGHT_BITS}" in outcome.out
    assert is_plain(outcome.err)


def on_a_terminal(folder: Path, *arguments: str) -> str:
    """Run citeloom with a terminal as its output and its errors; return what that got."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "citeloom", *arguments],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    got = b""
    try:
        while piece := os.read(ours, 1 << 16):
            got += piece
    except OSError as error:
        if error.errno != errno.EIO:  # So Linux says that nobody writes to it any more.
            raise
    os.close(ours)
    assert process.wait(timeout=300) != 70
    return got.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
