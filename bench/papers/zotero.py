"""A Zotero library of 20,000 items: read for the first time, and asked when it is kept.

All times are the processor's, and are compared with what SQLite takes to give the same rows from a
plain copy, so that a busy machine tells the same.
"""

import random
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from bench.shared.data import TESTS
from citeloom.papers.libraries.completing import OwnLibraries
from citeloom.papers.libraries.zotero.library import ZoteroLibrary
from citeloom.papers.paper import Author, Paper

sys.path.append(str(TESTS))

from zotero_databases import ZoteroItem, make_zotero

ITEMS, WANTED, TIMES = 20_000, 200, 5
_ROWS = (
    "SELECT d.itemID, d.fieldID, v.value FROM itemData d JOIN itemDataValues v USING (valueID)",
    "SELECT ic.itemID, c.lastName FROM itemCreators ic JOIN creators c USING (creatorID)",
)


def main() -> None:
    with TemporaryDirectory() as made:
        folder = Path(made)
        items, papers = _library()
        path = make_zotero(folder / "Zotero", items)
        print(f"{ITEMS:,} items, {path.stat().st_size / 1e6:.0f} MB; {len(papers)} papers wanted")
        plain = min(_seconds(lambda: _read_plainly(path, folder)) for _ in range(TIMES))
        cold = min(_seconds(lambda: _ask(folder, papers, anew=True)) for _ in range(TIMES))
        warm = min(_seconds(lambda: _ask(folder, papers)) for _ in range(TIMES))
        found = sum(bool(paper.abstract) for paper in _ask(folder, papers))
    print(f"a copy and its rows, plainly: {plain:.2f} s")
    print(f"read for the first time: {cold:.2f} s, {cold / plain:.1f} times that")
    print(f"asked when it is kept: {1000 * warm:.0f} ms, a {cold / warm:.0f}th of the first time")
    print(f"found: {found} of {len(papers)} (half of them are there)")


def _library() -> tuple[list[ZoteroItem], list[Paper]]:
    chance = random.Random(1)
    words = ["".join(chance.choices("abcdefghiklmnoprstu", k=6)) for _ in range(4000)]
    items, papers = [], []
    for number in range(ITEMS):
        title, family = " ".join(chance.choices(words, k=9)), chance.choice(words).title()
        year = chance.randint(1990, 2024)
        abstract = " ".join(chance.choices(words, k=200))
        fields = {"title": title, "date": f"{year}-00-00 {year}", "abstractNote": abstract}
        fields |= {"DOI": f"10.1000/{number}"} if number % 2 else {}
        items.append(ZoteroItem(f"K{number}", fields, [(family, "Ann"), (words[0], "B.")]))
        if number % (ITEMS // WANTED) == 0:
            wanted = title if number % (2 * ITEMS // WANTED) else f"{words[1]} {title[::-1]}"
            papers.append(Paper(f"p{number}", (), wanted, (Author(family, "A."),), year))
    return items, papers


def _ask(folder: Path, papers: list[Paper], *, anew: bool = False) -> tuple[Paper, ...]:
    data = folder / "data"
    if anew:
        shutil.rmtree(data, ignore_errors=True)
    return OwnLibraries(data, [ZoteroLibrary(folder / "Zotero", data)]).fill(papers)[0]


def _read_plainly(path: Path, folder: Path) -> None:
    shutil.copyfile(path, folder / "plain.sqlite")
    with closing(sqlite3.connect(folder / "plain.sqlite")) as database:
        for query in _ROWS:
            database.execute(query).fetchall()


def _seconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began
