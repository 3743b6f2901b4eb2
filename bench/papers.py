"""Real papers to write about: the ACL Anthology's where it is there, else the repository's own."""

import gzip
import json
from itertools import cycle, islice
from pathlib import Path

from citeloom.draft.files import DiskFiles, read_text
from citeloom.papers.from_bib import papers_of
from citeloom.papers.paper import Author, Paper
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib

ROOT = Path(__file__).parent.parent
ANTHOLOGY = ROOT.parent / "shared/data/abstracts/acl-anthology-2016-on.jsonl.gz"


def papers(count: int) -> tuple[Paper, ...]:
    """Return ``count`` papers with an abstract, each with its own id."""
    found = _anthology(count) if ANTHOLOGY.exists() else _own(count)
    return tuple(found)


def _anthology(count: int) -> list[Paper]:
    found = []
    with gzip.open(ANTHOLOGY, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            record = json.loads(line)
            if len(record["abstract"]) > 500:
                authors = tuple(Author(name.split()[-1]) for name in record["authors"])
                found.append(
                    Paper(
                        f"acl:{number}",
                        (f"acl{number}",),
                        record["title"],
                        authors,
                        abstract=record["abstract"],
                    )
                )
            if len(found) == count:
                break
    return found


def _own(count: int) -> list[Paper]:
    bibs = [ROOT / "examples/references.bib", *sorted((ROOT / "tests/data").rglob("*.bib"))]
    texts = [read_text(DiskFiles(), path).text for path in bibs]
    entries = resolve([(text, scan_bib(text)) for text in texts])
    own = [paper for paper in papers_of(entries) if len(paper.abstract) > 500]
    return [
        Paper(f"{paper.id}#{n}", (f"k{n}",), paper.title, paper.authors, abstract=paper.abstract)
        for n, paper in enumerate(islice(cycle(own), count))
    ]
