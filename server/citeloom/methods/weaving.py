"""Weaving: a new reference comes into a paragraph, and all other words stay as they are."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from citeloom.methods.result import Sentence
from citeloom.methods.task import DraftText, WritingTask
from citeloom.papers.paper import Paper


@dataclass(frozen=True, slots=True)
class WeavingTask:
    """Weave ``paper`` into a paragraph, from the point of view of ``draft``.

    ``sentences`` are the paragraph as it is now, and stay. ``papers`` are those that it cites.
    """

    draft: DraftText
    paper: Paper
    sentences: tuple[Sentence, ...]
    papers: tuple[Paper, ...] = ()
    seed: int = 0

    @property
    def writing(self) -> WritingTask:
        """The task of writing about the paragraph's papers and the new one, which comes last."""
        return WritingTask(self.draft, (*self.papers, self.paper), seed=self.seed)


@dataclass(frozen=True, slots=True)
class Change:
    """A new sentence, which comes behind so many of the paragraph's."""

    after: int
    sentence: Sentence


@dataclass(frozen=True)
class Weave:
    """The changes that bring a paper into a paragraph, in the order of the text."""

    changes: tuple[Change, ...]
    warnings: tuple[str, ...] = ()
    trace: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


_POINTS_BACK = re.compile(
    r"""[\s("'“]*(?:
        (?:the|a)\s+(?:first|second|third|fourth|last|latter|former|other|others|same|two|three)\b
      | (?:this|that|these|those|such|they|it|its|their|he|she|both|neither|either|one|another
          |some|others|all)\b
      | (?:however|but|yet|nevertheless|nonetheless|still|instead|conversely|moreover|furthermore
          |additionally|also|thus|therefore|hence|consequently|accordingly|then|next|finally|likewise
          |similarly|second|secondly|third|thirdly|again|nor|so|and|or|otherwise|rather|indeed
          |besides|here|there|unlike\s+(?:this|these|them)|(?:in|by|on)\s+(?:contrast|turn|comparison
          |addition|particular|this|these|that|the\s+(?:contrary|other))
          |for\s+(?:example|instance|this)|as\s+(?:a\s+result|such)|on\s+top\s+of)\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_ANNOUNCES = re.compile(
    r"(?::|\b(?:as\s+follows|the\s+following)\b[^.]*)[\s.]*$"
    r"|\b(?:two|three|four|five|six|several)\s+(?:\w+\s+){0,2}"
    r"(?:groups|kinds|types|families|lines|directions|approaches|categories|ways|classes|steps)\b",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"\b(?:first|second|third|fourth|latter|former|last)\b", re.IGNORECASE)
_FAR = 3
"""How far apart the members of an announced enumeration may be, in sentences."""


def places_between(texts: Sequence[str]) -> tuple[int, ...]:
    """Return before which of a paragraph's sentences, or behind its last, a new one may come.

    It never comes before one that points back ("The latter", "However", "This") or between an
    enumeration's announcement and its members. The end is always a place; the beginning never is,
    as the first sentence says what a paragraph is about.
    """
    tied: set[int] = set()
    announced = last = -_FAR
    for at, text in enumerate(texts):
        points_back = _POINTS_BACK.match(text) is not None
        if points_back:
            tied.add(at)
        if at - last < _FAR and (points_back or _ORDINAL.search(text)):
            tied.update(range(announced + 1, at + 1))
            last = at
        if _ANNOUNCES.search(text):
            announced = last = at
            tied.add(at + 1)
    return (*(at for at in range(1, len(texts)) if at not in tied), len(texts))


def between_arguments(weave: Weave, sentences: Sequence[Sentence]) -> Weave:
    """Return new sentences where they part none that belong together: at the next place."""
    places = places_between([sentence.text for sentence in sentences])

    changes = (
        replace(change, after=next(place for place in places if place >= change.after))
        for change in weave.changes
    )
    return replace(weave, changes=tuple(changes))
