"""The pieces that all regular expressions over LaTeX are put together from.

Every piece is possessive and stops at a blank line, and nesting has a fixed depth. So each takes
time linear in what it matches, a half-typed command does no harm beyond its own paragraph, and
scanning from every command of a text stays linear in the text.
"""

import re
from collections.abc import Iterable

COMMENT = r"%[^\r\n]*+"
NEWLINE = r"(?:\r\n?|\n)(?![ \t]*+[\r\n])"
"""A line end that ends no paragraph."""

SPACE = rf"(?:[ \t]++|{COMMENT}{NEWLINE}|{NEWLINE})*+"
"""What TeX skips between a command and its argument."""

_ESCAPE = r"\\[^\r\n]?+"


def group(depth: int) -> str:
    """Return the pattern of a balanced ``{...}`` with at most ``depth`` levels of braces inside."""
    inner = f"|{group(depth - 1)}" if depth else ""
    return rf"\{{(?:[^{{}}\\%\r\n]++|{_ESCAPE}|{COMMENT}|{NEWLINE}{inner})*+\}}"


GROUP = group(5)

OPTION = rf"\[(?:[^\[\]{{}}\\%\r\n]++|{_ESCAPE}|{COMMENT}|{NEWLINE}|{group(2)})*+\]"
"""A ``[...]``: TeX ends it at the first ``]`` that no brace hides."""

NOT_LETTER = r"(?![A-Za-z@])"


def one_of(words: Iterable[str]) -> str:
    """Return a pattern for any of the words that shares their common beginnings.

    A plain alternation tries every word at every backslash of a text; this one goes by letters.
    """
    by_letter: dict[str, list[str]] = {}
    ends_here = False
    for word in sorted(set(words)):
        if word:
            by_letter.setdefault(word[0], []).append(word[1:])
        else:
            ends_here = True
    if not by_letter:
        return ""
    branches = [re.escape(letter) + one_of(rest) for letter, rest in by_letter.items()]
    if len(branches) == 1 and not ends_here:
        return branches[0]
    return f"(?:{'|'.join(branches)})" + ("?" if ends_here else "")


def words(text: str) -> frozenset[str]:
    """Return the words of a text as a set: a table of names that reads like a list."""
    return frozenset(text.split())
