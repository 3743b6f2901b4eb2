"""Folds spacing and line breaks, which do not matter when sentences are compared.

Spacing is what TeX skips or sets as one space, so a no-break space is none. Only ``\\n``,
``\\r\\n`` and ``\\r`` end a line.
"""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from hashlib import sha256
from itertools import count

from citeloom.visible import shorten

SPACES = " \t\r\n\f\v"
SPACING = f"[{SPACES}]"
LINE_END = r"(?>\r\n|\n|\r)"
BLANK_LINE = re.compile(rf"{LINE_END}[ \t]*{LINE_END}")

_SPACES = re.compile(f"{SPACING}+")
_LINE_END = re.compile(LINE_END)

RESULT_ID = r"[0-9a-f]{10}"

_LONGEST = 60
"""Characters of a passage that an excerpt has."""


def fold(text: str) -> str:
    """Return ``text`` with one space for each run of spacing, and none at the ends."""
    return _SPACES.sub(" ", text).strip(" ")


def excerpt(text: str) -> str:
    """Return the beginning of a passage, folded, for a message or a title."""
    return shorten(fold(text), _LONGEST)


def paragraphs_of(text: str) -> list[str]:
    """Return the paragraphs of ``text``, which blank lines separate, each folded."""
    folded = _SPACES.sub(lambda spaces: "\n" if is_break(spaces[0]) else " ", text)
    return [paragraph for paragraph in folded.strip(" \n").split("\n") if paragraph]


def split_lines(text: str) -> list[str]:
    """Return the lines of ``text`` without line ends; the last line end begins no empty line."""
    lines = _LINE_END.split(text)
    return lines if lines[-1] else lines[:-1]


def count_line_ends(text: str) -> int:
    return len(_LINE_END.findall(text))


def is_break(spacing: str) -> bool:
    """Tell whether a run of spacing holds a blank line."""
    return count_line_ends(spacing) > 1


def sentence_hash(latex: str) -> str:
    """Return the hash of a sentence, which spacing does not change: 16 hex digits."""
    return sha256(fold(latex).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def result_id(paragraphs: Sequence[str], copy: int = 0) -> str:
    """Return the id of a result with these paragraphs: 10 hex digits.

    It depends on the text alone, without its spacing: the same text always has the same id, and
    so has each ``copy`` of it that was written into another section.
    """
    text = "\n\n".join([*map(fold, paragraphs), *[str(copy)] * bool(copy)])
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:10]


def free_id(paragraphs: Sequence[str], taken: Collection[str]) -> str:
    """Return the id of a result, or of its first copy that is none of the ids ``taken``."""
    ids = (result_id(paragraphs, copy) for copy in count())
    return next(name for name in ids if name not in taken)


def line_end_of(text: str) -> str:
    """Return the most frequent line end of ``text``; ``\\n`` if it has only one line."""
    counts = Counter(_LINE_END.findall(text))
    return counts.most_common(1)[0][0] if counts else "\n"
