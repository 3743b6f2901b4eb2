"""A newcomer with a .bib file without abstracts, in a terminal: no command is a dead end."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from newcomer import known_papers, make_library, make_paper, write_settings

from services.acl_anthology_service import AclAnthologyService, AnthologyPaper, packed
from services.running import running


class Terminal:
    """Runs commands in the folder of a paper, with a home of its own."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.home.mkdir()
        self.main = make_paper(folder / "paper")
        self.config = self.home / "config.toml"
        nobody = "http://127.0.0.1:9"
        names = ("s2", "arxiv", "crossref", "openalex")
        write_settings(self.config, dict.fromkeys(names, nobody))

    def run(self, command: str, *given: str) -> subprocess.CompletedProcess[str]:
        """Run a command on the paper."""
        return self.call(command, "main.tex", *given)

    def call(self, command: str, *given: str) -> subprocess.CompletedProcess[str]:
        environment = {
            **os.environ,
            "HOME": str(self.home),
            "CITELOOM_CONFIG": str(self.config),
            "CITELOOM_DATA": str(self.home / "data"),
            "PYTHONPATH": os.pathsep.join(sys.path),
        }
        return subprocess.run(
            [sys.executable, "-m", "citeloom", *command.split(), *given],
            cwd=self.main.parent,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            timeout=300,
            check=False,
        )

    @property
    def related(self) -> str:
        return (self.main.parent / "sections/related.tex").read_text(encoding="utf-8")


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    return Terminal(tmp_path)


def test_offline_without_zotero_there_is_an_outline_and_the_next_steps(terminal: Terminal) -> None:
    done = terminal.run("write", "--in-place")
    assert done.returncode == 0, done.stderr
    assert "written from titles alone" in terminal.related
    assert "\\cite" in terminal.related
    assert "no Zotero library was found on this machine, and no service has answered yet" in (
        done.stderr
    )
    assert "citeloom fetch main.tex" in done.stderr
    assert 'zotero = "FOLDER"' in done.stderr


def test_fetching_offline_says_each_reason_once_and_what_helps(terminal: Terminal) -> None:
    done = terminal.run("fetch")
    assert done.returncode == 3
    assert done.stderr.count("cannot be reached; is this machine online?") == 1
    assert "citeloom write main.tex" in done.stderr
    assert "citeloom fetch main.tex" not in done.stderr


def test_offline_with_zotero_the_text_is_from_abstracts(terminal: Terminal) -> None:
    make_library(terminal.home / "Zotero")
    terminal.config.write_text('zotero = "auto"\n', encoding="utf-8")
    done = terminal.run("write", "--in-place")
    assert done.returncode == 0, done.stderr
    assert "written from the papers cited" in terminal.related
    assert "titles alone" not in done.stderr


def test_a_look_at_this_disk_says_who_has_the_abstracts_and_blames_nobody(
    terminal: Terminal,
) -> None:
    """Nobody was asked, so nothing could be verified, and nothing went wrong."""
    done = terminal.run("fetch", "--offline")
    assert done.returncode == 0
    assert "could not verify" not in done.stdout + done.stderr
    assert "wang2018neural: nobody was asked; no abstract" in done.stdout
    count = len(done.stdout.splitlines())
    assert f"0 of {count} entries have an abstract; about {count} nobody was asked" in done.stderr
    assert "citeloom fetch main.tex " in done.stderr
    assert "fetch main.tex --offline" not in done.stderr
    assert f"in {terminal.config} names your Zotero library" in done.stderr
    make_library(terminal.home / "Zotero")
    terminal.config.write_text('zotero = "auto"\n', encoding="utf-8")
    done = terminal.run("fetch", "--offline")
    assert "wang2018neural: nobody was asked; abstract from your Zotero library" in done.stdout
    assert done.returncode == 0


def test_what_zotero_knows_is_in_the_json_of_a_fetch(terminal: Terminal) -> None:
    make_library(terminal.home / "Zotero")
    terminal.config.write_text('zotero = "auto"\n', encoding="utf-8")
    done = terminal.run("fetch", "--offline", "--json")
    found = {entry["key"]: entry for entry in json.loads(done.stdout)["entries"]}
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
    (warning,) = json.loads(done.stdout)["warnings"]
    assert said in warning
    assert done.stderr.count(said) == 1


def test_the_file_of_the_acl_anthology_is_named_where_it_helps(terminal: Terminal) -> None:
    there = tuple(
        AnthologyPaper(
            it.acl_id, it.title, "Doe, Jo", it.year or 0, f"We study {it.title}.", it.doi
        )
        for it in known_papers()
        if it.acl_id
    )
    said = terminal.run("write").stderr
    assert "citeloom library download" in said
    should = re.search(r"the ACL Anthology's file, which should have (\d+) of them", said)
    assert should and 4 <= int(should[1]) <= len(there)
    with running(anthology=AclAnthologyService(packed(there))) as services:
        write_settings(terminal.config, services.addresses)
        downloaded = terminal.call("library download")
    assert downloaded.returncode == 0, downloaded.stderr
    assert f"{len(there)} papers of the ACL Anthology" in downloaded.stdout
    done = terminal.run("fetch", "--offline")
    assert f"\n{should[1]} abstracts from the ACL Anthology's file" in done.stderr
    assert "citeloom library download" not in done.stderr
    assert terminal.call("library remove").stdout.startswith("removed: ")


def test_with_services_two_commands_bring_a_text_from_abstracts(terminal: Terminal) -> None:
    known = tuple(replace(it, s2_id=f"{at:040x}") for at, it in enumerate(known_papers(), 1))
    with running(known) as services:
        write_settings(terminal.config, services.addresses)
        fetched = terminal.run("fetch")
    assert "no Zotero library" not in fetched.stderr
    done = terminal.run("write", "--in-place")
    assert done.returncode == 0, done.stderr
    assert "written from the papers cited" in terminal.related


def test_check_says_once_that_abstracts_are_missing(terminal: Terminal) -> None:
    done = terminal.run("check")
    lines = [line for line in done.stdout.splitlines() if "[no-abstract]" in line]
    assert len(lines) == 1
    assert "citeloom fetch may find them" in lines[0]
