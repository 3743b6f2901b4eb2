"""The patterns of BibTeX's grammar, and the reader of one value.

Braces count even after a backslash, as in BibTeX. All quantifiers that could give back are
possessive, so that a pattern reads each character a bounded number of times.
"""

import re
from functools import lru_cache

# All that \s matches, written out: a set of characters is tested faster than one with a class.
_SPACE = r"\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
WORD = rf"[^{_SPACE}\"#%'(),={{}}@\\]++"
NAME = rf"(?!\d){WORD}"

_PLAIN = r"[^{}]*+"
_BRACED_1 = rf"\{{{_PLAIN}\}}"
_BRACED_2 = rf"\{{{_PLAIN}(?:{_BRACED_1}{_PLAIN})*+\}}"
_BRACED_3 = rf"\{{{_PLAIN}(?:{_BRACED_2}{_PLAIN})*+\}}"
_QUOTED = rf'"[^"{{}}]*+(?:{_BRACED_2}[^"{{}}]*+)*+"'

_VALUE = f"{_BRACED_3}|{_QUOTED}|{WORD}"
FIELD = re.compile(rf"\s*+,\s*+({NAME})\s*+=\s*+({_VALUE})(?=\s*+[,}})])")
"""A comma and a field of one part, nested no deeper than nearly all are: name, value."""

FIELD_NAME = re.compile(rf"({NAME})\s*+=\s*+")
"""The beginning of a field, without a comma."""

_GAP = r"(?:\s++|%[^\n\r]*+)*+(,?)(?:[\s,]++|%[^\n\r]*+)*+"
GAP = re.compile(_GAP)
"""What may stand between fields: space, commas (the first one is group 1), comment lines."""

SOUND_BODY = re.compile(rf"(?:\s*+,\s*+{NAME}\s*+=\s*+(?:{_VALUE})(?=\s*+[,}})]))*+{_GAP}\}}")
"""What stands behind the key of an entry with which nothing is wrong."""

JOINT = re.compile(r"\s*+#\s*+")
"""What joins the parts of a concatenation."""

_SIMPLE_PART = re.compile(rf"{_BRACED_3}|{_QUOTED}|{WORD}")
BRACE = re.compile(r"[{}]")
"""The signs that open and close groups."""

_BRACE_OR_QUOTE = re.compile(r'[{}"]')

_NOT_MARKS = bytes(set(range(256)) - set(b"@{}"))
_OPENING = ord("{")


def marks_of(text: str) -> bytes:
    """Return the braces and the ``@`` of a text, and nothing else of it."""
    return text.encode("utf-8", "surrogatepass").translate(None, _NOT_MARKS)


@lru_cache(maxsize=8192)
def is_one_group(braces: bytes) -> bool:
    """Tell whether braces open once and close once, at the end."""
    depth = 0
    for brace in braces[:-1]:
        depth += 1 if brace == _OPENING else -1
        if depth <= 0:
            return False
    return depth == 1 and braces[-1] != _OPENING


def read_value(text: str, start: int, limit: int) -> int:
    """Return the end of the value at ``start``, all parts of a concatenation, or -1.

    Nothing at or after ``limit`` is looked at.
    """
    end = read_part(text, start, limit)
    while end >= 0 and (joint := JOINT.match(text, end, limit)):
        end = read_part(text, joint.end(), limit)
    return end


def read_part(text: str, start: int, limit: int) -> int:
    """Return the end of one braced, quoted or bare part of a value, or -1."""
    simple = _SIMPLE_PART.match(text, start, limit)
    if simple:
        return simple.end()
    if start >= limit or text[start] not in '{"':
        return -1
    quoted = text[start] == '"'
    depth = 0
    marks = _BRACE_OR_QUOTE if quoted else BRACE
    for mark in marks.finditer(text, start + quoted, limit):
        match mark.group():
            case "{":
                depth += 1
            case "}":
                depth -= 1
                if depth < 0:
                    return -1
                if depth == 0 and not quoted:
                    return mark.end()
            case _ if depth == 0:
                return mark.end()
    return -1
