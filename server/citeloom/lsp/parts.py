"""The parts of the server, each made with what it needs of the others."""

import asyncio
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.lsp.background import Background
from citeloom.lsp.diagnosing import Diagnosing
from citeloom.lsp.editor import Connection, Editor
from citeloom.lsp.fetching import Fetching
from citeloom.lsp.indexing import Indexing
from citeloom.lsp.session import Session
from citeloom.lsp.work import Work

if TYPE_CHECKING:
    from citeloom.lsp.writing import Writing


class Parts:
    """The parts of one connection's server; the writing part is made when first needed."""

    def __init__(self, connection: Connection) -> None:
        self.session = Session()
        self.background = Background()
        self.editor = Editor(connection, self.session)
        self.diagnosing = Diagnosing(self.editor, self.session, self.background)
        self.fetching = Fetching(self.editor, self.session, self.background, self.diagnosing)
        self.indexing = Indexing(self.session, self.background)
        self._writing: Writing | None = None

    @property
    def writing(self) -> "Writing":
        """The jobs that write, and their texts."""
        if self._writing is None:
            from citeloom.lsp.writing import Writing

            self._writing = Writing(self.editor, self.session, self.background)
        return self._writing

    @property
    def work(self) -> Work:
        """The jobs that write and the texts that wait now."""
        return Work() if self._writing is None else self._writing.work

    def configure(self, values: object) -> None:
        """Take settings, and show everything again by them."""
        self.session.configure(values)
        self.diagnosing.all_changed()
        self.editor.refresh()

    async def pull_configuration(self) -> None:
        """Ask the client for the user's settings; say once what is wrong with them."""
        if values := await self.editor.configuration():
            self.configure(values)
        for note in self.session.take_notes():
            self.editor.say(note, types.MessageType.Warning)

    def cancel_progress(self, token: str) -> None:
        """Cancel the job whose progress the user has cancelled."""
        self.fetching.cancel_progress(token)
        if self._writing is not None:
            self._writing.cancel_progress(token)

    async def begin_again(self) -> None:
        """Stop all jobs and forget everything but the documents that are open."""
        self.fetching.cancel_all()
        # Whoever writes while the old jobs end has new ones.
        writing, self._writing = self._writing, None
        if writing is not None:
            await writing.close()
        self.session.forget()
        self.diagnosing.all_changed()
        self.editor.refresh()
        await self.pull_configuration()

    async def close(self) -> None:
        """End all that is under way."""
        self.background.close()
        ending = [self.fetching.close()]
        if self._writing is not None:
            ending.append(self._writing.close())
        await asyncio.gather(*ending)
