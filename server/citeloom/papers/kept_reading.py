"""Notes that a model took when it read papers of a draft, as they are kept between runs."""

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Note:
    """A note on papers, or on how several relate.

    As it is kept it names papers by their ids: in ``text`` one stands between ``OPEN`` and
    ``CLOSE``. As a model reads and writes it, by short ids.
    """

    papers: tuple[str, ...]
    text: str


Memory = tuple[Note, ...]
"""Notes, the oldest first."""

OPEN, CLOSE = "\ue000", "\ue001"


class SectionId(NamedTuple):
    """A section by the id of its paper and its number there, from 1."""

    paper: str
    number: int


@dataclass(frozen=True, slots=True)
class ReadingStep:
    """A section that was read, by the paper's id and the section's number, and what was noted.

    ``key`` is the paper's citation key, empty for the draft; ``text`` a hash of what was read.
    ``run`` counts the runs for the draft that read on. ``back``: the walk had gone back to the
    draft before. ``wrong`` are choices that could not be read, and why. ``stayed`` are the places
    in the memory before of the notes that stayed there, ``left_out`` of those that the answer left
    out, ``dropped`` the oldest that did not fit. ``share`` is about how much of the section was
    shown. ``fault`` says why nothing was noted.
    """

    paper: str
    key: str
    section: int
    heading: str
    text: str
    run: int = 1
    reason: str = ""
    back: bool = False
    wrong: tuple[str, ...] = ()
    stayed: tuple[int, ...] = ()
    noted: Memory = ()
    left_out: tuple[int, ...] = ()
    dropped: Memory = ()
    condensed: bool = False
    share: float = 1.0
    fault: str = ""

    @property
    def place(self) -> SectionId:
        return SectionId(self.paper, self.section)

    def memory_after(self, before: Memory) -> Memory:
        """Return the memory after the step by the one before it."""
        return (*(before[place] for place in self.stayed), *self.noted)


@dataclass(frozen=True, slots=True)
class KeptReading:
    """The steps of a reading in their order.

    ``ended`` says why it ended, and is empty where it was interrupted. ``known`` is a hash of all
    that could be read then.
    """

    steps: tuple[ReadingStep, ...] = ()
    ended: str = ""
    known: str = ""
