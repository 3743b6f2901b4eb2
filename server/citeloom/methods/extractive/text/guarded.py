"""Patterns that are tried only on texts that can match."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

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
        folded = _folded(text)
        for guard in self.guards:  # noqa: SIM110 (a generator takes twice as long)
            if guard in folded:
                return True
        return False


@lru_cache(maxsize=16)
def _folded(text: str) -> str:
    """Return a text in the case of the guards; one is given to many patterns in turn."""
    folded = text.casefold()
    return folded if folded.isascii() else folded.replace("ı", "i").replace(_DOT_ABOVE, "")


def guarded(guards: str, pattern: str) -> GuardedPattern:
    """Compile a pattern for any case; ``guards`` are in lower case, with ``|`` between them."""
    return GuardedPattern(re.compile(pattern, re.IGNORECASE), tuple(guards.split("|")))
