"""Where a corpus in Milvus is: a name on a server."""

import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from citeloom.papers.collection import CorpusError
from citeloom.settings import LOOPBACK

USUAL_NAME = "citeloom"
"""The name of a corpus whose address names none."""

_SERVER = re.compile(r"https?://", re.IGNORECASE)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,99}")
_FORM = "such as http://milvus.example.edu:19530, or with a name of its own, .../acl"


@dataclass(frozen=True, slots=True)
class MilvusAddress:
    """A corpus in Milvus.

    Parameters
    ----------
    server
        The address of the server.
    name
        Its name there.
    token
        What the server knows the user by: ``user:password``, or a token; never shown.
    """

    server: str
    name: str = USUAL_NAME
    token: str = field(default="", repr=False)

    def __str__(self) -> str:
        return self.server if self.name == USUAL_NAME else f"{self.server}/{self.name}"

    @property
    def host(self) -> str:
        """The host and port of the server."""
        return urlsplit(self.server).netloc

    @property
    def is_local(self) -> bool:
        """Whether it is on this machine, so that nothing leaves it."""
        return urlsplit(self.server).hostname in LOOPBACK


def milvus_address(named: str) -> MilvusAddress | None:
    """Return the corpus in Milvus that a user names; None if a folder is meant.

    Raises
    ------
    CorpusError
        If it is an address, but none of a Milvus server.
    """
    if not _SERVER.match(named):
        if "://" in named:
            raise CorpusError("a corpus must be a folder or a Milvus server", advice=_FORM)
        return None
    try:
        parts = urlsplit(named)
        hostname, _ = parts.hostname, parts.port
    except ValueError:
        raise CorpusError("this is not the address of a Milvus server", advice=_FORM) from None
    if "@" in parts.netloc:  # The address is not repeated: it may hold a password.
        raise CorpusError(
            "the address of a Milvus server must not contain a user or a password",
            advice="store user:password or a token with 'citeloom key set HOST:PORT'",
        )
    if not hostname or parts.query or parts.fragment:
        raise CorpusError("this is not the address of a Milvus server", advice=_FORM)
    name = parts.path.strip("/") or USUAL_NAME
    if not _NAME.fullmatch(name):
        raise CorpusError(
            f"'{name}' is not a valid corpus name in Milvus",
            advice="use letters, digits and _",
        )
    return MilvusAddress(f"{parts.scheme}://{parts.netloc}", name=name)
