"""What can be said of papers from the point of view of a theme."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from citeloom.grounding.theme import Theme
from citeloom.methods.extractive.arranging.options import Option

_MORE = 2.0
"""What a statement is worth more that has all of a theme."""


def options_on_theme(
    options: Mapping[str, Sequence[Option]], words: str
) -> dict[str, list[Option]]:
    """Return the options of each paper (by id) that fit a theme, worth the more the better they do.

    A paper of which none fits that can be its first statement keeps all.
    """
    theme = Theme(words)
    found: dict[str, list[Option]] = {}
    for paper, own in options.items():
        fitting = [
            replace(it, worth=it.worth + _MORE * theme.share_in(it.candidate.text, text))
            for it in own
            if theme.fits(it.candidate.text, text := it.candidate.paper.abstract)
        ]
        found[paper] = fitting if any(it.is_first for it in fitting) else list(own)
    return found
