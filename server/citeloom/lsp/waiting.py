"""Keep the waiting texts until they are discarded, also over the end of this server."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from citeloom.actions.writing.anchor import find_section
from citeloom.actions.writing.insert import Insertion, drop_records, insertion_of, keep_records
from citeloom.actions.writing.section import section_file, section_in_words, section_path
from citeloom.actions.writing.stored.waiting_files import WaitingFiles
from citeloom.actions.writing.waiting import WOVEN_IN, WaitingText, WovenSentences
from citeloom.lsp.background import Background
from citeloom.lsp.editor import TRY_AGAIN, Applied, Editor
from citeloom.lsp.preloading import Preloading
from citeloom.lsp.session import Session
from citeloom.placing.decision import Decision
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.snapshot import Snapshot

MOST_PROPOSED = 30
"""Proposals that can still be taken, so that one can go back to earlier versions."""


MOST_EARLIER = 9
"""Earlier texts of a section that can be had again."""


@dataclass(eq=False)
class WaitingTexts:
    """At most one text for each section; sentences are held in memory while they are proposed.

    Texts are kept in files that all servers of the user share; what cannot be written there is kept
    in memory. A text that was inserted is kept too: it waits wherever its marks do not stand, as
    after an undo.
    """

    _editor: Editor
    _session: Session
    _background: Background
    _reading: Preloading
    _unwritten: dict[str, WaitingText] = field(default_factory=dict, init=False)
    _proposed: dict[str, WaitingText] = field(default_factory=dict, init=False)
    _awaited: dict[str, Mapping[Path, object]] = field(default_factory=dict, init=False)
    """The files of texts that the editor has just inserted, until it tells of that change."""
    _own: set[str] = field(default_factory=set, init=False)
    """The texts that this server had inserted."""

    def __post_init__(self) -> None:
        self._files = WaitingFiles(self._session.context.user.waiting)
        self._files.remove_gone()

    def add(self, new: WaitingText) -> None:
        """Keep a text in place of the one that its section had, which can be had again."""
        assert new.section is not None
        with suppress(InputError):
            opened = self._session.snapshot_of(new.root).opened
            number = find_section(opened, new.section.anchor).number
            others = [it for it in self.kept if it.id != new.id and it.is_for(number, opened)]
            for old in others[:-MOST_EARLIER]:
                self._remove(old.id)
            for old in others[-MOST_EARLIER:]:
                if not old.set_aside:
                    self.keep(replace(old, set_aside=True))
        self.keep(new)

    def bring_back(self, name: str) -> None:
        """Have an earlier text of a section wait again, in place of the one that waits."""
        self.add(replace(self.chosen(name), set_aside=False, inserted=(), unsaved=()))
        self._editor.refresh()

    def propose(self, text: WaitingText) -> None:
        """Hold sentences until they are taken: they wait nowhere, and end with this server."""
        self._proposed[text.id] = text
        if len(self._proposed) > MOST_PROPOSED:
            del self._proposed[next(iter(self._proposed))]

    def keep(self, text: WaitingText) -> None:
        """Keep a text beside all others, in place of its earlier state."""
        if self._files.put(text):
            self._unwritten.pop(text.id, None)
        else:
            self._unwritten[text.id] = text

    def read_drafts(self, name: str = "") -> None:
        """Read the drafts that a text is for, by its id, or those of all texts that wait."""
        texts = [text for text in self.kept if text.id == name] if name else self.all
        for root in dict.fromkeys(text.root for text in texts):
            with suppress(InputError):
                self._session.snapshot_of(root)

    @property
    def proposed(self) -> tuple[str, ...]:
        """The ids of what is proposed."""
        return tuple(self._proposed)

    @property
    def kept(self) -> tuple[WaitingText, ...]:
        """All texts of this window's projects: those that wait, and those that were inserted."""
        texts = (*self._files.texts(), *self._unwritten.values())
        # Servers of earlier versions kept sentences, too.
        return tuple(it for it in texts if it.section is not None and self._is_open(it.root))

    @property
    def offered(self) -> tuple[WaitingText, ...]:
        """All texts that wait, or will wait again once none of their marks stand in the draft."""
        return tuple(
            text
            for text in self.kept
            if not self._is_awaited(text) and not self._is_another_windows(text)
        )

    @property
    def all(self) -> tuple[WaitingText, ...]:
        """All that waits, the oldest first."""
        return tuple(text for text in self.offered if self._waits(text))

    def for_section(self, snapshot: "Snapshot", number: int) -> WaitingText | None:
        """Return what waits for a section, by its number."""
        found = [text for text in self.all if text.is_for(number, snapshot.opened)]
        return found[-1] if found else None

    def chosen(self, name: str) -> WaitingText:
        """Return a text by its id, also a proposed one; without one the only one that waits.

        Of several for one section, which two windows wrote, it is the newest.

        Raises
        ------
        InputError
            If there is none, or it is not clear which.
        """
        found = self.all
        if name:
            found = tuple(it for it in (*self.kept, *self._proposed.values()) if it.id == name)
        elif len({text.section for text in found}) == 1:
            found = found[-1:]
        if len(found) != 1:
            what = (
                "several written texts are waiting, and none was named"
                if found
                else "no text is waiting to be inserted"
            )
            advice = "name one; citeloom.show lists them" if found else "start with citeloom.write"
            raise InputError(what, advice=advice)
        return found[0]

    def place_of(self, text: WaitingText) -> str:
        """Return the section of a text and its file, in words; empty where there is none."""
        with suppress(InputError):
            if text.section is not None:
                opened = self._session.snapshot_of(text.root).opened
                section = find_section(opened, text.section.anchor)
                return section_in_words(opened, section, self.file_of(text))
        return ""

    def file_of(self, text: WaitingText) -> str:
        """Return the file of a text's section as the user knows it; empty without one."""
        with suppress(InputError):
            if text.section is not None:
                opened = self._session.snapshot_of(text.root).opened
                section = find_section(opened, text.section.anchor)
                name = section_file(opened, section)
                return self._session.name_of(section_path(opened, section), name)
        return ""

    def discard(self, name: str = "") -> int:
        """Forget a text, or all that wait; return how many there were."""
        if self._proposed.pop(name, None) is not None:
            return 1
        chosen = [text.id for text in (self.kept if name else self.all) if name in ("", text.id)]
        for text_id in chosen:
            self._remove(text_id)
        self._editor.refresh()
        return len(chosen)

    def decide(self, text: WaitingText, taken: Sequence[str]) -> None:
        """Keep at which collisions the new text is to stand."""
        self.keep(replace(text, taken=tuple(taken)))
        self._editor.refresh()

    async def insert(
        self, text: WaitingText, version: int, decision: Decision | None = None
    ) -> dict[str, object]:
        """Put a text into the draft as it is now; ``decision`` is as in ``insertion_of``.

        The answer says whether the client has made the edit, or has it where it must itself.
        """
        self._session.forget_roots()  # A file may have changed on the disk a moment ago.
        await self._reading.read_project(text.root)
        snapshot = self._session.snapshot_of(text.root)
        opened, folder = snapshot.opened, snapshot.folder
        insertion = insertion_of(text, opened, folder, version, decision)
        new, edit = keep_records(insertion), snapshot.workspace_edit(insertion.edits)
        before = self._states(insertion.edits)
        applied = Applied.MADE
        if not insertion.edits:
            self._editor.say("The draft already has this text.")
            self._check_again(insertion)
        elif snapshot.client.makes_edits:
            applied = await self._editor.apply(edit, _label(text))
        else:
            self._keep_inserted(text, insertion)
            return {"applied": False, "edit": edit}
        if applied is Applied.REFUSED:
            drop_records(insertion, new)
            self._background.run(self._offer_again(text, version, decision))
            return {"applied": False}
        if applied is Applied.MADE and insertion.edits:
            self._awaited[text.id] = before
        # An editor that did not answer may still make the edit: it counts once its marks are there.
        self._keep_inserted(text, insertion)
        return {"applied": applied is Applied.MADE}

    def _check_again(self, insertion: Insertion) -> None:
        """Have a draft checked again of which nothing has changed but records."""
        self._session.checks.forget()
        for change in insertion.changes:
            for listener in [*self._session.listeners]:
                listener(change.path)

    async def _offer_again(
        self, text: WaitingText, version: int, decision: Decision | None
    ) -> None:
        """Offer to make a refused edit again, in the draft as it is then."""
        message = "The editor did not apply the edit; the text is still waiting."
        instead = "Run citeloom.insert to try again."
        if await self._editor.agrees(message, TRY_AGAIN, instead):
            await self._editor.attempt(lambda: self.insert(self.chosen(text.id), version, decision))

    def _states(self, paths: Iterable[Path]) -> Mapping[Path, object]:
        """Return a value that differs once a file has changed: versions of documents, or texts."""
        return {
            path: buffer
            if (buffer := self._session.buffers.get(path)) is not None
            else self._session.snapshot_of(path).source.text
            for path in paths
        }

    def _is_awaited(self, text: WaitingText) -> bool:
        """Tell whether the editor has inserted a text, and its files are as they were before."""
        before = self._awaited.get(text.id)
        if before is None:
            return False
        with suppress(InputError):
            if self._states(before) == before:
                return True
        del self._awaited[text.id]
        return False

    def _is_another_windows(self, text: WaitingText) -> bool:
        """Tell whether another window has inserted a text and has not saved its files since."""
        return (
            bool(text.unsaved)
            and text.id not in self._own
            and all(_time_written(path) == time for path, time in text.unsaved)
        )

    def close(self) -> None:
        """Let other windows offer what this one has inserted, if it does not stand."""
        for text in self.kept if self._own else ():
            if text.id in self._own and text.unsaved:
                self.keep(replace(text, unsaved=()))

    def _keep_inserted(self, text: WaitingText, insertion: Insertion) -> None:
        """Keep a text that its author may take back by an undo.

        Texts whose marks it takes over, as what is woven into them does, stand by its marks from
        then on; they wait again when an undo takes back both.
        """
        ids = _record_ids(insertion)
        replaced = {one for change in insertion.changes for one in change.replaced}
        for other in self.kept:
            if other.id != text.id and not replaced.isdisjoint(other.inserted):
                self.keep(replace(other, inserted=(*other.inserted, *ids)))
        if text.section is None:
            self._proposed.pop(text.id, None)
        else:
            self._own.add(text.id)
            unsaved = tuple((path, _time_written(path)) for path in insertion.edits)
            self.keep(replace(text, inserted=ids, unsaved=unsaved))
        self._editor.refresh()

    def _remove(self, text_id: str) -> None:
        self._unwritten.pop(text_id, None)
        self._awaited.pop(text_id, None)
        self._files.remove(text_id)

    def _waits(self, text: WaitingText) -> bool:
        if not text.inserted or text.set_aside:
            return not text.set_aside
        with suppress(InputError):
            return not text.stands_in(self._session.snapshot_of(text.root).opened)
        return True

    def _is_open(self, root: Path) -> bool:
        """Tell whether a draft is in one of this window's folders, or a document of it is open."""
        if not root.exists():
            return False
        if any(root.is_relative_to(folder) for folder in self._session.folders):
            return True
        return any(snapshot.project.root == root for snapshot in self._session.open_projects())


def _record_ids(insertion: Insertion) -> tuple[str, ...]:
    return tuple(record.id for record in insertion.records)


def _time_written(path: Path) -> int:
    """Return when a file was last written; 0 where it is not there."""
    with suppress(OSError):
        return path.stat().st_mtime_ns
    return 0


def _label(text: WaitingText) -> str:
    """Return the label of an edit in the editor's list of changes to undo."""
    if isinstance(text.content, WovenSentences):
        return "Weave in" if text.content.what == WOVEN_IN else "Revise the written text"
    return "Insert related work"
