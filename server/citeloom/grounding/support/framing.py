"""Words by which sentences on papers are made, and which say nothing of what they are about."""

from functools import cache
from importlib.resources import files

from citeloom.grounding.support.roots import root


@cache
def framing() -> frozenset[str]:
    """Return the roots of such words: propose, method, novel."""
    text = files("citeloom.grounding.support").joinpath("framing_words.txt").read_text("utf-8")
    return frozenset(map(root, text.split()))
