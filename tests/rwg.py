"""LaTeX projects made from the examples of a related-work data set."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from projects import SHARED

FOLDER = SHARED / "rwg"


@dataclass(frozen=True)
class Example:
    """An example: its references by the key that they get, with (title, abstract, year)."""

    id: str
    title: str
    abstract: str
    references: dict[str, tuple[str, str, str]]


@cache
def examples() -> tuple[Example, ...]:
    """Return all examples."""
    return tuple(_examples())


def _examples() -> Iterator[Example]:
    for path in sorted(FOLDER.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            record = json.loads(line)
            references = {
                f"ref{mark.removeprefix('@cite_')}": (
                    one.get("title") or "",
                    one.get("abstract") or "",
                    str(one.get("year") or ""),
                )
                for mark, one in record["ref_abstract"].items()
            }
            yield Example(record["id"], record["title"], record["abstract"], references)


def make(example: Example, folder: Path) -> Path:
    """Write an example as a LaTeX project; return its main.tex."""
    entries = []
    for key, (title, abstract, year) in example.references.items():
        fields = {"title": title, "abstract": abstract, "year": year}
        lines = [f"  {name} = {{{_bib(value)}}}," for name, value in fields.items() if value]
        entries.append("\n".join([f"@article{{{key},", *lines, "}"]))
    (folder / "refs.bib").write_text("\n\n".join(entries) + "\n", encoding="utf-8")
    main = folder / "main.tex"
    main.write_text(
        "\\documentclass{article}\n\\usepackage{natbib}\n"
        f"\\title{{{_tex(example.title)}}}\n\\begin{{document}}\n\\maketitle\n"
        f"\\begin{{abstract}}\n{_tex(example.abstract)}\n\\end{{abstract}}\n"
        f"\\section{{Introduction}}\nOthers wrote \\citep{{{','.join(example.references)}}}.\n"
        "\\section{Related Work}\n\n\\section{Conclusion}\nThis is the end.\n"
        "\\bibliographystyle{plainnat}\n\\bibliography{refs}\n\\end{document}\n",
        encoding="utf-8",
    )
    return main


def _tex(text: str) -> str:
    return re.sub(r"([#$%&_{}])", r"\\\1", text.replace("\\", " ")).replace("^", r"\^{}")


def _bib(text: str) -> str:
    return _tex(text.replace("{", "(").replace("}", ")"))
