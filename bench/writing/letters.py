"""Letters of real abstracts that pdfLaTeX cannot set: how many there are, and whether all compile.

``python -m bench letters`` reads ``../shared/data/abstracts`` and compiles the abstracts with other
letters than ASCII in an article without packages, where there is a pdflatex.
"""

import shutil
import subprocess
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.shared.data import DATA, json_lines
from citeloom_latex.escape import to_latex_of
from citeloom_latex.typesetting import Typesetting


def main() -> None:
    """Print how many abstracts hold letters that are replaced, and how many of them stop TeX."""
    records = json_lines(sorted((DATA / "abstracts").glob("*.jsonl.gz")))
    texts = [record.get("abstract") or "" for record in records]
    others = [text for text in texts if not text.isascii()]
    written = [to_latex_of(text, "utf-8", Typesetting()) for text in others]
    letters = Counter(char for own in written for char, _ in own.replaced)
    replaced = sum(bool(own.replaced) for own in written)
    print(
        f"{len(texts)} abstracts, {len(others)} with letters beyond ASCII, {replaced} with letters"
        f" that pdfLaTeX cannot set ({len(letters)} letters, most often"
        f" {' '.join(char for char, _ in letters.most_common(12))})"
    )
    if shutil.which("pdflatex"):
        errors = _compile("\n\n".join(own.latex for own in written))
        print(f"errors of pdflatex in all of them: {errors}")


def _compile(text: str) -> int:
    with TemporaryDirectory() as folder:
        main = Path(folder) / "main.tex"
        begin, end = "\\documentclass{article}\n\\begin{document}\n", "\n\\end{document}\n"
        main.write_text(f"{begin}{text}{end}", encoding="utf-8")
        command = ["pdflatex", "-interaction=nonstopmode", "-no-shell-escape", main.name]
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
        return done.stdout.decode("utf-8", "replace").count("\n! ")
