"""Section headings found in PDFs and LaTeX sources, with precision and recall.

    python -m bench fulltext [FOLDER ...]

Every document of the folders (``examples`` and, where it is there, the corpus of LaTeX projects
less those of ``LEFT_OUT``) is read from its source, and from the PDF that pdflatex makes of it: as
it is, or with stand-ins for the classes, packages and images that are not installed here (an empty
package; ``article`` or ``book`` for a class). What counts as a heading is what the project's reader
finds in the sources. Files ending in .gz, as distributions have the samples of publishers' classes,
are unpacked first.
"""

import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.shared.data import CORPUS, ROOT
from citeloom.draft.files import Files
from citeloom.draft.project import read_project
from citeloom.papers.fulltext.pdf.headings import ABSTRACTS, REFERENCES
from citeloom.papers.fulltext.pdf.read import read_pdf
from citeloom.papers.fulltext.source.read import read_files
from citeloom.papers.fulltext.source.unpack import READ
from citeloom.papers.fulltext.text import FullText, Unreadable
from citeloom.papers.identity import normal_title
from citeloom_latex.plain import plain

LEFT_OUT = frozenset({"cardano-ledger"})
"""Projects whose documents are not papers and take very long to compile."""

SECONDS = 60
MOST_STAND_INS = 60
DEEPEST = 3

_MISSING = re.compile(r"File `([^']+)' not found")
_CLASS = re.compile(r"\\documentclass\s*(?:\[[^\]]*\])?\s*\{")


@dataclass(frozen=True)
class Score:
    """Headings that were found rightly, that were found, and that there are."""

    right: int = 0
    found: int = 0
    there: int = 0

    def __add__(self, other: "Score") -> "Score":
        return Score(self.right + other.right, self.found + other.found, self.there + other.there)

    def __str__(self) -> str:
        precision = f"{self.right / self.found:.3f}" if self.found else "  -  "
        recall = f"{self.right / self.there:.3f}" if self.there else "  -  "
        return f"{self.right:5} {self.found:5} {self.there:5}  {precision} {recall}"


def score(found: Iterable[str], there: Iterable[str]) -> Score:
    wanted = Counter(filter(None, map(normal_title, there)))
    got = Counter(filter(None, map(normal_title, found)))
    return Score((wanted & got).total(), got.total(), wanted.total())


def headings_there(main: Path) -> list[str]:
    """Return the headings of a project to subsubsections, without those of lists of references."""
    flow = read_project(main, Files()).flow
    sections = [head.section for head in flow.sections if head.section.level >= 0]
    highest = min((section.level for section in sections), default=1)
    titles = (plain(it.title) for it in sections if it.level - highest < DEEPEST)
    return [title for title in titles if title.strip().lower() not in REFERENCES | ABSTRACTS]


def headings_found(text: FullText) -> list[str]:
    """Return the headings to subsubsections that were read."""
    titles = (it.heading for it in text.sections if it.heading and it.level <= DEEPEST)
    return [title for title in titles if title.lower() not in REFERENCES | ABSTRACTS]


def documents(folders: Sequence[Path]) -> Iterator[Path]:
    """Yield the files that begin a document, not those of a part of another one."""
    for folder in folders:
        for path in sorted(folder.rglob("*.tex")):
            text = path.read_text("utf-8", "replace")
            whole = "subfiles" not in text[:2000] and "\\begin{document}" in text
            if _CLASS.search(text) and whole and "regression-test" not in text:
                yield path


def unpacked(folder: Path, to: Path) -> Path:
    """Return a folder in which nothing is compressed: the same, or a copy."""
    if not any(folder.rglob("*.gz")):
        return folder
    copy = to / folder.name
    shutil.copytree(folder, copy)
    for path in copy.rglob("*.gz"):
        path.with_suffix("").write_bytes(gzip.decompress(path.read_bytes()))
        path.unlink()
    return copy


def source_of(main: Path) -> dict[str, bytes]:
    """Return the files of a document as an archive of it would have them."""
    folder = main.parent
    others = set(documents([folder])) - {main}
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.suffix in READ and path.is_file() and path not in others
    }


def compiled(main: Path, build: Path) -> tuple[bytes, int] | None:
    """Return the PDF of a document and how many stand-ins it took; None where there is none."""
    subprocess.run(["cp", "-r", f"{main.parent}/.", str(build)], check=True)
    tex = main.read_text("utf-8", "replace")
    stand_ins = 0
    while stand_ins <= MOST_STAND_INS:
        _pdflatex(main, build)
        log = (build / f"{main.stem}.log").read_text("utf-8", "replace")
        missing = [name for name in _MISSING.findall(log) if not _is_image(name)]
        missing = [name for name in missing if not (build / name).exists()]
        if not missing:
            break
        for name in missing:
            stand_ins += 1
            _stand_in(build / name, "\\chapter" in tex or "memoir" in name)
    pdf = build / f"{main.stem}.pdf"
    subprocess.run(["bibtex", main.stem], cwd=build, capture_output=True, check=False)
    _pdflatex(main, build)
    _pdflatex(main, build)
    return (pdf.read_bytes(), stand_ins) if pdf.exists() else None


def _is_image(name: str) -> bool:
    return Path(name).suffix in {".png", ".pdf", ".jpg", ".eps", ""}


def _stand_in(path: Path, book: bool) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    parent = "book" if book else "article"
    path.write_text(f"\\LoadClass{{{parent}}}\n" if path.suffix == ".cls" else "\\relax\n")


def _pdflatex(main: Path, build: Path) -> None:
    subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-no-shell-escape", main.name],
        cwd=build,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "max_print_line": "1000"},
        timeout=SECONDS,
        check=False,
    )


def main() -> None:
    named = [Path(argument).resolve() for argument in sys.argv[1:]]
    corpus = sorted(CORPUS.iterdir()) if CORPUS.is_dir() else []
    chosen = named or [
        ROOT / "examples",
        *(folder for folder in corpus if folder.name not in LEFT_OUT),
    ]
    with tempfile.TemporaryDirectory() as copies:
        measure([unpacked(folder, Path(copies)) for folder in chosen if folder.is_dir()])


def measure(folders: Sequence[Path]) -> None:
    """Print a line for each reading of each document, and their sums."""
    totals: dict[str, Score] = {}
    counts: Counter[str] = Counter()
    print(f"{'document':44} right found there  prec. recall")
    for path in documents(folders):
        there = headings_there(path)
        for kind, text in readings(path) if there else ():
            name = f"{path.parent.name[:12] + '/' + path.stem[:20]:34} {kind:9}"
            if isinstance(text, str):
                print(f"{name} {text[:70]}")
                continue
            found = score(headings_found(text), there)
            print(f"{name} {found}", flush=True)
            totals[kind] = totals.get(kind, Score()) + found
            counts[kind] += 1
    for kind, found in totals.items():
        print(f"{f'all {counts[kind]}':34} {kind:9} {found}")


def readings(path: Path) -> Iterator[tuple[str, FullText | str]]:
    """Yield what was read of a document, or why it could not be read."""
    try:
        yield "source", read_files(source_of(path))
    except Unreadable as reason:
        yield "source", str(reason)
    with tempfile.TemporaryDirectory() as folder:
        try:
            made = compiled(path, Path(folder))
        except subprocess.TimeoutExpired:
            yield "PDF", "pdflatex took too long"
            return
    if made is None:
        yield "PDF", "does not compile"
        return
    kind = "stand-ins" if made[1] else "PDF"
    try:
        yield kind, read_pdf(made[0])
    except Unreadable as reason:
        yield kind, str(reason)
