"""The files of an arXiv e-print, unpacked in memory: nothing is ever written to disk.

An e-print is a gzipped tar archive, a single gzipped .tex file, or a PDF
(https://info.arxiv.org/help/mimetypes.html).
"""

import gzip
import io
import tarfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from citeloom.papers.fulltext.text import Unreadable

SINGLE = "main.tex"
"""What the file of an e-print is called that is not an archive."""

READ = frozenset({".tex", ".ltx", ".bbl", ".bib", ".sty", ".cls", ".txt"})
"""Suffixes of the files that are kept."""


@dataclass(frozen=True, slots=True)
class UnpackLimits:
    """How large an e-print may be: all of it unpacked, the files that are kept, how many."""

    unpacked: int = 400_000_000
    kept: int = 40_000_000
    files: int = 20_000


def unpack(data: bytes, limits: UnpackLimits = UnpackLimits()) -> Mapping[str, bytes]:
    """Return the texts of an e-print by path (``sections/intro.tex``).

    Links, devices and paths that lead out of the archive are passed over; images are not kept.

    Raises
    ------
    Unreadable
        If it is broken, larger than ``limits``, or no LaTeX source at all.
    """
    if data.startswith(b"\x1f\x8b"):
        data = _gunzip(data, limits.unpacked)
    if data.startswith(b"%PDF"):
        raise Unreadable("its authors gave arXiv a PDF and no LaTeX source")
    if _is_tar(data):
        return _untar(data, limits)
    if b"\\" not in data or b"\0" in data:
        raise Unreadable("the source is neither an archive nor LaTeX")
    if len(data) > limits.kept:
        raise Unreadable(f"the source is larger than {limits.kept:,} bytes")
    return {SINGLE: data}


def _gunzip(data: bytes, most: int) -> bytes:
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            unpacked = file.read(most + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise Unreadable(f"the archive is broken: {error}") from error
    if len(unpacked) > most:
        raise Unreadable(f"the archive is larger than {most:,} bytes when unpacked")
    return unpacked


def _is_tar(data: bytes) -> bool:
    try:
        tarfile.TarInfo.frombuf(data[:512], "utf-8", "surrogateescape")
    except tarfile.HeaderError:
        return False
    return True


def _untar(data: bytes, limits: UnpackLimits) -> Mapping[str, bytes]:
    found: dict[str, bytes] = {}
    kept = 0
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
            for number, member in enumerate(archive):
                if number >= limits.files:
                    raise Unreadable(f"the archive has more than {limits.files:,} files")
                path = PurePosixPath(member.name)
                if not member.isreg() or path.is_absolute() or ".." in path.parts:
                    continue
                if path.suffix.lower() not in READ:
                    continue
                kept += member.size
                if kept > limits.kept:
                    raise Unreadable(f"the archive has more than {limits.kept:,} bytes of text")
                if file := archive.extractfile(member):
                    found[str(path)] = file.read()
    except (tarfile.TarError, OSError, EOFError, ValueError) as error:
        raise Unreadable(f"the archive is broken: {error}") from error
    return found
