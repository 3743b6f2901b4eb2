"""Show read-only texts from private files, which are removed at the end."""

import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from citeloom.keeping.private import make_private_folder, remove_file, write_private
from citeloom.lsp.background import Background
from citeloom.lsp.connection.parent import is_alive
from citeloom.lsp.editor import Editor
from citeloom.lsp.uris import uri_of
from citeloom.settings import UserSettings


@dataclass(eq=False)
class Previews:
    """Read-only files in a folder of this process, within the user's data folder.

    The first preview of a process removes what killed processes have left.
    """

    _editor: Editor
    _background: Background
    _folder: Path | None = field(default=None, init=False)

    def show(self, user: UserSettings, name: str, text: str) -> Path:
        """Write a text, in place of the one of that name, and have the client show it.

        Where the client cannot show it, a message tells the user where the file is.

        Raises
        ------
        OSError
            If it cannot be written.
        """
        if self._folder is None:
            self._folder = _folder_in(user)
        path = self._folder / name
        remove_file(path)
        write_private(path, text.encode(), 0o400)
        self._background.run(self._show(path))
        return path

    def close(self) -> None:
        """Remove the files and their folder."""
        if self._folder is not None:
            _remove_folder(self._folder)
            self._folder = None

    async def _show(self, path: Path) -> None:
        if not await self._editor.show(uri_of(path)):
            self._editor.say(f"The preview is in {path}")


def _folder_in(user: UserSettings) -> Path:
    """Make the folder of this process; remove those of processes that are no more."""
    previews = user.previews
    own = previews / str(os.getpid())
    if previews.is_dir():
        for left in previews.iterdir():
            if left == own or not (left.name.isdecimal() and is_alive(int(left.name))):
                _remove_folder(left)
    make_private_folder(own)
    return own


def _remove_folder(folder: Path) -> None:
    with suppress(OSError):  # What cannot be removed now is the next process's to remove.
        for path in folder.iterdir():
            remove_file(path)
        folder.rmdir()
