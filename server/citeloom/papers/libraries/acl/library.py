"""The ACL Anthology's file as a library, read piece by piece: unpacked it has some 200 MB."""

import gzip
import re
import zlib
from collections.abc import Iterator
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, cast

from citeloom.keeping.reading import open_file
from citeloom.papers.entry import paper_of
from citeloom.papers.libraries.port import KeptLibrary, LibraryError
from citeloom.papers.paper import Paper
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib

LARGEST = 2_000_000_000
"""Bytes of the unpacked file that are read."""

LONGEST = 1_000_000
"""Characters of an entry; a longer one is left out."""

_AT_ONCE = 100
_MOST_STRINGS = 100_000
_PACKED = b"\x1f\x8b"
_STRING = re.compile(r"@string\s*[{(]\s*([^\s=\"{}#,%]{1,200})\s*=", re.IGNORECASE)
_USED = re.compile(r"[=#]\s*([^\s\"{}#,=]{1,200})")


def read_papers(path: Path) -> Iterator[Paper]:
    """Yield the papers of the file, in order; volumes, which have no authors, are left out.

    Raises
    ------
    LibraryError
        If it cannot be read, or is damaged or something else.
    """
    has_any = False
    try:
        with BufferedReader(open_file(path)) as file:
            packed = file.peek(len(_PACKED)).startswith(_PACKED)
            text = gzip.GzipFile(fileobj=file) if packed else file
            for part in _parts(cast(BinaryIO, text)):
                for entry in resolve([(part, scan_bib(part))]):
                    paper = paper_of(entry)
                    has_any = has_any or bool(paper.acl_id)
                    if paper.title and paper.type != "proceedings":
                        yield paper
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise LibraryError("it is damaged") from None
    except OSError as error:
        raise LibraryError(f"it cannot be read: {error.strerror or error}") from None
    if not has_any:
        raise LibraryError("it is not the file of the ACL Anthology")


def _parts(file: BinaryIO) -> Iterator[str]:
    """Yield texts of some entries each, with the strings (``@string``) that they use."""
    strings: dict[str, str] = {}
    some: list[str] = []
    for entry in _entries(file):
        if named := _STRING.match(entry):
            if len(strings) < _MOST_STRINGS:
                strings[named[1].lower()] = entry
            continue
        some.append(entry)
        if len(some) == _AT_ONCE:
            yield _with_strings(some, strings)
            some = []
    yield _with_strings(some, strings)


def _with_strings(entries: list[str], strings: dict[str, str]) -> str:
    text = "".join(entries)
    if not strings:
        return text
    used = dict.fromkeys(name.lower() for name in _USED.findall(text))
    return "".join([*(strings[name] for name in used if name in strings), text])


def _entries(file: BinaryIO) -> Iterator[str]:
    """Yield the text of each entry: from an ``@`` that begins a line to the next such line."""
    lines: list[bytes] = []
    size = unpacked = 0
    for line in iter(lambda: file.readline(LONGEST), b""):
        unpacked += len(line)
        if unpacked > LARGEST:
            raise LibraryError(f"it unpacks to more than {LARGEST // 1_000_000} MB")
        if line.startswith(b"@"):
            if lines and size <= LONGEST:
                yield b"".join(lines).decode("utf-8", "replace")
            lines, size = [], 0
        size += len(line)
        if size <= LONGEST and (lines or line.startswith(b"@")):
            lines.append(line)
    if lines and size <= LONGEST:
        yield b"".join(lines).decode("utf-8", "replace")


SOURCE = "acl"


def acl_anthology(file: Path) -> KeptLibrary:
    """Return the papers of the ACL Anthology, as its file says, in the order of the file."""
    return KeptLibrary(SOURCE, file, state_of, read_papers)


def state_of(file: Path) -> str:
    """Return a text that changes with the file, wherever it is moved; empty without one."""
    try:
        status = file.stat()
    except OSError:
        return ""
    return f"1 {status.st_size} {status.st_mtime_ns}"
