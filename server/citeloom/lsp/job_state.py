"""The jobs that write, the texts that wait and the references suggested, as of a message."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citeloom.actions.suggesting.suggestion import Suggestions
    from citeloom.actions.writing.anchor import AnchoredSection
    from citeloom.actions.writing.menu import SectionWork
    from citeloom.actions.writing.waiting import WaitingText
    from citeloom.lsp.snapshot import Snapshot


@dataclass(frozen=True)
class WritingJob:
    """A job that writes for a section; it ``waits`` until another one is done."""

    id: str
    section: "AnchoredSection"
    waits: bool


@dataclass(frozen=True)
class JobState:
    """The jobs that write, and the texts that wait or were inserted.

    ``suggested`` are the references that are suggested, by the draft's root.
    """

    jobs: tuple[WritingJob, ...] = ()
    texts: tuple["WaitingText", ...] = ()
    suggested: "Mapping[Path, Suggestions]" = field(default_factory=dict)

    def on_section(self, snapshot: "Snapshot", number: int) -> "SectionWork":
        """Return the work on a section, by its number."""
        from citeloom.actions.writing.menu import SectionWork

        opened = snapshot.opened
        its = [text for text in self.texts if text.is_for(number, opened)]
        waiting = [it for it in its if not (it.set_aside or it.stands_in(opened))]
        job = next((job for job in self.jobs if job.section.is_number(number, opened)), None)
        return SectionWork(
            waiting[-1] if waiting else None,
            "" if job is None else job.id,
            job is not None and job.waits,
            any(it.set_aside for it in its),
        )
