"""The files by which latexmk is set up, and other small ones. Nothing in them is run."""

import re
from pathlib import Path

from citeloom.draft.files import Files, read_text
from citeloom.problem import InputError

LATEXMK_FILES = (".latexmkrc", "latexmkrc")

_LONGEST = 200_000
_PERL_COMMENT = re.compile(r"(?m)(?:^|(?<=\s))#[^\r\n]*")


def small_text(files: Files, path: Path) -> str:
    """Return the beginning of a file; empty if it cannot be read."""
    if not files.is_file(path):
        return ""
    try:
        text = read_text(files, path).text[:_LONGEST]
    except InputError:
        return ""
    return _PERL_COMMENT.sub("", text) if path.name in LATEXMK_FILES else text
