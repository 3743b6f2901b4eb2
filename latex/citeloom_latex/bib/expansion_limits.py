"""How far the values of a bibliography may grow beyond what is written in its files.

A few lines of ``@string`` that double one another, or a long chain of ``crossref``, would fill
all memory.
"""

from dataclasses import dataclass, field

from citeloom_latex.spans import Span

LONGEST_STRING = 20_000
"""Code points of a value beyond which no further string is put into it."""

MOST_PUT_IN = 20_000_000
"""Code points of strings that are put into the values of a project, all together."""

MOST_INHERITED = 1_000_000
"""Fields that the entries of a project inherit, all together."""

MOST_OF_ENTRY = 200
"""Fields that one entry inherits."""


@dataclass(slots=True)
class Growth:
    """What was put in and inherited so far, and where it first became too much.

    ``stopped`` is the index of a file, the range in it, and what is left out there.
    """

    put_in: int = 0
    inherited: int = 0
    stopped: list[tuple[int, Span, str]] = field(default_factory=list)

    def has_room(self, length: int, value: str) -> bool:
        """Tell whether a string fits into a value of this length; count it if it does."""
        if length + len(value) > LONGEST_STRING or self.put_in + len(value) > MOST_PUT_IN:
            return not value
        self.put_in += len(value)
        return True

    def fields_left(self) -> int:
        """Return how many fields an entry may inherit."""
        return min(MOST_OF_ENTRY, MOST_INHERITED - self.inherited)
