"""Notes that a model took when it read papers of a draft, as they are kept between runs."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KeptNote:
    """A note on papers, by their ids; in ``text`` an id stands between ``OPEN`` and ``CLOSE``."""

    papers: tuple[str, ...]
    text: str


OPEN, CLOSE = "\ue000", "\ue001"


@dataclass(frozen=True, slots=True)
class KeptStep:
    """A section that was read, by the paper's id and the section's number, and what was noted.

    ``key`` is the paper's citation key, empty for the draft; ``text`` a hash of what was read.
    ``stayed`` are the places in the memory before of the notes that stayed there, ``left_out`` of
    those that the answer left out. ``run`` counts the runs that read on.
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
    noted: tuple[KeptNote, ...] = ()
    left_out: tuple[int, ...] = ()
    dropped: tuple[KeptNote, ...] = ()
    condensed: bool = False
    share: float = 1.0
    fault: str = ""


@dataclass(frozen=True, slots=True)
class KeptReading:
    """The steps of a reading in their order.

    ``ended`` says why it ended, and is empty where it was interrupted. ``known`` is a hash of all
    that could be read then.
    """

    steps: tuple[KeptStep, ...] = ()
    ended: str = ""
    known: str = ""
