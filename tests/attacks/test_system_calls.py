"""A hostile folder has nothing written, connected to or started that its user did not ask for."""

import re
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from attacks import runner
from attacks.system_calls import STRACE, SystemCalls, system_calls, tracer
from attacks.test_pdfs_and_sources import READ, actions, escaping, filled_form

from citeloom.keeping.confined import landlock_version
from lsp_client import LspClient, position
from projects import make_project, sample

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(STRACE is None, reason="strace is not installed"),
]

FIXTURE = sample("system_calls")


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    """A server that the folder names everywhere, and that nobody may call."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield server


@pytest.fixture
def main(tmp_path: Path, listener: socket.socket) -> Path:
    """The draft of a hostile folder; what it points at lies beside the folder."""
    place = tmp_path / "elsewhere"
    place.mkdir()
    (place / "outside.tex").write_text("A secret of somebody else.\n")
    (place / "shared.bib").write_text("@misc{d, title = {Shared}}\n")
    port = str(listener.getsockname()[1])
    fixture = FIXTURE.replace("PLACE", str(place)).replace("PORT", port)
    main = make_project(tmp_path / "project", fixture)
    (main.parent / "linked.tex").symlink_to(place / "outside.tex")
    return main


@pytest.fixture
def own_folders(own_data_folder: Path, tmp_path: Path) -> tuple[Path, ...]:
    """Where citeloom may write by itself: its data, and what is nowhere."""
    return (own_data_folder, Path("/dev/null"), Path("/dev/tty"))


def command(*arguments: str, main: Path) -> tuple[SystemCalls, runner.Outcome]:
    record = main.parent.parent / "calls"
    outcome = runner.run([*tracer(record), *runner.CITELOOM, *arguments], main.parent)
    return system_calls(record), outcome


def strays(calls: SystemCalls, allowed: tuple[Path, ...]) -> set[Path]:
    """Return what was written to outside of these files and folders."""
    return {
        path
        for path in calls.written
        if not any(path == place or path.is_relative_to(place) for place in allowed)
    }


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "main.tex"), "3 keys cited"),
        (("show", "main.tex", "a"), "A Parser"),
        (("write", "main.tex"), r"\cite{a}"),
        (("write", "--dry-run", "main.tex"), "no model"),
    ],
)
def test_a_command_that_reads_writes_nothing_and_calls_nobody(
    arguments: tuple[str, ...], said: str, main: Path, own_folders: tuple[Path, ...]
) -> None:
    calls, outcome = command(*arguments, main=main)
    assert said in outcome.printed
    assert not strays(calls, own_folders)
    assert not calls.connected
    assert calls.started == {sys.executable}


def test_writing_in_place_touches_the_draft_and_its_records_alone(
    main: Path, own_folders: tuple[Path, ...]
) -> None:
    calls, outcome = command("write", "--in-place", "main.tex", main=main)
    assert "Ng" in main.read_text(), outcome.printed
    written = {path.parent for path in strays(calls, own_folders)}
    assert written == {main.parent, main.parent / ".citeloom"}
    assert not calls.connected
    assert calls.started == {sys.executable}


def test_a_linked_folder_of_records_is_not_written_to(
    main: Path, own_folders: tuple[Path, ...]
) -> None:
    (records := main.parent.parent / "elsewhere/.citeloom").mkdir()
    (main.parent / ".citeloom").symlink_to(records)
    calls, outcome = command("write", "--in-place", "main.tex", main=main)
    assert outcome.code == 2 and str(records) in outcome.err
    assert not strays(calls, own_folders)
    assert not calls.connected


@pytest.mark.parametrize("again", [False, True])
def test_what_was_allowed_outside_is_written_and_nothing_beside(
    again: bool, main: Path, own_folders: tuple[Path, ...]
) -> None:
    thesis = main.parent.parent / "elsewhere/thesis.tex"
    thesis.write_text("\\section{Related Work}\n\nWords of its author.\n")
    text = main.read_text().replace("\\section{Related Work}", f"\\input{{{thesis}}}")
    main.write_text(text)
    if again:
        (main.parent / "link.tex").symlink_to(thesis.parent / "outside.tex")
        runner.citeloom("write", "--in-place", "--outside", "main.tex", folder=main.parent)
    options = () if again else ("--outside",)
    more = ("--seed", "2", "--keys", "a") if again else ()
    calls, outcome = command("write", "--in-place", *options, *more, "main.tex", main=main)
    assert outcome.code == 0 and "citeloom:begin" in thesis.read_text(), outcome.printed
    written = {path.parent for path in strays(calls, own_folders)}
    assert written <= {thesis.parent, main.parent, main.parent / ".citeloom"}
    assert thesis.parent in written
    assert main.read_text() == text
    assert (thesis.parent / "outside.tex").read_text() == "A secret of somebody else.\n"
    assert not calls.connected
    assert calls.started == {sys.executable}


def test_an_editor_that_opens_hovers_and_writes_there_calls_nobody(
    main: Path, own_folders: tuple[Path, ...]
) -> None:
    record = main.parent.parent / "calls"
    text = main.read_text()
    with LspClient(tracer=tracer(record)) as client:
        client.initialize(main.parent)
        for name in ("main.tex", "refs.bib", "linked.tex"):
            client.open(main.parent / name)
        here = {"uri": main.as_uri()}
        for method in ("hover", "definition", "completion"):
            for mark in (r"\cite{a", r"\input{", r"\bibliography{refs"):
                place = position(text, text.index(mark) + len(mark))
                client.request(f"textDocument/{method}", {"textDocument": here, "position": place})
        for method in ("documentLink", "codeLens", "documentSymbol"):
            client.request(f"textDocument/{method}", {"textDocument": here})
        client.request(
            "workspace/executeCommand", {"command": "citeloom.write", "arguments": [here]}
        )
        client.leave()
    calls = system_calls(record)
    assert not strays(calls, own_folders)
    assert not calls.connected
    assert calls.started == {sys.executable}


@pytest.mark.skipif(landlock_version() < 1, reason="this system cannot confine a process")
@pytest.mark.parametrize(
    ("form", "paper"), [("PDF", actions()), ("PDF", filled_form()), ("LATEX", escaping())]
)
def test_what_parses_a_strangers_file_opens_its_libraries_alone(
    form: str, paper: bytes, tmp_path: Path
) -> None:
    (tmp_path / "paper").write_bytes(paper)
    (tmp_path / "read.py").write_text(READ)
    calls = "trace=%file,%network,execve,execveat,landlock_restrict_self"
    traced = [str(STRACE), "-f", "-qq", "-s", "4096", "-e", calls, "-o", str(tmp_path / "calls")]
    outcome = runner.run([*traced, sys.executable, "-P", "read.py", form, "paper"], tmp_path)
    assert '"read": true' in outcome.out, outcome.printed
    begun = re.search(
        r"^(\d+) +landlock_restrict_self", traces := (tmp_path / "calls").read_text(), re.M
    )
    assert begun, "it was not confined"
    of_it = re.findall(rf"^{begun[1]} +(\w+)\((.*)\) += (\d+)", traces[begun.end() :], re.M)
    opened = {re.findall(r'"([^"]*)"', given)[0] for name, given, _ in of_it if name == "openat"}
    assert len(opened) > 50
    assert {name for name, *_ in of_it} <= {"openat", "newfstatat", "stat", "readlink", "access"}
    assert not [given for _, given, _ in of_it if re.search("O_(WRONLY|RDWR|CREAT|TRUNC)", given)]
    libraries = (sys.prefix, sys.base_prefix, *filter(None, sys.path), "/usr", "/lib", "/etc/ld.so")
    assert not [it for it in opened if not it.startswith((*libraries, "/dev/null", "/proc/self"))]
