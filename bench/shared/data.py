"""The texts that benchmarks are run on: those beside the repository, else the repository's own."""

import gzip
import json
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from citeloom.draft.files import Files, read_text
from citeloom.papers.from_bib import papers_of
from citeloom.papers.paper import Author, Paper
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib
from citeloom_latex.file_encoding import decode

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
DATA = ROOT.parent / "shared/data"
ANTHOLOGY = DATA / "abstracts/acl-anthology-2016-on.jsonl.gz"
CORPUS = DATA / "latex-corpus"
RWG = DATA / "rwg"

CITES = re.compile(r"\\[A-Za-z]*cite[A-Za-z]*\*?\s*(?:\[[^\]]*\]\s*){0,2}\{([^{}]*)\}")
"""The least that a reader of citations could do: a pass that knows nothing else."""

_BODY = re.compile(r"\\begin\{document\}(.*?)\\end\{document\}", re.DOTALL)
_LEAST_CITES = 10
_SHORTEST_ABSTRACT = 500


def json_lines(paths: Iterable[Path]) -> Iterator[dict[str, Any]]:
    """Yield the objects of files with one a line, packed or not."""
    for path in paths:
        opened = gzip.open if path.suffix == ".gz" else open
        with opened(path, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def related_works() -> Iterator[dict[str, Any]]:
    """Yield the examples of people's related work, as their files have them."""
    return json_lines(sorted(RWG.glob("*.jsonl")))


def papers(count: int) -> tuple[Paper, ...]:
    """Return so many papers with an abstract, each with its own id."""
    found = _of_the_anthology() if ANTHOLOGY.exists() else _of_the_repository()
    return tuple(islice(found, count))


def papers_of_bib(paths: Sequence[Path]) -> Sequence[Paper]:
    """Return the papers of some .bib files."""
    texts = [read_text(Files(), path).text for path in paths]
    return papers_of(resolve([(text, scan_bib(text)) for text in texts]))


def real_entries() -> list[str]:
    """Return entries of real .bib files, as their authors wrote them, mixed."""
    folders = [CORPUS] if CORPUS.exists() else [ROOT / "tests/data", ROOT / "examples"]
    found = []
    for path in (path for folder in folders for path in sorted(folder.rglob("*.bib"))):
        if "bbt-torture" not in path.parts:
            text = read_text(Files(), path).text
            found += [e.span.of(text) for e in scan_bib(text).entries if e.whole and e.key]
    random.Random(1).shuffle(found)
    return found


def bib_text(count: int) -> str:
    """Put real entries together, mixed; those that come again have keys of their own."""
    entries = real_entries()
    mixed = (_under(entries[n % len(entries)], n // len(entries)) for n in range(count))
    return "\n\n".join(mixed) + "\n"


def draft(length: int) -> str:
    """Return a document of so many characters and an end, of the bodies of papers that cite."""
    folder = CORPUS if CORPUS.is_dir() else ROOT / "tests/data"
    texts = (decode(path.read_bytes()).text for path in sorted(folder.rglob("*.tex")))
    citing = [text for text in texts if len(CITES.findall(text)) >= _LEAST_CITES]
    parts, total = ["\\documentclass{article}\n\\begin{document}\n"], 0
    for text in cycle(citing):
        body = _BODY.search(text)
        parts.append((body[1] if body else text)[: length - total])
        total += len(parts[-1])
        if total >= length:
            return "".join(parts) + "\n\\end{document}\n"
    raise FileNotFoundError(folder)


def _of_the_anthology() -> Iterator[Paper]:
    for number, record in enumerate(json_lines([ANTHOLOGY])):
        if len(record["abstract"]) > _SHORTEST_ABSTRACT:
            authors = tuple(Author(name.split()[-1]) for name in record["authors"])
            yield Paper(
                f"acl:{number}",
                (f"acl{number}",),
                record["title"],
                authors,
                abstract=record["abstract"],
            )


def _of_the_repository() -> Iterator[Paper]:
    bibs = [ROOT / "examples/references.bib", *sorted((ROOT / "tests/data").rglob("*.bib"))]
    own = [paper for paper in papers_of_bib(bibs) if len(paper.abstract) > _SHORTEST_ABSTRACT]
    for n, paper in enumerate(cycle(own)):
        yield Paper(
            f"{paper.id}#{n}", (f"k{n}",), paper.title, paper.authors, abstract=paper.abstract
        )


def _under(entry: str, turn: int) -> str:
    return re.sub(r"[{(]\s*[^\s,]+", rf"\g<0>-{turn}", entry, count=1) if turn else entry
