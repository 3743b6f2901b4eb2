"""Writing about thousands of cited references: how long it takes, and how that grows.

    python -m bench large_writing [COUNT ...]

Each draft cites so many papers of the ACL Anthology, whose abstracts stand in its .bib. The command
is the user's own, with the extractive method; the processor's seconds count.
"""

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.shared.data import ANTHOLOGY, json_lines
from citeloom_latex.escape import to_latex

COUNTS = (300, 600, 1_200, 2_382)


def write_project(folder: Path, count: int) -> Path:
    """Write a draft that cites so many papers, and its .bib; return the draft."""
    wanted = [record for record in json_lines([ANTHOLOGY]) if len(record["abstract"]) > 500]
    papers = random.Random(1).sample(wanted, count + 1)
    own, *papers = papers
    keys = [f"k{number}" for number in range(count)]
    entries = (
        f"@inproceedings{{{key},\n  title = {{{to_latex(paper['title'])}}},\n"
        f"  author = {{{to_latex(' and '.join(paper['authors']))}}},\n"
        f"  year = {{{paper['year']}}},\n"
        f"  abstract = {{{to_latex(paper['abstract'])}}}\n}}\n"
        for key, paper in zip(keys, papers, strict=True)
    )
    (folder / "refs.bib").write_text("\n".join(entries), "utf-8")
    cites = "\n".join(
        f"Earlier work exists \\cite{{{','.join(keys[start : start + 5])}}}.\n"
        for start in range(0, count, 5)
    )
    main = folder / "main.tex"
    main.write_text(
        f"\\documentclass{{article}}\n\\title{{{to_latex(own['title'])}}}\n\\begin{{document}}\n"
        f"\\begin{{abstract}}\n{to_latex(own['abstract'])}\n\\end{{abstract}}\n"
        f"\\section{{Introduction}}\n{cites}\n\\section{{Related Work}}\n\n"
        "\\bibliographystyle{plain}\n\\bibliography{refs}\n\\end{document}\n",
        "utf-8",
    )
    return main


def time_writing(count: int) -> float:
    """Return the seconds of a processor that ``citeloom write --in-place`` takes."""
    with tempfile.TemporaryDirectory() as folder:
        main = write_project(Path(folder), count)
        command = [sys.executable, "-m", "citeloom", "write", str(main), "--in-place"]
        before = os.times()
        subprocess.run(command, check=True, capture_output=True, env={**os.environ, "HOME": folder})
        after = os.times()
    return sum(after[2:4]) - sum(before[2:4])


def main() -> None:
    counts = [int(count) for count in sys.argv[1:]] or COUNTS
    for count in counts:
        print(f"{count} cited references: {time_writing(count):.1f} s", flush=True)
