"""The places that an author and a waiting text both changed, as the draft is now."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.context import Opened
from citeloom.actions.writing.insert import placed_in_section
from citeloom.actions.writing.waiting import SectionText, WaitingText
from citeloom.placing.decision import Decision
from citeloom.placing.merge import Collision, MergeConflict
from citeloom.problem import InputError
from citeloom_latex.spans import Span

UNKNOWN = "your changes cannot be told apart"


@dataclass(frozen=True)
class SelectedPlace:
    """What is selected in a file, or where its cursor is."""

    path: Path
    selected: Span


@dataclass(frozen=True)
class Collisions:
    """The collisions of a version of a waiting text with what its author has in the draft.

    ``path`` is their file. ``is_all``: nothing can be merged, so all that stands between the marks
    is the one collision, and without a decision on it nothing is inserted.
    """

    path: Path | None = None
    all: tuple[Collision, ...] = ()
    is_all: bool = False

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all of them."""
        return tuple(collision.id for collision in self.all)

    @property
    def taken(self) -> tuple[str, ...]:
        """The ids of the collisions where the author wants the new text."""
        return tuple(collision.id for collision in self.all if collision.taken)

    @property
    def words(self) -> str:
        """Whose words stand, for behind a title; empty where both changed nothing."""
        count, new = len(self.all), len(self.taken)
        if not count:
            return ""
        if self.is_all:
            return "in place of the marked text" if new else UNKNOWN
        yours = changes_in_words(count)
        if new in (0, count):
            return f"in place of {yours}" if new else f"{yours} {stay(count)}"
        return f"{count - new} of {yours} {stay(count - new)}"

    def at(self, place: SelectedPlace) -> tuple[Collision, ...]:
        """Return the collisions whose passage is at a place of a file."""
        if place.path != self.path or self.is_all:
            return ()
        return tuple(it for it in self.all if it.span and touches(it.span, place.selected))


def collisions_of(text: WaitingText, opened: Opened, version: int = 0) -> Collisions:
    """Return the collisions of a waiting text; none where it has no such version or no place."""
    content = text.content
    if not isinstance(content, SectionText) or version >= len(content.versions):
        return Collisions()
    decision = Decision(frozenset(text.taken))
    try:
        path, placement = placed_in_section(text, content, opened, version, decision)
    except MergeConflict as error:
        if error.collision is None or error.problem.place is None:
            return Collisions()
        return Collisions(error.problem.place.file, (error.collision,), is_all=True)
    except InputError:
        return Collisions()
    return Collisions(path, placement.collisions, any(it.is_all for it in placement.collisions))


def decided(text: WaitingText, ids: Sequence[str], *, taken: bool) -> tuple[str, ...]:
    """Return the collisions at which the new text stands, once that is decided on some."""
    others = tuple(name for name in text.taken if name not in ids)
    return (*others, *ids) if taken else others


def decided_on_version(
    text: WaitingText, opened: Opened, version: int, taken: Sequence[str]
) -> tuple[str, ...]:
    """Return the collisions at which the new text stands, once those of a version are ``taken``.

    What was decided on other versions stays.
    """
    on_others = decided(text, collisions_of(text, opened, version).ids, taken=False)
    return tuple(dict.fromkeys((*on_others, *taken)))


def changes_in_words(count: int) -> str:
    """Return so many changes of the author's in words."""
    return "your change" if count == 1 else f"your {count} changes"


def stay(count: int) -> str:
    """Return the verb for so many changes."""
    return "stays" if count == 1 else "stay"


def touches(span: Span, selected: Span) -> bool:
    """Tell whether a selection, or a cursor, is in a span or at its end."""
    return span.start <= selected.end and selected.start <= span.end
