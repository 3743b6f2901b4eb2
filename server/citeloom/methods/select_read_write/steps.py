"""What was read, step by step, and what came of it."""

from dataclasses import dataclass, field

from citeloom.methods.select_read_write.memory import Memory
from citeloom.methods.select_read_write.walk import SectionId

OWN = "P0"
"""The short id of the draft, which is paper 0."""


@dataclass(frozen=True)
class ReadingStep:
    """A section that was read.

    ``back``: the walk had gone back to the draft before. ``wrong`` are choices that could not be
    read, and why. ``noted`` are the new notes, ``lost`` earlier ones that the answer left out,
    ``dropped`` the oldest that did not fit. ``share`` is about how much of the section was shown.
    ``fault`` says why nothing was noted. ``run`` counts the runs for the draft that read on.
    """

    section: SectionId
    heading: str
    reason: str = ""
    back: bool = False
    wrong: tuple[str, ...] = ()
    noted: Memory = ()
    lost: Memory = ()
    dropped: Memory = ()
    condensed: bool = False
    share: float = 1.0
    fault: str = ""
    run: int = 1


@dataclass
class ReadingHistory:
    """What was read, the memory after it, why reading ended, and what the author should know.

    ``repeated`` is the number of steps that an earlier run had read.
    """

    steps: list[ReadingStep] = field(default_factory=list)
    memory: Memory = ()
    ended: str = ""
    repeated: int = 0
    warnings: list[str] = field(default_factory=list)
