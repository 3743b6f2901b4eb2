"""The user's agreements on what of a project may be sent to whom, kept privately."""

from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from citeloom.keeping.private import read_private_json, write_private_json
from citeloom.models.receiver import NO_RECEIVER, Receiver
from citeloom.problem import InputError

__all__ = ["NO_RECEIVER", "Receiver"]

FILE = "agreed.json"


class Sending(Protocol):
    """What a run would send: to whom, which parts, and whether all of it stays on this machine."""

    @property
    def receiver(self) -> Receiver: ...

    @property
    def sent_parts(self) -> tuple[str, ...]: ...

    @property
    def stays_here(self) -> bool: ...


class NeedsConsent(InputError):  # noqa: N818
    """Nothing was sent: the user has not agreed to what would be. Who may ask them runs it again.

    ``parts`` of the project of ``root`` would go to ``receiver``.
    """

    def __init__(
        self, receiver: Receiver, parts: tuple[str, ...], root: Path, data_folder: Path
    ) -> None:
        super().__init__(
            f"the author has not agreed to send the draft to {receiver.in_words}",
            advice="only the author can agree, by writing once with this method in the editor; the "
            "method 'extractive' sends nothing",
        )
        self.receiver, self.parts, self.root = receiver, parts, root
        self._data_folder = data_folder

    def agree(self) -> None:
        """Keep that the user has agreed.

        Raises
        ------
        InputError
            If it cannot be kept.
        """
        keep_agreement(self._data_folder, self.root, self.receiver, self.parts)


def check_consent(sending: Sending, root: Path, data_folder: Path) -> None:
    """Refuse what leaves this machine before its user has agreed to that.

    Raises
    ------
    NeedsConsent
        If they have not.
    """
    parts = sending.sent_parts
    if not (sending.stays_here or has_agreed(data_folder, root, sending.receiver, parts)):
        raise NeedsConsent(sending.receiver, parts, root, data_folder)


def has_agreed(
    data_folder: Path, root: Path, receiver: Receiver, parts: Collection[str] = ()
) -> bool:
    """Tell whether the user has agreed to send these parts of a project.

    An agreement to another receiver of the same role is forgotten.
    """
    kept, name = _read(data_folder), _name(root, receiver)
    found = kept.get(name)
    if found is None:
        return False
    if found[:2] == [receiver.host, receiver.model]:
        return set(parts) <= set(found[2:])
    del kept[name]
    with suppress(InputError):  # One that cannot be forgotten does not count all the same.
        write_private_json(data_folder / FILE, kept)
    return False


def keep_agreement(
    data_folder: Path, root: Path, receiver: Receiver, parts: Collection[str] = ()
) -> None:
    """Add to what the user has agreed to for a project.

    Raises
    ------
    InputError
        If it cannot be kept.
    """
    kept, name = _read(data_folder), _name(root, receiver)
    who = [receiver.host, receiver.model]
    before = kept.get(name, [])
    more = before[2:] if before[:2] == who else []
    kept[name] = [*who, *dict.fromkeys([*more, *parts])]
    write_private_json(data_folder / FILE, kept)


def _name(root: Path, receiver: Receiver) -> str:
    """Return the name of an agreement: a project's, and of another role than to write that role."""
    return f"{receiver.role}: {root}" if receiver.role else str(root)


def _read(data_folder: Path) -> dict[str, list[str]]:
    """Return host, model and parts by project; what cannot be read does not count."""
    kept = read_private_json(data_folder / FILE)
    if not isinstance(kept, dict):
        return {}
    return {name: own for name, own in kept.items() if isinstance(own, list)}
