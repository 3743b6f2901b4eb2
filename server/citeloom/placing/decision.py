"""What an author decides about a new text where they have changed the last one."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256


@dataclass(frozen=True, slots=True)
class Decision:
    """Whose words stand where the author and a new text changed the same place.

    The author's do, but for the collisions that ``taken`` names by their ids, or for all of them
    with ``all_new``: there the new text stands. With ``below`` the new text goes below all that
    stands between the marks, which stays as it is: the author wants both texts.
    """

    taken: frozenset[str] = frozenset()
    all_new: bool = False
    below: bool = False

    def takes_new(self, collision: str) -> bool:
        """Tell whether the new text stands at a collision."""
        return self.all_new or collision in self.taken


KEEP_MINE = Decision()
TAKE_NEW = Decision(all_new=True)
INSERT_BELOW = Decision(below=True)


def collision_id(own: str, before: Sequence[str], new: Sequence[str]) -> str:
    """Return the id of a collision by its words: 12 hex digits.

    Once one side's words are others, it is another collision, on which nothing is decided.
    """
    words = repr((own, tuple(before), tuple(new)))
    return sha256(words.encode("utf-8", "surrogatepass")).hexdigest()[:12]
