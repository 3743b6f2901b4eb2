"""The indexes of large .bib files, kept on the disk, so that a .bib of 27 MB is there at once.

An index is kept for the path of its .bib, and holds numbers alone. It is proved by a hash of the
text together with the code that reads, and by one of itself. Where it is missing, of another text
or damaged, or cannot be written, the .bib is read as if there were none.
"""

import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path

from citeloom.keeping.atomic import is_temporary, remove_left_beside
from citeloom.keeping.private import remove_file, write_private
from citeloom.keeping.reading import LARGEST_TEXT, read_file
from citeloom_latex.bib.scan import read_parts
from citeloom_latex.bib.stored_parts import ReadPart, pack_parts, unpack_parts

SMALLEST = 1_000_000
"""Characters of a .bib file below which it is read sooner than its index is proved."""

MOST_BYTES = 60_000_000
"""Bytes of all indexes; that of a .bib of 27 MB has 0.8 MB."""

MOST_INDEXES = 100

SUFFIX = ".index"

_DIGEST = 16


class KeptIndexes:
    """The folder that holds the indexes.

    Parameters
    ----------
    writes_later
        Whether new indexes are written when ``write`` is called, instead of at once: to make one,
        all entries are looked through.
    """

    def __init__(self, folder: Path, *, writes_later: bool = False) -> None:
        self._folder = folder
        self._writes_later = writes_later
        self._unwritten: dict[Path, tuple[bytes, str, Sequence[ReadPart]]] = {}

    def parts(self, path: Path, text: str, encoded: bytes | None = None) -> Sequence[ReadPart]:
        """Return the parts of the text of a .bib file; ``encoded`` is the text in UTF-8."""
        if len(text) < SMALLEST:
            return read_parts(text)
        proof = _proof(text.encode("utf-8", "surrogatepass") if encoded is None else encoded)
        if (known := self._read(path, proof, text)) is not None:
            return known
        parts = read_parts(text)
        self._unwritten[path] = (proof, text, parts)
        if not self._writes_later:
            self.write()
        return parts

    def write(self) -> None:
        """Write the indexes that are not written yet, where that is possible."""
        for path in [*self._unwritten]:
            unwritten = self._unwritten.pop(path, None)
            if unwritten is None:  # Another thread writes it.
                continue
            proof, text, parts = unwritten
            packed = pack_parts(text, parts)
            with suppress(OSError):
                file = self._file(path)
                write_private(file, b"".join((proof, _hash(packed), packed)))
                remove_left_beside(file)
                self._drop_old()

    def _read(self, path: Path, proof: bytes, text: str) -> Sequence[ReadPart] | None:
        file = self._file(path)
        try:
            kept = read_file(file, LARGEST_TEXT)
        except OSError:
            return None
        own, packed = kept[_DIGEST : 2 * _DIGEST], kept[2 * _DIGEST :]
        if kept[:_DIGEST] != proof or own != _hash(packed):
            return None
        with suppress(OSError):
            file.touch()  # Those that nobody has used for the longest time are dropped first.
        return unpack_parts(text, packed)

    def _file(self, path: Path) -> Path:
        name = _hash(str(path).encode("utf-8", "surrogatepass")).hex()
        return self._folder / f"{name}{SUFFIX}"

    def _drop_old(self) -> None:
        """Remove the indexes beyond what is kept."""
        found = []
        for file in self._folder.glob(f"*{SUFFIX}"):
            status = file.stat()
            found.append((status.st_mtime, status.st_size, file))
        size = 0
        for number, (_, size_of_file, file) in enumerate(sorted(found, reverse=True)):
            size += size_of_file
            if number >= MOST_INDEXES or size > MOST_BYTES:
                remove_file(file)


def index_files(folder: Path) -> tuple[Path, ...]:
    """Return the files of a folder of indexes, half-written ones included."""
    return tuple(sorted(folder.glob(f"*{SUFFIX}"))) + tuple(
        path for path in sorted(folder.glob(".*")) if is_temporary(path.name)
    )


def _proof(data: bytes) -> bytes:
    return _hash(data, key=_readers())


def _hash(data: bytes, key: bytes = b"") -> bytes:
    return blake2b(data, digest_size=_DIGEST, key=key).digest()


@cache
def _readers() -> bytes:
    """Return a hash of the code that reads .bib files, and of the Python that runs it."""
    found = blake2b(sys.version.encode(), digest_size=_DIGEST)
    package = files("citeloom_latex.bib")
    for file in sorted(package.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".py"):
            found.update(file.read_bytes())
    return found.digest()
