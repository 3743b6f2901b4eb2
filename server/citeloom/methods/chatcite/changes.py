"""What several versions of a text do not have in common, with the sentences around it."""

from collections.abc import Sequence
from difflib import SequenceMatcher

from citeloom.methods.modelled.written_text import WrittenText, as_plain

LEFT_OUT = "[…]"
_BREAK = "\n\n"


def show_changes(versions: Sequence[WrittenText]) -> list[str]:
    """Return of each version what another one has not, and a sentence before and behind it.

    What is left out is marked. Versions without any difference are shown whole.
    """
    pieces = [_sentences(version) for version in versions]
    marked = [set[int]() for _ in pieces]
    for own, places in zip(pieces, marked, strict=True):
        for other in pieces:
            changes = SequenceMatcher(None, other, own, autojunk=False).get_opcodes()
            for kind, _, _, begin, end in changes:
                if kind != "equal":
                    places.update(range(max(0, begin - 1), min(len(own), end + 1)))
    if not any(marked):
        return [as_plain(version) for version in versions]
    return [_excerpt(own, places) for own, places in zip(pieces, marked, strict=True)]


def _sentences(version: WrittenText) -> list[str]:
    """Return the sentences of a text as they are shown, and breaks between its paragraphs."""
    found: list[str] = []
    for part in version.paragraphs:
        found += [_BREAK] * bool(found)
        found += part.sentences
    return found


def _excerpt(pieces: Sequence[str], places: set[int]) -> str:
    shown: list[str] = []
    for place, piece in enumerate(pieces):
        if place in places:
            shown.append(piece)
        elif shown[-1:] != [LEFT_OUT]:
            shown.append(LEFT_OUT)
    return " ".join(shown).replace(f" {_BREAK} ", _BREAK).strip()
