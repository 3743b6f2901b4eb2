"""The ACL Anthology's file with some 120,000 papers: indexed, and asked about 200 of a .bib.

Its papers are 23,859 real ones of 2016 on, each five times: once as it is, four times with the
words of its title and the sentences of its abstract in another order. Half of those asked for are
there: by the id, by title, authors and year, without the subtitle, with an error of typing.
"""

import gzip
import multiprocessing
import random
import resource
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from bench.shared.data import ANTHOLOGY, json_lines
from citeloom.papers.libraries.acl.library import acl_anthology
from citeloom.papers.libraries.completing import OwnLibraries
from citeloom.papers.libraries.index_files import index_file
from citeloom.papers.paper import Author, Paper
from citeloom.papers.paper_index import PaperIndex

TIMES, WANTED, ROUNDS = 5, 200, 5
Row = Mapping[str, str]


def main() -> None:
    rows = list(json_lines([ANTHOLOGY]))
    chance = random.Random(1)
    with TemporaryDirectory() as made:
        folder = Path(made)
        path = folder / "anthology+abstracts.bib.gz"
        with gzip.open(path, "wt", compresslevel=6, encoding="utf-8") as packed:
            packed.writelines(
                _entry(row, number, chance) for number in range(TIMES) for row in rows
            )
        process = multiprocessing.get_context("spawn").Process(target=_index, args=(path,))
        process.start()
        process.join()
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        size = index_file(folder, "acl").stat().st_size / 1e6
        print(f"{len(rows) * TIMES:,} papers, {path.stat().st_size / 1e6:.0f} MB packed")
        print(
            f"indexed in {used.ru_utime + used.ru_stime:.0f} s, {used.ru_maxrss / 1024:.0f} MB of"
        )
        print(f"memory at most, an index of {size:.0f} MB")
        papers = list(_wanted(rows, chance))
        found: tuple[Paper, ...] = ()
        best = 1e9
        for _ in range(ROUNDS):
            began = process_time()
            found, _notes = OwnLibraries(folder, [acl_anthology(path)]).fill(papers)
            best = min(best, process_time() - began)
        known = sum(bool(paper.abstract) for paper in found)
        print(f"asked about {WANTED} papers: {1000 * best:.0f} ms, {known} abstracts")


def _index(path: Path) -> None:
    library = acl_anthology(path)
    PaperIndex(index_file(path.parent, library.name)).refresh(library)


def _entry(row: Row, number: int, chance: random.Random) -> str:
    words, sentences = row["title"].split(), row["abstract"].split(". ")
    if number:
        chance.shuffle(words)
        chance.shuffle(sentences)
    name = f"{row['id']}{number or ''}"
    people = " and ".join(f"{_family(person)}, {_given(person)}" for person in row["authors"])
    return (
        f"@inproceedings{{{name},\n    title = {{{_plain(' '.join(words))}}},\n"
        f"    author = {{{people}}},\n    year = {{{row['year']}}},\n"
        f"    url = {{https://aclanthology.org/{name}/}},\n"
        f"    abstract = {{{_plain('. '.join(sentences))}}}\n}}\n"
    )


def _wanted(rows: list[Row], chance: random.Random) -> Iterator[Paper]:
    there = [row for row in rows if row["authors"] and row["abstract"]]
    for number, row in enumerate(chance.sample(there, WANTED)):
        people = tuple(Author(_family(person), _given(person)) for person in row["authors"])
        paper = Paper(f"p{number}", (), row["title"], people, int(row["year"]))
        match number % 8:
            case 0:
                yield replace(paper, acl_id=row["id"])
            case 1:
                yield paper
            case 2:
                yield replace(paper, title=paper.title.partition(":")[0])
            case 3:
                yield replace(paper, title=paper.title.replace("e", "", 1))
            case _:
                yield replace(paper, title=f"Another {chance.choice(there)['title']}")


def _family(person: str) -> str:
    return person.split()[-1]


def _given(person: str) -> str:
    return " ".join(person.split()[:-1])


def _plain(text: str) -> str:
    return "".join(" " if sign in "{}\\" else sign for sign in text)
