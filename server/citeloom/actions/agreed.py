"""Who may be sent what of a project: what its user has agreed to, kept privately."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from citeloom.actions.private import keep_private, read_private
from citeloom.models.setup import Setup
from citeloom.problem import InputError

FILE = "agreed.json"


@dataclass(frozen=True)
class Receiver:
    """Who would be sent something: a host, and which model there."""

    host: str = ""
    model: str = ""


NOBODY = Receiver()


def receiver_of(setup: Setup) -> Receiver:
    """Return who is asked by a model that is configured."""
    return Receiver(setup.host, setup.name)


def check_receiver(setup: Setup, agreed: Receiver) -> None:
    """See to it that nobody is asked but whom the user has agreed to, or this machine itself.

    Raises
    ------
    InputError
        If the model that is configured is another one.
    """
    if not setup.is_local and receiver_of(setup) != agreed:
        raise InputError(
            f"the model is now {setup.name} at {setup.host}; nothing was sent there",
            advice="start again to be asked whether it may be",
        )


def has_agreed(data_folder: Path, root: Path, receiver: Receiver) -> bool:
    """Tell whether the user has agreed for a project; an agreement to another is forgotten."""
    kept = _read(data_folder)
    found = kept.get(str(root))
    if found is None or found == [receiver.host, receiver.model]:
        return found is not None
    del kept[str(root)]
    with suppress(InputError):  # One that cannot be forgotten does not count all the same.
        keep_private(data_folder / FILE, kept)
    return False


def keep_agreement(data_folder: Path, root: Path, receiver: Receiver) -> None:
    """Remember that the user has agreed for a project.

    Raises
    ------
    InputError
        If it cannot be kept.
    """
    kept = {**_read(data_folder), str(root): [receiver.host, receiver.model]}
    keep_private(data_folder / FILE, kept)


def _read(data_folder: Path) -> dict[str, list[str]]:
    """Return host and model by project; what cannot be read was never agreed to."""
    kept = read_private(data_folder / FILE)
    return kept if isinstance(kept, dict) else {}
