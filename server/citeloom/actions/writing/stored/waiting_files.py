"""The waiting texts on disk: a private file for each, so that two servers never write the same."""

import logging
import re
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from citeloom.actions.writing.waiting import WaitingText
from citeloom.keeping.private import BROKEN, remove_file, write_private
from citeloom.keeping.reading import LARGEST_RECORD, UnreadFileError, read_file

logger = logging.getLogger("citeloom")

MOST = 60
"""Texts that are kept, of all projects together."""

MOST_BYTES = 60_000_000

_FILE = re.compile(r"[0-9a-f]{32}\.json")
_SEALED = re.compile(rb'\{"sha256":"(?P<sha256>[0-9a-f]{64})","text":(?P<text>.*)\}', re.DOTALL)
_ADAPTER = TypeAdapter(WaitingText)


@dataclass(frozen=True)
class _Kept:
    """A text as its file had it; ``state``, the time and the bytes, changes with the file."""

    state: tuple[int, int]
    text: WaitingText


class WaitingFiles:
    """The folder of the waiting texts; a file that has not changed is not read again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept: dict[str, _Kept] = {}

    def texts(self) -> tuple[WaitingText, ...]:
        """Return all texts, the one that was kept last at the end; set broken files aside."""
        found: dict[str, _Kept] = {}
        for path in _files(self._folder):
            with suppress(FileNotFoundError):  # Another server has removed it.
                if (kept := self._read(path)) is not None:
                    found[kept.text.id] = kept
        self._kept = found
        ordered = sorted(found.values(), key=lambda kept: (kept.state, kept.text.id))
        return tuple(kept.text for kept in ordered)

    def put(self, text: WaitingText) -> bool:
        """Keep a text in place of its earlier state; tell whether that was possible."""
        try:
            data = _sealed(_ADAPTER.dump_json(text))
            if len(data) > LARGEST_RECORD:
                raise UnreadFileError(0, f"it has {len(data):,} bytes")
            write_private(self._path(text.id), data)
        except (OSError, ValueError) as error:
            why = (error.strerror if isinstance(error, OSError) else "") or error
            logger.warning("a waiting text is kept in memory only: %s", why)
            return False
        self._make_room(text.id)
        return True

    def remove(self, text_id: str) -> None:
        """Remove a text."""
        self._kept.pop(text_id, None)
        try:
            remove_file(self._path(text_id))
        except OSError as error:
            logger.warning("a waiting text cannot be removed: %s", error)

    def remove_gone(self) -> None:
        """Remove the texts whose drafts are no more; not those on a disk that is away."""
        for text in self.texts():
            if text.root.parent.is_dir() and not text.root.exists():
                logger.info("a waiting text is removed with its draft, %s", text.root)
                self.remove(text.id)

    def _path(self, text_id: str) -> Path:
        name = f"{text_id}.json"
        if not _FILE.fullmatch(name):
            raise ValueError(f"{text_id!r} is not the id of a waiting text")
        return self._folder / name

    def _read(self, path: Path) -> _Kept | None:
        found = path.stat()
        state = (found.st_mtime_ns, found.st_size)
        known = self._kept.get(path.stem)
        if known is not None and known.state == state:
            return known
        try:
            text = _ADAPTER.validate_json(_unsealed(read_file(path, LARGEST_RECORD)))
            if text.id != path.stem:
                raise ValueError("it is the text of another file")
        except FileNotFoundError:
            raise
        except (OSError, ValueError) as error:
            fault = error.errors()[0]["msg"] if isinstance(error, ValidationError) else error
            logger.warning("a waiting text cannot be read and is set aside: %s: %s", path, fault)
            with suppress(OSError):
                path.replace(path.with_suffix(BROKEN))
            return None
        return _Kept(state, text)

    def _make_room(self, new: str) -> None:
        """Remove what is too much: texts that do not wait first, then the oldest."""
        texts = [text for text in self.texts() if text.id != new]
        texts.sort(key=lambda text: not (text.inserted or text.set_aside))
        size = sum(kept.state[1] for kept in self._kept.values())
        for number, text in enumerate(texts):
            if len(texts) - number < MOST and size <= MOST_BYTES:
                return
            size -= self._kept[text.id].state[1]
            logger.warning("too many waiting texts; removed the one for %s", text.root)
            self.remove(text.id)


def _sealed(data: bytes) -> bytes:
    """Return a text's JSON with its hash, in one JSON object."""
    return b'{"sha256":"%s","text":%s}' % (sha256(data).hexdigest().encode(), data)


def _unsealed(data: bytes) -> bytes:
    """Return the text's JSON, byte by byte as it was sealed.

    What a renderer wrote is not rendered again, so a text that somebody else changed would go into
    the draft as ours.
    """
    found = _SEALED.fullmatch(data)
    if found is None:
        raise ValueError("it is incomplete")
    if sha256(found["text"]).hexdigest().encode() != found["sha256"]:
        raise ValueError("it was changed after it was written")
    return found["text"]


def _files(folder: Path) -> list[Path]:
    with suppress(OSError):
        return [path for path in folder.iterdir() if _FILE.fullmatch(path.name)]
    return []
