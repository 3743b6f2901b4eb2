"""Patterns that are tried only on texts that can match."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

_DOT_ABOVE = "\u0307"
"""What lower case makes of a capital I with a dot, besides the i."""


@dataclass(frozen=True, slots=True)
class GuardedPattern:
    """A slow pattern, and pieces of text of which every match holds one: its guards.

    To look for the guards is many times faster than to try the pattern at every place of a text.
    """

    pattern: re.Pattern[str]
    guards: tuple[str, ...]

    def search(self, text: str) -> re.Match[str] | None:
        return self.pattern.search(text) if self._may_match(text) else None

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        return self.pattern.finditer(text) if self._may_match(text) else iter(())

    def sub(self, new: str | Callable[[re.Match[str]], str], text: str) -> str:
        return self.pattern.sub(new, text) if self._may_match(text) else text

    def _may_match(self, text: str) -> bool:
        return _has_any(self.guards, _folded(text).text)


class CaselessPattern:
    """A pattern that ignores case. It is searched in the lowered text, in a third of the time.

    Write the pattern in lower case. ``guards`` are those of a `GuardedPattern`; without any,
    every text may match.
    """

    def __init__(self, pattern: str, guards: tuple[str, ...] = ()) -> None:
        self.guards = guards
        self._in_lower_case = re.compile(pattern)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The same for a text as it is; few texts need it."""
        return re.compile(self._in_lower_case.pattern, re.IGNORECASE)

    def search(self, text: str) -> re.Match[str] | None:
        """Return the first match, at its place in the text; its words are in lower case."""
        folded = _folded(text)
        if self.guards and not _has_any(self.guards, folded.text):
            return None
        if not folded.is_aligned:
            return self.pattern.search(text)
        return self._in_lower_case.search(folded.text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        return self.pattern.finditer(text) if self.search(text) else iter(())

    def sub(self, new: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        return self.pattern.sub(new, text, count) if self.search(text) else text


def guarded(guards: str, pattern: str) -> CaselessPattern:
    """Compile a pattern for any case; both are in lower case, the guards with ``|`` between."""
    return CaselessPattern(pattern, tuple(guards.split("|")))


class _Folded(NamedTuple):
    """A text in the case of the guards; ``is_aligned``: each character is where it was."""

    text: str
    is_aligned: bool


@lru_cache(maxsize=16)
def _folded(text: str) -> _Folded:
    """Return a text in the case of the guards; one is given to many patterns in turn."""
    folded = text.casefold()
    if folded.isascii():
        return _Folded(folded, len(folded) == len(text))
    folded = folded.replace("ı", "i").replace(_DOT_ABOVE, "")
    return _Folded(folded, len(folded) == len(text) and _DOT_ABOVE not in text)


def _has_any(guards: tuple[str, ...], folded: str) -> bool:
    for guard in guards:  # noqa: SIM110 (a generator takes twice as long)
        if guard in folded:
            return True
    return False
