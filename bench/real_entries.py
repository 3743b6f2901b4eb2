"""Entries of real .bib files, as their authors wrote them."""

import random
from pathlib import Path

from citeloom.draft.files import DiskFiles, read_text
from citeloom_latex.bib.scan import scan_bib

ROOT = Path(__file__).parent.parent
CORPUS = ROOT.parent / "shared/data/latex-corpus"


def real_entries() -> list[str]:
    """Return real entries, mixed; those of the repository where there is no corpus."""
    folders = [CORPUS] if CORPUS.exists() else [ROOT / "tests/data", ROOT / "examples"]
    found = []
    for path in (path for folder in folders for path in sorted(folder.rglob("*.bib"))):
        if "bbt-torture" not in path.parts:
            text = read_text(DiskFiles(), path).text
            found += [e.span.of(text) for e in scan_bib(text).entries if e.whole and e.key]
    random.Random(1).shuffle(found)
    return found
