"""A model's words on one line, without invisible characters."""

import re
from typing import Annotated

from pydantic import AfterValidator

_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f\x80-\x84\x86-\x9f\xad\u200b\u2060-\u206f\u202a-\u202e\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\ue000-\uf8ff\U000e0000-\U000e007f]"
)
"""Controls, marks that turn the direction of a text, halves of characters, signs of our own."""


def visible_words(text: str) -> str:
    """Return a text without invisible characters, its white space collapsed.

    All patterns that read a model's words rely on this: a run of a million blanks is one blank.
    """
    return " ".join(without_unseen(text).split())


def without_unseen(text: str) -> str:
    """Return a text without invisible characters, its lines as they are."""
    return _UNSEEN.sub("", text)


Words = Annotated[str, AfterValidator(visible_words)]
"""Words of a model in an answer."""
