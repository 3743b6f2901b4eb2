"""The key of an endpoint: from the editor, the environment or the system's keyring."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from citeloom.models.port import SetupError
from citeloom.problem import ServiceError

SERVICE = "citeloom"
VARIABLE = "CITELOOM_MODEL_KEY"
EMBEDDINGS_VARIABLE = "CITELOOM_EMBEDDINGS_KEY"
CORPUS_VARIABLE = "CITELOOM_CORPUS_KEY"

_SIGNS = re.compile(r"[!-~]+")


class KeyringError(ServiceError):
    """The system's keyring cannot be used; the message says why, and what works instead."""


@dataclass(frozen=True)
class Key:
    """A key, which is never shown, and where it came from."""

    value: str = field(default="", repr=False)
    source: str = ""

    @property
    def hint(self) -> str:
        """What may be shown: that there is a key and, if it is long, its last characters."""
        if not self.value:
            return "none"
        return f"…{self.value[-4:]}" if len(self.value) >= 16 else "set"


def key_for(
    host: str, variable: str, handed_over: str = "", ours: tuple[str, ...] = (VARIABLE,)
) -> Key:
    """Return the key for an endpoint's host.

    The first of these counts: what the editor handed over, the variables of our own (``ours``), the
    provider's own variable, the system's keyring. A keyring that cannot be used counts as empty.
    One with characters that no key has is refused, by a message that does not show it.
    """
    if handed_over := handed_over.strip():
        return _valid_key(handed_over, "the editor")
    for name in (*ours, variable):
        if name and (value := os.environ.get(name, "").strip()):
            return _valid_key(value, f"the environment ({name})")
    try:
        kept = stored_key(host)
    except KeyringError:
        kept = ""
    return _valid_key(kept.strip(), "the system's keyring") if kept.strip() else Key()


def stored_key(host: str) -> str:
    """Return the keyring's key for a host; empty if it has none.

    Raises
    ------
    KeyringError
        If there is no keyring, or it is locked.
    """
    with _keyring() as keyring:
        return keyring.get_password(SERVICE, host) or ""


def store_key(host: str, value: str) -> None:
    """Put a key for a host into the keyring.

    Raises
    ------
    KeyringError
        If the keyring cannot be used.
    """
    with _keyring() as keyring:
        keyring.set_password(SERVICE, host, value)


def remove_key(host: str) -> bool:
    """Take a host's key out of the keyring; tell whether there was one.

    Raises
    ------
    KeyringError
        If the keyring cannot be used.
    """
    with _keyring() as keyring, suppress(keyring.errors.PasswordDeleteError):
        keyring.delete_password(SERVICE, host)
        return True
    return False


def _valid_key(value: str, source: str) -> Key:
    if not _SIGNS.fullmatch(value):
        raise SetupError(f"the key from {source} contains characters that are not allowed in a key")
    return Key(value, source)


@contextmanager
def _keyring() -> Iterator[Any]:
    """Give the library that asks the system's keyring; its errors become ours."""
    import keyring
    import keyring.errors

    try:
        yield keyring
    except keyring.errors.KeyringError as error:
        reason = str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__
        raise KeyringError(
            f"the system's keyring cannot be used ({reason}); "
            f"the environment variable {VARIABLE} works everywhere"
        ) from None
