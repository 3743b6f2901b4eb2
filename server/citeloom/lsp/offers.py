"""What was written and waits, until it is put into its draft or discarded."""

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.writing.anchor import Anchor, anchored
from citeloom.actions.writing.offer import Insertion, Offer, drop_record, insertion, keep_record
from citeloom.lsp.background import Background
from citeloom.lsp.editor import TRY_AGAIN, Applied, Editor
from citeloom.lsp.session import Session
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.snapshot import Snapshot

logger = logging.getLogger("citeloom")


@dataclass(frozen=True)
class Section:
    """A section of the project of a root."""

    root: Path
    anchor: Anchor

    def is_number(self, number: int, snapshot: "Snapshot") -> bool:
        """Tell whether it is the section that has this number in the draft as it is."""
        try:
            found = anchored(snapshot.opened, self.anchor)
        except InputError:
            return False
        return self.root == snapshot.project.root and found.number == number


@dataclass(frozen=True)
class Waiting:
    """An offer to a section, by the id of the job that wrote it."""

    id: str
    section: Section
    offer: Offer


@dataclass(frozen=True)
class Inserted:
    """Whether the client has made an edit; the edit, if it has to make it by itself."""

    applied: bool
    edit: types.WorkspaceEdit | None = None


class Offers:
    """One offer for each section."""

    def __init__(self, editor: Editor, session: Session, background: Background) -> None:
        self._editor = editor
        self._session = session
        self._background = background
        self._waiting: dict[str, Waiting] = {}
        self._handed: dict[str, tuple[Waiting, Insertion]] = {}
        session.listeners.append(self._changed)

    def close(self) -> None:
        """Follow the documents no longer."""
        if self._changed in self._session.listeners:
            self._session.listeners.remove(self._changed)

    def add(self, new: Waiting) -> None:
        """Keep an offer in place of the one that the section had."""
        try:
            snapshot = self._session.snapshot_of(new.section.root)
            old = self.at(snapshot, anchored(snapshot.opened, new.section.anchor).number)
        except InputError:
            old = None
        if old is not None:
            del self._waiting[old.id]
        self._waiting[new.id] = new

    def at(self, snapshot: "Snapshot", number: int) -> Waiting | None:
        """Return what waits for a section, by its number."""
        return next((one for one in self.all if one.section.is_number(number, snapshot)), None)

    @property
    def all(self) -> tuple[Waiting, ...]:
        """All that waits, the oldest first."""
        return tuple(self._waiting.values())

    def chosen(self, name: str) -> Waiting:
        """Return an offer by its id, or the only one.

        Raises
        ------
        InputError
            If there is none, or it is not clear which.
        """
        found = [one for one in self.all if name in ("", one.id)]
        if len(found) != 1:
            what = "several texts wait; say which" if found else "no written text waits any more"
            advice = "citeloom.show lists them" if found else "start with citeloom.write"
            raise InputError(what, advice=advice)
        return found[0]

    def discard(self, name: str = "") -> int:
        """Forget an offer, or all; return how many there were."""
        chosen = [one.id for one in self.all if name in ("", one.id)]
        for one in chosen:
            del self._waiting[one]
        self._editor.refresh()
        return len(chosen)

    async def insert(self, waiting: Waiting, version: int) -> Inserted:
        """Put an offer into the draft as it is now.

        Raises
        ------
        InputError
            As ``insertion`` does.
        """
        self._session.forget_roots()  # A file may have changed on the disk a moment ago.
        snapshot = self._session.snapshot_of(waiting.section.root)
        planned = insertion(waiting.offer, snapshot.opened, version)
        is_new = keep_record(planned)
        if planned.edit is None:
            self._editor.say("The draft has this text already.")
        elif not snapshot.client.can("workspace.apply_edit"):
            return Inserted(False, self.handed_over(snapshot, waiting, planned))
        elif not await self._applied(snapshot, waiting, planned):
            if is_new:
                drop_record(planned)
            self._background.run(self._once_more(waiting, version))
            return Inserted(False)
        self.discard(waiting.id)
        return Inserted(True)

    async def _applied(self, snapshot: "Snapshot", waiting: Waiting, planned: Insertion) -> bool:
        assert planned.edit is not None
        edit = snapshot.workspace_edit({planned.path: (planned.edit,)})
        applied = await self._editor.apply(edit, "Insert related work")
        if applied is Applied.NOT_ANSWERED:
            self.handed_over(snapshot, waiting, planned)
            self._changed(planned.path)
            return planned.placement.record.id not in self._handed
        return applied is Applied.MADE

    async def _once_more(self, waiting: Waiting, version: int) -> None:
        """Offer to make a refused edit again, on the text as it is by then."""
        message = "The editor did not make the edit; the text still waits."
        if not await self._editor.agrees(message, TRY_AGAIN, "Run citeloom.insert to try again."):
            return
        try:
            await self.insert(self.chosen(waiting.id), version)
        except InputError as error:
            self._editor.say_problem(error)

    def handed_over(
        self, snapshot: "Snapshot", waiting: Waiting, planned: Insertion
    ) -> types.WorkspaceEdit:
        """Return the edit for a client that takes none, to make it itself."""
        assert planned.edit is not None
        self._handed[planned.placement.record.id] = (waiting, planned)
        return snapshot.workspace_edit({planned.path: (planned.edit,)})

    def _changed(self, path: Path) -> None:
        """Keep the record of a text that was handed over as soon as it stands in a document."""
        if not self._handed:
            return
        try:
            text = self._session.snapshot_of(path).source.text
        except InputError:
            return
        for name, (waiting, planned) in list(self._handed.items()):
            if f"citeloom:begin {name}" in text:
                del self._handed[name]
                keep_record(planned)
                self.discard(waiting.id)
