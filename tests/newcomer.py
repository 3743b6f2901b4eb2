"""A newcomer's paper: its .bib file has no abstract; a Zotero library and services that have them.

``python newcomer.py paper FOLDER``, ``… zotero FOLDER`` and ``… serve CONFIG``, which names the
services in a new ``config.toml`` and serves until its standard input ends.
"""

import re
import shutil
import sys
from dataclasses import replace
from pathlib import Path

from citeloom.actions.context import Context, open_project
from citeloom.papers.from_bib import papers_of
from citeloom.papers.paper import Paper
from services.running import running
from zotero_databases import ZoteroItem, make_zotero

EXAMPLES = Path(__file__).parents[1] / "examples"
_ABSTRACT = re.compile(r"(?m)^ *abstract *= *\{(?:[^{}]|\{[^{}]*\})*\},?\n")


def make_paper(folder: Path) -> Path:
    """Copy the example without its abstracts; return its main file."""
    shutil.copytree(EXAMPLES, folder, dirs_exist_ok=True)
    bib = folder / "references.bib"
    text, count = _ABSTRACT.subn("", bib.read_text(encoding="utf-8"))
    assert count
    bib.write_text(text, encoding="utf-8")
    return folder / "main.tex"


def known_papers() -> tuple[Paper, ...]:
    """Return the papers of the example, with their abstracts."""
    return papers_of(open_project(EXAMPLES / "main.tex", Context()).project.entries)


def make_library(folder: Path) -> Path:
    """Make a Zotero library that has these papers under their citation keys."""
    items = [
        ZoteroItem(
            f"ITEM{number:04d}",
            {
                "title": paper.title,
                "date": str(paper.year),
                "abstractNote": paper.abstract,
                "citationKey": paper.key,
            },
            [(author.given, author.family) for author in paper.authors],
        )
        for number, paper in enumerate(known_papers())
    ]
    return make_zotero(folder, items)


def serve(config: Path) -> None:
    """Run services that know these papers, and name them in the settings."""
    known = (replace(it, s2_id=f"{at:040x}") for at, it in enumerate(known_papers(), 1))
    with running(tuple(known)) as services:
        write_settings(config, services.addresses)
        print("served", flush=True)
        sys.stdin.read()


def write_settings(config: Path, addresses: dict[str, str]) -> None:
    config.parent.mkdir(parents=True, exist_ok=True)
    lines = ['contact = "someone@example.org"', "[services]"]
    lines += [f'{name} = "{address}"' for name, address in addresses.items()]
    config.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    what, where = sys.argv[1], Path(sys.argv[2])
    {"paper": make_paper, "zotero": make_library, "serve": serve}[what](where)
