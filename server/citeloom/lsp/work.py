"""What is being written and what waits, as it was when a message came."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from citeloom.actions.user.agreement import Receiver
    from citeloom.actions.writing.offer import Insertion
    from citeloom.actions.writing.woven_offer import WovenOffer
    from citeloom.actions.writing.write import WriteRequest
    from citeloom.lsp.offers import Section, Waiting
    from citeloom.lsp.snapshot import Snapshot


@dataclass(frozen=True)
class WritingJob:
    """A job that writes for a section; it ``waits`` until another one is done."""

    id: str
    section: "Section"
    waits: bool


@dataclass(frozen=True)
class OpenAgreement:
    """What was asked without a button to answer by: a code action is the way to agree."""

    receiver: "Receiver"
    request: "WriteRequest"


@dataclass(frozen=True)
class Work:
    """What is being written, what waits, and what the user has not agreed to yet.

    What is woven in waits by the id of its job, with the root of its project. ``hand_over`` makes
    the edit of a client that takes none, whose record is kept when the text stands in a document.
    """

    jobs: tuple[WritingJob, ...] = ()
    waiting: tuple["Waiting", ...] = ()
    agreements: Mapping["Section", OpenAgreement] = field(default_factory=dict)
    woven: Mapping[str, tuple[Path, "WovenOffer"]] = field(default_factory=dict)
    weaving_agreements: Mapping[tuple[Path, Sequence[str]], "Receiver"] = field(
        default_factory=dict
    )
    hand_over: "Callable[[Snapshot, Waiting, Insertion], types.WorkspaceEdit] | None" = None

    def job_at(self, snapshot: "Snapshot", number: int) -> WritingJob | None:
        """Return the job that writes for a section, by its number."""
        return next((job for job in self.jobs if job.section.is_number(number, snapshot)), None)

    def waiting_at(self, snapshot: "Snapshot", number: int) -> "Waiting | None":
        """Return what waits for a section, by its number."""
        found = (text for text in self.waiting if text.section.is_number(number, snapshot))
        return next(found, None)

    def agreement_at(self, snapshot: "Snapshot", number: int) -> OpenAgreement | None:
        """Return what the user has not agreed to yet for a section, by its number."""
        found = (
            agreement
            for section, agreement in self.agreements.items()
            if section.is_number(number, snapshot)
        )
        return next(found, None)

    def woven_for(self, snapshot: "Snapshot") -> "dict[str, WovenOffer]":
        """Return what is woven in for a project and waits, by id."""
        root = snapshot.project.root
        return {name: offer for name, (made_for, offer) in self.woven.items() if made_for == root}
