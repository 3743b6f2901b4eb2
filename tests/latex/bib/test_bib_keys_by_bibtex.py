"""The keys of real .bib files are those that the real bibtex reads."""

import subprocess
from pathlib import Path

import pytest

from citeloom_latex.bib.scan import scan_bib
from corpus import BOTH, found_files
from texlive import needs_tex

STYLE = """
ENTRY{}{}{}
FUNCTION{default.type}{cite$ write$ newline$}
READ
ITERATE{call.type$}
"""

NO_KEY = "an entry without a key: BibTeX takes its first field for one, and says it is an error"
OTHER_KEYS = {
    "Endnote should parse.bib": NO_KEY,
    "edge-cases.bib": NO_KEY,
    "empty-entry.bib": NO_KEY,
}


def keys_by_bibtex(data: bytes, folder: Path) -> list[str]:
    """Return the keys of all entries, first uses alone, as bibtex writes them; byte by byte."""
    (folder / "keys.bst").write_text(STYLE)
    (folder / "x.bib").write_bytes(data)
    (folder / "x.aux").write_text("\\citation{*}\n\\bibdata{x}\n\\bibstyle{keys}\n")
    (folder / "x.bbl").unlink(missing_ok=True)
    subprocess.run(
        ("bibtex", "-terse", "-min-crossrefs=1000", "x"),
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=300,
        check=False,
    )
    return (folder / "x.bbl").read_bytes().decode("latin-1").split("\n")[:-1]


def own_keys(text: str) -> list[str]:
    first: dict[str, str] = {}
    for entry in scan_bib(text).entries:
        first.setdefault(entry.key.lower(), entry.key)
    return list(first.values())


def asked(folder: Path) -> list[Path]:
    """All files but most of the very small ones, of which the shared corpus has a thousand."""
    paths = found_files(folder, "*.bib", 35)
    return [path for n, path in enumerate(paths) if path.stat().st_size > 1500 or n % 20 == 0] + [
        path for path in paths if path.name in OTHER_KEYS
    ]


@needs_tex
@pytest.mark.parametrize("folder", BOTH)
def test_keys_are_those_of_bibtex(folder: Path, tmp_path: Path) -> None:
    keys = 0
    others = set()
    for path in asked(folder):
        data = path.read_bytes()
        own, expected = own_keys(data.decode("latin-1")), keys_by_bibtex(data, tmp_path)
        keys += len(expected)
        if own != expected:
            others.add(path.name)
    print(f"{folder.name}: {keys} keys of {len(asked(folder))} files, {len(others)} files differ")
    assert others <= OTHER_KEYS.keys()
    assert keys > 300
