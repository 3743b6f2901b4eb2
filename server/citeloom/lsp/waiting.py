"""Keep the waiting texts until they are inserted or discarded."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.writing.anchor import find_section
from citeloom.actions.writing.insert import Insertion, drop_records, insertion_of, keep_records
from citeloom.actions.writing.waiting import WaitingText
from citeloom.lsp.background import Background
from citeloom.lsp.editor import TRY_AGAIN, Applied, Editor
from citeloom.lsp.session import Session
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.snapshot import Snapshot


@dataclass(frozen=True)
class Inserted:
    """Whether the client has made an edit; or the edit, if the client must make it itself."""

    applied: bool
    edit: types.WorkspaceEdit | None = None


class WaitingTexts:
    """One text for each section, and any number of woven ones."""

    def __init__(self, editor: Editor, session: Session, background: Background) -> None:
        self._editor = editor
        self._session = session
        self._background = background
        self._texts: dict[str, WaitingText] = {}
        self._handed: dict[tuple[str, ...], tuple[WaitingText, Insertion]] = {}
        session.listeners.append(self._take_in)

    def close(self) -> None:
        """Follow the documents no longer."""
        if self._take_in in self._session.listeners:
            self._session.listeners.remove(self._take_in)

    def add(self, new: WaitingText) -> None:
        """Keep a text in place of the one that its section had."""
        old = None
        if new.section is not None:
            with suppress(InputError):
                snapshot = self._session.snapshot_of(new.root)
                number = find_section(snapshot.opened, new.section.anchor).number
                old = self.for_section(snapshot, number)
        if old is not None:
            del self._texts[old.id]
        self._texts[new.id] = new

    @property
    def all(self) -> tuple[WaitingText, ...]:
        """All that waits, the oldest first."""
        return tuple(self._texts.values())

    @property
    def for_sections(self) -> tuple[WaitingText, ...]:
        """The texts that fill a section."""
        return tuple(text for text in self.all if text.section is not None)

    def for_section(self, snapshot: "Snapshot", number: int) -> WaitingText | None:
        """Return what waits for a section, by its number."""
        found = (text for text in self.all if text.is_for(number, snapshot.opened))
        return next(found, None)

    def chosen(self, name: str) -> WaitingText:
        """Return a text by its id; without one the only one, of a section before a woven one.

        Raises
        ------
        InputError
            If there is none, or it is not clear which.
        """
        found = self.for_sections or self.all
        if name:
            found = tuple(text for text in self.all if text.id == name)
        if len(found) != 1:
            what = "several texts wait; say which" if found else "no written text waits any more"
            advice = "citeloom.show lists them" if found else "start with citeloom.write"
            raise InputError(what, advice=advice)
        return found[0]

    def discard(self, name: str = "") -> int:
        """Forget a text, or all; return how many there were."""
        chosen = [text_id for text_id in self._texts if name in ("", text_id)]
        for text_id in chosen:
            del self._texts[text_id]
        self._editor.refresh()
        return len(chosen)

    async def insert(self, text: WaitingText, version: int) -> Inserted:
        """Put a text into the draft as it is now.

        Raises
        ------
        InputError
            As ``insertion_of`` and ``keep_records`` do.
        """
        self._session.forget_roots()  # A file may have changed on the disk a moment ago.
        snapshot = self._session.snapshot_of(text.root)
        insertion = insertion_of(text, snapshot.opened, snapshot.folder, version)
        new = keep_records(insertion)
        if not insertion.edits:
            self._editor.say("The draft has this text already.")
        elif not snapshot.client.can("workspace.apply_edit"):
            return Inserted(False, self.hand_over(snapshot, text, insertion))
        elif not await self._is_made(snapshot, text, insertion):
            drop_records(insertion, new)
            self._background.run(self._offer_again(text, version))
            return Inserted(False)
        self.discard(text.id)
        return Inserted(True)

    def hand_over(
        self, snapshot: "Snapshot", text: WaitingText, insertion: Insertion
    ) -> types.WorkspaceEdit:
        """Return the edit for a client that takes none, to make it itself."""
        self._handed[_ids(insertion)] = (text, insertion)
        return snapshot.workspace_edit(insertion.edits)

    async def _is_made(self, snapshot: "Snapshot", text: WaitingText, insertion: Insertion) -> bool:
        edit = snapshot.workspace_edit(insertion.edits)
        label = "Weave in" if text.section is None else "Insert related work"
        applied = await self._editor.apply(edit, label)
        if applied is Applied.NOT_ANSWERED:
            # It may have been made all the same, or be made later.
            self.hand_over(snapshot, text, insertion)
            for path in insertion.edits:
                self._take_in(path)
            return _ids(insertion) not in self._handed
        return applied is Applied.MADE

    async def _offer_again(self, text: WaitingText, version: int) -> None:
        """Offer to make a refused edit again, in the draft as it is then."""
        message = "The editor did not make the edit; the text still waits."
        instead = "Run citeloom.insert to try again."
        if not await self._editor.agrees(message, TRY_AGAIN, instead):
            return
        try:
            await self.insert(self.chosen(text.id), version)
        except InputError as error:
            self._editor.say_problem(error)

    def _take_in(self, path: Path) -> None:
        """Keep the records of a handed-over text once it stands in the draft."""
        for ids, (text, insertion) in list(self._handed.items()):
            if path in insertion.edits and self._stands(insertion):
                del self._handed[ids]
                try:
                    keep_records(insertion)
                except InputError as error:
                    self._editor.say_problem(error)
                self.discard(text.id)

    def _stands(self, insertion: Insertion) -> bool:
        try:
            return all(
                f"citeloom:begin {record.id}" in self._session.snapshot_of(change.path).source.text
                for change in insertion.changes
                for record in change.records
            )
        except InputError:
            return False


def _ids(insertion: Insertion) -> tuple[str, ...]:
    return tuple(record.id for record in insertion.records)
