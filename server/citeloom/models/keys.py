"""Where the key of an endpoint comes from: the editor, the environment, the system's keyring."""

import os
import re
from dataclasses import dataclass, field

from citeloom.models.port import SetupError
from citeloom.problem import ServiceError

SERVICE = "citeloom"
VARIABLE = "CITELOOM_MODEL_KEY"

_SIGNS = re.compile(r"[!-~]+")


class KeyringError(ServiceError):
    """The system's keyring cannot be used; the message says why, and what works instead."""


@dataclass(frozen=True)
class Key:
    """A key and where it came from; it is never shown."""

    value: str = field(default="", repr=False)
    source: str = ""

    @property
    def masked(self) -> str:
        """What may be shown of it: that it is there, and its last characters if it is long."""
        if not self.value:
            return "none"
        return f"…{self.value[-4:]}" if len(self.value) >= 16 else "set"


def key_for(host: str, variable: str, handed_over: str = "") -> Key:
    """Return the key for an endpoint's host.

    The first of these counts: what the editor handed over, ``CITELOOM_MODEL_KEY``, the provider's
    own variable, the system's keyring. A keyring that cannot be used counts as empty.

    Raises
    ------
    SetupError
        If it holds signs that no key has; the message does not show it.
    """
    if handed_over := handed_over.strip():
        return _checked(handed_over, "the editor")
    for name in (VARIABLE, variable):
        if name and (value := os.environ.get(name, "").strip()):
            return _checked(value, f"the environment ({name})")
    try:
        kept = stored(host)
    except KeyringError:
        kept = ""
    return _checked(kept.strip(), "the system's keyring") if kept.strip() else Key()


def stored(host: str) -> str:
    """Return the key that the keyring has for a host; empty where it has none.

    Raises
    ------
    KeyringError
        If there is no keyring, or it is locked.
    """
    import keyring
    import keyring.errors

    try:
        return keyring.get_password(SERVICE, host) or ""
    except keyring.errors.KeyringError as error:
        raise _unusable(error) from None


def store(host: str, value: str) -> None:
    """Put a key for a host into the keyring.

    Raises
    ------
    KeyringError
        As ``stored`` does.
    """
    import keyring
    import keyring.errors

    try:
        keyring.set_password(SERVICE, host, value)
    except keyring.errors.KeyringError as error:
        raise _unusable(error) from None


def remove(host: str) -> bool:
    """Take a host's key out of the keyring; tell whether there was one.

    Raises
    ------
    KeyringError
        As ``stored`` does.
    """
    import keyring
    import keyring.errors

    try:
        keyring.delete_password(SERVICE, host)
    except keyring.errors.PasswordDeleteError:
        return False
    except keyring.errors.KeyringError as error:
        raise _unusable(error) from None
    return True


def _checked(value: str, source: str) -> Key:
    if not _SIGNS.fullmatch(value):
        raise SetupError(f"the key from {source} holds signs that no key has")
    return Key(value, source)


def _unusable(error: Exception) -> KeyringError:
    reason = str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__
    return KeyringError(
        f"the system's keyring cannot be used ({reason}); "
        f"the environment variable {VARIABLE} works everywhere"
    )
