"""The files by which latexmk, LaTeX Workshop and texlab are set up. Nothing in them is run."""

import re
from collections.abc import Iterator
from pathlib import Path

from citeloom.draft.files import Files, read_text
from citeloom.problem import InputError

LATEXMK_FILES = (".latexmkrc", "latexmkrc")
TEXLAB_FILES = (".texlabroot", "texlabroot")
WORKSHOP_SETTINGS = Path(".vscode", "settings.json")

_LONGEST = 200_000
_QUOTED = re.compile(r"'([^'\r\n]*)'|\"([^\"\r\n]*)\"")
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


def quoted_strings(text: str) -> Iterator[str]:
    """Yield the strings between quotation marks, as they are written."""
    for found in _QUOTED.finditer(text):
        yield found[1] if found[1] is not None else found[2]


def setting(text: str, name: str) -> str:
    """Return a string in settings, which may hold comments that are no JSON; empty without one."""
    found = re.search(rf'^[ \t{{,]*"{re.escape(name)}"\s*:\s*"([^"\r\n]*)"', text, re.MULTILINE)
    return found[1] if found else ""
