"""A long draft: the bodies of real papers put together."""

import re
from itertools import cycle
from pathlib import Path

from citeloom_latex.file_encoding import decode

ROOT = Path(__file__).parent.parent
CORPUS = ROOT.parent / "shared/data/latex-corpus"
CITES = re.compile(r"\\[A-Za-z]*cite[A-Za-z]*\*?\s*(?:\[[^\]]*\]\s*){0,2}\{([^{}]*)\}")
"""The least that a reader of citations could do: a pass that knows nothing else."""

_BODY = re.compile(r"\\begin\{document\}(.*?)\\end\{document\}", re.DOTALL)
_LEAST_CITES = 10


def draft(length: int) -> str:
    """Return one document of ``length`` characters and an end, from papers that cite.

    They come from the shared corpus where that is there, else from the repository's own data.
    """
    folder = CORPUS if CORPUS.is_dir() else ROOT / "tests/data"
    texts = (decode(path.read_bytes()).text for path in sorted(folder.rglob("*.tex")))
    papers = [text for text in texts if len(CITES.findall(text)) >= _LEAST_CITES]
    parts, total = ["\\documentclass{article}\n\\begin{document}\n"], 0
    for paper in cycle(papers):
        body = _BODY.search(paper)
        parts.append((body[1] if body else paper)[: length - total])
        total += len(parts[-1])
        if total >= length:
            return "".join(parts) + "\n\\end{document}\n"
    raise FileNotFoundError(folder)
