"""Marks other people's texts as quoted material for a model, by the installation's secret."""

import hmac
import re
import secrets
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from citeloom.keeping.private import keep_first, write_private
from citeloom.keeping.reading import LARGEST_RECORD, read_file

_MARKS = re.compile(
    r"\s*\[\s*\^?\d+(?:\s*[,;–-]\s*\^?\d+)*\s*\]"
    r"|\s*\((?:[^()]{0,80}\b(?:et al\.?|(?:and|&) [A-Z][\w'-]+)|[A-Z][\w'-]+),?"
    r"\s*(?:19|20)\d\d[a-z]?(?:\s*;[^()]*)?\)"
    r"|\s*\[[^\[\]]{0,80}(?:\bet al\.?|(?:and|&) [A-Z][\w'-]+),?\s*(?:19|20)\d\d[a-z]?"
    r"(?:\s*;[^\[\]]*)?\]"
)


class Fence:
    """Puts texts between tags that their authors cannot guess.

    The tag is an HMAC of the text under the installation's secret: it is the same in every run, so
    that our memo and the providers' caches still match.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def quote(self, text: str, name: str = "") -> str:
        """Return a text between its tags; ``name`` says whose it is (``P3``)."""
        text = text.strip()
        signed = f"{name}\0{text}".encode("utf-8", "surrogatepass")
        tag = "quoted-" + hmac.new(self._secret, signed, sha256).hexdigest()[:12]
        label = f' id="{name}"' if name else ""
        return f"<{tag}{label}>\n{text}\n</{tag}>"


@lru_cache(1024)
def without_citation_marks(text: str) -> str:
    """Return a text without its own citation marks: ``[12]``, ``(Smith et al., 2019)``."""
    return _MARKS.sub("", text)


SECRET_FILE = "secret"
_LENGTH = 32


def installation_secret(folder: Path) -> bytes:
    """Return the secret of the data folder, which is private to the user; make it if it is missing.

    If the folder cannot be written, each run has another secret, and the memo finds nothing.
    """
    path = folder / SECRET_FILE
    if kept := _read(path):
        return kept
    made = secrets.token_bytes(_LENGTH)
    with suppress(OSError):
        write_private(path, made, put=keep_first)
        if kept := _read(path):
            return kept
        write_private(path, made)
    return made


def _read(path: Path) -> bytes:
    """Return the secret; empty if there is none or it is broken."""
    with suppress(OSError):
        kept = read_file(path, LARGEST_RECORD)
        return kept if len(kept) == _LENGTH else b""
    return b""
