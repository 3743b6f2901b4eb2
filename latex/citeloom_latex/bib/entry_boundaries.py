"""Finds barriers: places that no entry goes beyond.

What keeps a broken entry from costing another one is that no entry passes the next *barrier*:
an ``@word{`` that is first on its line, or that follows a closing brace and has a key. Whether
something is a barrier depends on nothing behind the next one, and what is read between two
barriers on nothing outside them: so a text can be cut at any of them.
"""

import re

_KNOWN_TYPES = (
    "article|booklet|book|conference|inbook|incollection|inproceedings|manual|mastersthesis"
    "|misc|online|phdthesis|proceedings|report|techreport|unpublished"
)
# An opening delimiter with what stands behind it; or a known type whose opening brace was lost.
HEAD = re.compile(
    r"@(?:\s*+([A-Za-z][^\s\"#%'(),={}@\\]*+)\s*+"
    r"(?:(\{)(?=\s*+([^\s,{}]*+)(\s*+[,=])?+)|(\()(?=\s*+(?!@)[^\s,{}()]++\s*+[,=]))"
    rf"|({_KNOWN_TYPES})[ \t]*+(?=[^\s,{{}}()=\"@\\]++,))",
    re.IGNORECASE,
)
"""The head of an entry: its type (group 1) with a brace (2), behind which the key (3) and what ends
it (4) stand, or with a parenthesis (5); or a known type alone (6)."""


def next_barrier(text: str, start: int) -> int:
    """Return where the first barrier at or after ``start`` stands, or the length of the text."""
    for head in HEAD.finditer(text, start):
        sign = before(text, head.start())
        if sign in "\n\r":
            return head.start()
        key, ended, parenthesis = head.group(3, 4, 5)
        if sign in "})" and (parenthesis or (key and ended and "@" not in key)):
            return head.start()
    return len(text)


def before(text: str, start: int) -> str:
    """Return the last character before ``start`` that is no blank; a newline at the beginning."""
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    return text[start - 1] if start > 0 else "\n"
