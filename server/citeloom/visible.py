"""Text of others made visible, and short: no sign of it acts on a terminal or hides."""

import re
from collections.abc import Sequence

_SIGNS = (
    # What terminals obey: the controls of ASCII with DEL, and those of Latin-1, of which U+009B
    # alone begins a command where a terminal reads eight bits.
    r"\x00-\x08\x0b-\x1f\x7f-\x9f"
    # What ends a line for some programs and for others does not.
    r"\u2028\u2029"
    # What turns the direction of the text behind it, so that a name reads as another one.
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f"
)
_WITHOUT_WIDTH = (
    # What takes no room: two keys that differ in one of these look the same. The soft hyphen is
    # none of them, for publishers' abstracts are full of it.
    r"\u034f\u115f\u1160\u17b4\u17b5\u180e\u2060-\u2064\u3164\ufeff\uffa0\ufff9-\ufffb"
    r"\U000e0000-\U000e007f"
)
_NOT_SPELLING = (
    # Single joiners and breaks are spelling in Persian, Indic scripts, Khmer and emoji, and so are
    # the selectors behind signs of these and of Chinese.
    r"[\u200b-\u200d]{2,}|(?<![^\x00-\u02af])[\u200b-\u200d](?![^\x00-\u02af])"
    r"|(?<=[A-Za-z\ufe00-\ufe0f])[\ufe00-\ufe0f]"
    r"|(?<![\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])[\U000e0100-\U000e01ef]"
)
_HALF = re.compile("[\ud800-\udfff]")
_IN_LINES = re.compile(f"[{_SIGNS}{_WITHOUT_WIDTH}]|{_NOT_SPELLING}")
_IN_A_LINE = re.compile(rf"[\n{_SIGNS}{_WITHOUT_WIDTH}]|{_NOT_SPELLING}")


def visible_line(text: str) -> str:
    r"""Return a text on one line; a sign that would act or hide is written as ``\u001b``."""
    return _IN_A_LINE.sub(_written_out, text)


def visible_lines(text: str) -> str:
    """Return a text of several lines, each as ``visible_line`` has it. JSON stays the same JSON."""
    return _IN_LINES.sub(_written_out, text.replace("\r\n", "\n"))


def blanked_line(text: str) -> str:
    """Return a text on one line, with a blank for each sign that would act or hide."""
    return _IN_A_LINE.sub(" ", text.replace("\t", " "))


def with_whole_signs(text: str) -> str:
    """Return a text in which halves of signs, which no file can hold, are replaced."""
    return text if text.isascii() else _HALF.sub("\ufffd", text)


def shorten(text: str, most: int) -> str:
    """Return a text of at most so many characters, cut between two words."""
    text = " ".join(text.split())
    if len(text) <= most:
        return text
    return f"{text[:most].rsplit(' ', 1)[0].rstrip(' ,;:.')} …"


def first_of(names: Sequence[str], most: int) -> str:
    """Return the first of some names for a message, and how many more there are; never one."""
    more = len(names) - most
    return f"{', '.join(names[:most])} and {more} more" if more > 1 else ", ".join(names)


def _written_out(signs: re.Match[str]) -> str:
    """Return the signs as JSON writes them: two halves where one has more than four digits."""
    halves = signs[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{halves[at : at + 4]}" for at in range(0, len(halves), 4))
