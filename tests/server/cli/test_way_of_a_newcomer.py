"""A newcomer with a .bib file without abstracts, in a terminal: no command is a dead end."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from newcomer import known_papers, make_library, make_paper, write_settings

from services.acl_anthology_service import AclAnthologyService, AnthologyPaper, packed
from services.running import running


@dataclass(frozen=True)
class Printed:
    """What a command printed, and its exit status."""

    code: int
    out: str
    err: str


class Terminal:
    """Runs commands in the folder of a paper, with a home of its own."""

    def __init__(self, folder: Path, run: Callable[..., tuple[int, str, str]]) -> None:
        self._run = run
        self.home = folder / "home"
        self.home.mkdir()
        self.main = make_paper(folder / "paper")
        self.config = self.home / "config.toml"
        nobody = "http://127.0.0.1:9"
        names = ("s2", "arxiv", "crossref", "openalex")
        write_settings(self.config, dict.fromkeys(names, nobody))

    def run(self, command: str, *given: str) -> Printed:
        """Run a command on the paper."""
        return self.call(command, "main.tex", *given)

    def call(self, command: str, *given: str) -> Printed:
        return Printed(*self._run(*command.split(), *given))

    @property
    def related(self) -> str:
        return (self.main.parent / "sections/related.tex").read_text(encoding="utf-8")


@pytest.fixture
def terminal(
    tmp_path: Path, run: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> Terminal:
    terminal = Terminal(tmp_path, run)
    monkeypatch.chdir(terminal.main.parent)
    monkeypatch.setenv("HOME", str(terminal.home))
    monkeypatch.setenv("CITELOOM_CONFIG", str(terminal.config))
    monkeypatch.setenv("CITELOOM_DATA", str(terminal.home / "data"))
    return terminal


def test_offline_without_zotero_there_is_an_outline_and_the_next_steps(terminal: Terminal) -> None:
    done = terminal.run("write", "--in-place")
    assert done.code == 0, done.err
    assert "written from titles alone" in terminal.related
    assert "\\cite" in terminal.related
    assert "no Zotero library found on this machine, and no service has answered yet" in (done.err)
    assert "citeloom fetch main.tex" in done.err
    assert 'zotero = "FOLDER"' in done.err


def test_fetching_offline_says_each_reason_once_and_what_helps(terminal: Terminal) -> None:
    done = terminal.run("fetch")
    assert done.code == 3
    assert done.err.count("cannot be reached; is this machine online?") == 1
    assert "citeloom write main.tex" in done.err
    assert "citeloom fetch main.tex" not in done.err


def test_offline_with_zotero_the_text_is_from_abstracts(terminal: Terminal) -> None:
    make_library(terminal.home / "Zotero")
    terminal.config.write_text('zotero = "auto"\n', encoding="utf-8")
    done = terminal.run("write", "--in-place")
    assert done.code == 0, done.err
    assert "written from the papers cited" in terminal.related
    assert "titles alone" not in done.err


def test_a_look_at_this_disk_says_who_has_the_abstracts_and_blames_nobody(
    terminal: Terminal,
) -> None:
    """Nobody was asked, so nothing could be verified, and nothing went wrong."""
    done = terminal.run("fetch", "--offline")
    assert done.code == 0
    assert "could not verify" not in done.out + done.err
    assert "wang2018neural: no service was asked; no abstract" in done.out
    count = len(done.out.splitlines())
    assert f"0 of {count} entries have an abstract; no service was asked about {count}" in done.err
    assert "citeloom fetch main.tex " in done.err
    assert "fetch main.tex --offline" not in done.err
    assert f"in {terminal.config} names your Zotero library" in done.err
    make_library(terminal.home / "Zotero")
    terminal.config.write_text('zotero = "auto"\n', encoding="utf-8")
    done = terminal.run("fetch", "--offline")
    assert "wang2018neural: no service was asked; abstract from your Zotero library" in done.out
    assert done.code == 0


def test_what_zotero_knows_is_in_the_json_of_a_fetch(terminal: Terminal) -> None:
    make_library(terminal.home / "Zotero")
    terminal.config.write_text('zotero = "auto"\n', encoding="utf-8")
    done = terminal.run("fetch", "--offline", "--json")
    found = {entry["key"]: entry for entry in json.loads(done.out)["entries"]}
    known = {paper.key: paper for paper in known_papers() if paper.key in found}
    assert len(known) == len(found) >= 10
    assert {key: entry["abstract"] for key, entry in found.items()} == {
        key: paper.abstract for key, paper in known.items()
    }
    told = [entry["sources"]["abstract"] for entry in found.values() if entry["abstract"]]
    assert len(told) >= 10 and set(told) == {"zotero"}


def test_a_fetch_says_once_that_zotero_cannot_be_read_now(terminal: Terminal) -> None:
    library = make_library(terminal.home / "Zotero")
    terminal.config.write_text('zotero = "auto"\n', encoding="utf-8")
    library.write_bytes(b"half written")
    done = terminal.run("fetch", "--offline", "--json")
    said = f"your Zotero library cannot be read now ({library.parent})"
    (warning,) = json.loads(done.out)["warnings"]
    assert said in warning
    assert done.err.count(said) == 1


def test_the_file_of_the_acl_anthology_is_named_where_it_helps(terminal: Terminal) -> None:
    there = tuple(
        AnthologyPaper(
            it.acl_id, it.title, "Doe, Jo", it.year or 0, f"We study {it.title}.", it.doi
        )
        for it in known_papers()
        if it.acl_id
    )
    said = terminal.run("write").err
    assert "citeloom library download" in said
    should = re.search(r"the ACL Anthology's file, which should have (\d+) of them", said)
    assert should and 4 <= int(should[1]) <= len(there)
    with running(anthology=AclAnthologyService(packed(there))) as services:
        write_settings(terminal.config, services.addresses)
        downloaded = terminal.call("library download")
    assert downloaded.code == 0, downloaded.err
    assert f"{len(there)} papers of the ACL Anthology" in downloaded.out
    done = terminal.run("fetch", "--offline")
    assert f"\n{should[1]} abstracts from the ACL Anthology's file" in done.err
    assert "citeloom library download" not in done.err
    assert terminal.call("library remove").out.startswith("removed: ")


def test_with_services_two_commands_bring_a_text_from_abstracts(terminal: Terminal) -> None:
    known = tuple(replace(it, s2_id=f"{at:040x}") for at, it in enumerate(known_papers(), 1))
    with running(known) as services:
        write_settings(terminal.config, services.addresses)
        fetched = terminal.run("fetch")
    assert "no Zotero library" not in fetched.err
    done = terminal.run("write", "--in-place")
    assert done.code == 0, done.err
    assert "written from the papers cited" in terminal.related


def test_check_says_once_that_abstracts_are_missing(terminal: Terminal) -> None:
    done = terminal.run("check")
    lines = [line for line in done.out.splitlines() if "[no-abstract]" in line]
    assert len(lines) == 1
    assert "try citeloom fetch" in lines[0]
