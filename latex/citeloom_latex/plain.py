"""The LaTeX of a title, a name, a venue or an abstract as plain Unicode text."""

import re
import unicodedata

from citeloom_latex import markup
from citeloom_latex.prose.page import ProsePage
from citeloom_latex.prose.reader import SIGNS, ProseReader

_NO_SIGNS = re.compile(r"[^\\{}$~`<&'-]*+(?:-(?!-)[^\\{}$~`<&'-]*+)*+\Z")
_FEW_SIGNS = re.compile(r"[^\\$<&]*+\Z")
_SIGNS = {**SIGNS, "~": " ", "{": "", "}": ""}
_BRANCHES = re.compile(
    r"\\ifmmode(?![A-Za-z])(?:(?!\\(?:ifmmode|else|fi)(?![A-Za-z])).)*+"
    r"\\else(?![A-Za-z])\s*+((?:(?!\\(?:ifmmode|fi)(?![A-Za-z])).)*+)\\fi(?![A-Za-z])",
    re.DOTALL,
)

_KEPT_LETTERS = re.compile(r"\\\{([A-Z][\w-]+)\\\}")
"""Capitals that some exports keep by braces with a backslash each, which are shown then."""

_MOST_PERCENTS = 50
_PERCENT = re.compile(r"\\.|%", re.DOTALL)
_HIDDEN_PERCENT = "\ue001"


def plain(value: str) -> str:
    """Return the text that a value would show, as Unicode on one line: its prose.

    Unlike in running text, display maths and headings are part of it, ``\\ifmmode`` stands for
    its branch for text, and the remains of HTML and JATS that reference managers leave go. Never
    raises; the time is linear in the length of the value.
    """
    if _NO_SIGNS.match(value):
        pass
    elif _FEW_SIGNS.match(value):
        # Nearly all values are of these kinds, and the reader would do no more.
        for sign, shown in _SIGNS.items():
            value = value.replace(sign, shown)
    else:
        value = _KEPT_LETTERS.sub(r"\1", markup.to_latex(value))
        if "\\ifmmode" in value:
            value = _BRANCHES.sub(r"\1", value)
        hides = value.count("%") > _MOST_PERCENTS
        if hides:
            value = _without_comments(value)
        page = ProsePage()
        ProseReader(value, len(value), page, is_value=True).finish(0)
        value = page.text.replace(_HIDDEN_PERCENT, "%") if hides else page.text
    return " ".join(unicodedata.normalize("NFC", value).split())


def _without_comments(value: str) -> str:
    """Return a value in which no percent sign begins a comment, which each command may look for."""
    return _PERCENT.sub(lambda sign: _HIDDEN_PERCENT if sign[0] == "%" else sign[0], value)
