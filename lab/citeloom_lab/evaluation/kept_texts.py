"""Texts of evaluations on the disk, one file each, so that a run that was killed goes on."""

from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from citeloom.keeping.atomic import WriteError
from citeloom.keeping.private import write_private
from citeloom.keeping.reading import LARGEST_RECORD, read_file
from citeloom_lab.evaluation.evaluated_text import EvaluatedText

_TEXT = TypeAdapter(EvaluatedText)
_CODE = (".py", ".txt", ".md", ".tsv")
_NOT_WRITING = frozenset({"__pycache__", "lsp", "cli", "jobs", "actions", "draft", "corpus"})
"""Folders of code that has no part in a text."""


class TextsOnDisk:
    """Texts in a folder, by a hash of all that decides on them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, key: str) -> EvaluatedText | None:
        """Return a text; None if it is not kept or cannot be read."""
        try:
            return _TEXT.validate_json(read_file(self._path(key), LARGEST_RECORD))
        except (OSError, ValidationError):
            return None

    def put(self, key: str, text: EvaluatedText) -> None:
        """Keep a text in one step.

        Raises
        ------
        WriteError
            If it cannot be written.
        """
        path = self._path(key)
        try:
            write_private(path, _TEXT.dump_json(text))
        except OSError as error:
            raise WriteError(path, error.strerror or str(error)) from None

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.json"


def text_key(*decides: str) -> str:
    """Return the name of a text by all that decides on it."""
    return sha256("\0".join(decides).encode("utf-8", "replace")).hexdigest()


def code_digest() -> str:
    """Return a hash of the program's own files: another version may write another text.

    A model is not asked again for that: the memo keeps its answers.
    """
    found = sha256()
    for package in ("citeloom", "citeloom_latex"):
        for name, text in _code(files(package), package):
            found.update(f"{name}\0{text}\0".encode())
    return found.hexdigest()


def _code(folder: Traversable, name: str) -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        inside = f"{name}/{entry.name}"
        if entry.is_dir():
            if entry.name not in _NOT_WRITING:
                yield from _code(entry, inside)
        elif entry.name.endswith(_CODE):
            yield inside, entry.read_text(encoding="utf-8")
