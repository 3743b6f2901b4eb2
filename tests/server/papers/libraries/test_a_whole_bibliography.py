"""All abstracts of real bibliographies from Zotero's databases, while Zotero holds them."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from citeloom.papers.from_bib import papers_of
from citeloom.papers.libraries.filling import OwnLibraries
from citeloom.papers.libraries.zotero.library import ZoteroLibrary
from citeloom.papers.paper import Paper
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib
from zotero_databases import ZoteroItem, make_zotero

_HOLDS = """
import sqlite3, sys
sys.path[:0] = [sys.argv[2]]
from zotero_databases import ZoteroItem, add_items
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("PRAGMA locking_mode = EXCLUSIVE")
database.execute("BEGIN IMMEDIATE")
add_items(database, [ZoteroItem("NEW", {"title": "Being written"})])
print("held", flush=True)
sys.stdin.readline()
database.execute("COMMIT")
"""
TESTS = Path(__file__).parents[3]


def real_papers() -> list[Paper]:
    paths = sorted((TESTS / "data").rglob("*.bib"))
    texts = [path.read_text("utf-8", "replace") for path in paths]
    papers = papers_of(resolve([(text, scan_bib(text)) for text in texts]))
    return [replace(paper, abstract="") for paper in papers if paper.title and paper.authors]


def abstract_of(paper: Paper) -> str:
    return f"We write at length about the paper that has the identifier {paper.id} and no other."


def items_of(papers: list[Paper]) -> list[ZoteroItem]:
    """Return an item for each paper, and a second part of it that has another abstract."""
    found = []
    for number, paper in enumerate(papers):
        fields = {"title": paper.title, "date": str(paper.year or ""), "DOI": paper.doi}
        fields["abstractNote"] = abstract_of(paper)
        if number % 2 or not (paper.year or paper.doi):  # Title and author alone prove nothing.
            fields["citationKey"] = paper.key
        own = {name: value for name, value in fields.items() if value}
        authors = [(author.family, author.given) for author in paper.authors]
        found.append(ZoteroItem(f"I{number}", own, authors))
        part = {"title": f"{paper.title}, Part II", "date": str(paper.year or 2000)}
        part["abstractNote"] = f"The second part of {paper.id} says something else at length here."
        found.append(ZoteroItem(f"P{number}", part, authors))
    return found


@pytest.mark.parametrize("version", [7, 9, 10])
def test_all_are_found_none_is_wrong_and_nothing_of_zoteros_changes(
    version: int, tmp_path: Path
) -> None:
    papers = real_papers()
    assert len(papers) >= 200
    path = make_zotero(tmp_path / "Zotero", items_of(papers), version)
    with subprocess.Popen(
        [sys.executable, "-c", _HOLDS, str(path), str(TESTS)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as zotero:  # fmt: skip
        assert zotero.stdout is not None and zotero.stdout.readline() == "held\n"
        before = {it: (it.read_bytes(), it.stat().st_mtime_ns) for it in path.parent.iterdir()}
        library = ZoteroLibrary(path.parent, tmp_path / "data")
        filled, notes = OwnLibraries(tmp_path / "data", [library]).fill(papers)
        after = {it: (it.read_bytes(), it.stat().st_mtime_ns) for it in path.parent.iterdir()}
        assert after == before and not notes
        zotero.communicate("\n")
        assert zotero.returncode == 0
    wrong = [it.key for it in filled if it.abstract and it.abstract != abstract_of(it)]
    assert wrong == []
    assert [it.key for it in filled if not it.abstract] == []
