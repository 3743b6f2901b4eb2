"""What a draft says of papers."""

from dataclasses import dataclass
from functools import cached_property

from citeloom.grounding.support.framing import framing
from citeloom.grounding.support.roots import roots
from citeloom.words import WORD


@dataclass(frozen=True)
class Claim:
    """What a draft says of papers, as plain text without its citation marks.

    ``papers`` are the ids of those that are cited for it.
    """

    text: str
    papers: tuple[str, ...]

    @cached_property
    def forms(self) -> dict[str, str]:
        """The roots of its words with the words, in order; words that only frame are left out."""
        found: dict[str, str] = {}
        for word in WORD.findall(self.text):
            for piece in word.split("-"):
                for found_root in roots(piece):
                    if found_root not in framing():
                        found.setdefault(found_root, piece)
        return found
