"""Text of others made visible, and short: no sign of it acts on a terminal or hides."""

import re

_SIGNS = (
    # What terminals obey: the controls of ASCII with DEL, and those of Latin-1, of which U+009B
    # alone begins a command where a terminal reads eight bits.
    r"\x00-\x08\x0b-\x1f\x7f-\x9f"
    # What ends a line for some programs and for others does not.
    r"\u2028\u2029"
    # What turns the direction of the text behind it, so that a name reads as another one.
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f"
)
_HALF = re.compile("[\ud800-\udfff]")
_IN_LINES = re.compile(f"[{_SIGNS}]")
_IN_A_LINE = re.compile(rf"[\n{_SIGNS}]")


def visible_line(text: str) -> str:
    r"""Return a text on one line; a sign that would act or hide is written as ``\u001b``."""
    return _IN_A_LINE.sub(_written_out, text)


def visible_lines(text: str) -> str:
    """Return a text of several lines, each as ``visible_line`` has it. JSON stays the same JSON."""
    return _IN_LINES.sub(_written_out, text.replace("\r\n", "\n"))


def with_whole_signs(text: str) -> str:
    """Return a text in which halves of signs, which no file can hold, are replaced."""
    return text if text.isascii() else _HALF.sub("\ufffd", text)


def shorten(text: str, most: int) -> str:
    """Return a text of at most so many characters, cut between two words."""
    text = " ".join(text.split())
    if len(text) <= most:
        return text
    return f"{text[:most].rsplit(' ', 1)[0].rstrip(' ,;:.')} …"


def _written_out(sign: re.Match[str]) -> str:
    return f"\\u{ord(sign[0]):04x}"
