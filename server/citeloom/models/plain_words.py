"""The words in an answer that is being written, for people to see that it goes on."""

import re

_NAME = re.compile(r'"\w{1,30}"\s*:')
_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{0,4}|.)", re.DOTALL)
_NO_WORD = re.compile(r"[^\w .,;'’-]+")
_WORD = re.compile(r"\w")
_LONGEST = 60


def plain_words(answer: str) -> str:
    """Return the last words of a part of an answer in JSON.

    Only letters, digits and some punctuation are left: no link, command or control comes of them
    wherever they are shown.
    """
    bare = _NO_WORD.sub(" ", _ESCAPE.sub(" ", _NAME.sub(" ", answer)))
    words = " ".join(word for word in bare.split() if _WORD.search(word))
    return words if len(words) <= _LONGEST else words[-_LONGEST:].partition(" ")[2]
