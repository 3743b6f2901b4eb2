"""The user's agreements on what of a project may be sent to whom, kept privately."""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from citeloom.keeping.private import read_private_json, write_private_json
from citeloom.models.setup import Setup
from citeloom.problem import InputError

FILE = "agreed.json"


@dataclass(frozen=True)
class Receiver:
    """The receiver of what is sent: a host and a model there."""

    host: str = ""
    model: str = ""


NOBODY = Receiver()


def receiver_of(setup: Setup) -> Receiver:
    """Return the receiver that a configured model sends to."""
    return Receiver(setup.host, setup.name)


def check_receiver(setup: Setup, agreed: Receiver) -> None:
    """Refuse a model that is neither on this machine nor the one that the user has agreed to.

    Raises
    ------
    InputError
        If another model is configured.
    """
    if not setup.is_local and receiver_of(setup) != agreed:
        raise InputError(
            f"the model is now {setup.name} at {setup.host}; nothing was sent there",
            advice="start again to be asked whether it may be",
        )


def has_agreed(
    data_folder: Path, root: Path, receiver: Receiver, parts: Collection[str] = ()
) -> bool:
    """Tell whether the user has agreed to send these parts of a project.

    An agreement to another receiver is forgotten.
    """
    kept = _read(data_folder)
    found = kept.get(str(root))
    if found is None:
        return False
    if found[:2] == [receiver.host, receiver.model]:
        return set(parts) <= set(found[2:])
    del kept[str(root)]
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
    kept = _read(data_folder)
    who = [receiver.host, receiver.model]
    before = kept.get(str(root), [])
    more = before[2:] if before[:2] == who else []
    kept[str(root)] = [*who, *dict.fromkeys([*more, *parts])]
    write_private_json(data_folder / FILE, kept)


def _read(data_folder: Path) -> dict[str, list[str]]:
    """Return host, model and parts by project; what cannot be read does not count."""
    kept = read_private_json(data_folder / FILE)
    if not isinstance(kept, dict):
        return {}
    return {name: own for name, own in kept.items() if isinstance(own, list)}
