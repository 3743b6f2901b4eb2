"""The laboratory, which measures and trains: a distribution of its own, ``citeloom-lab``.

It may know the program; the program knows its name, the commands that it has, and that its
``methods.METHODS`` are methods.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from citeloom.problem import InputError

PACKAGE = "citeloom_lab"
COMMANDS = {"evaluate": "evaluation.command", "train": "train"}
"""Its commands, each with the module of its ``cli`` that registers it."""


class MissingLaboratoryError(InputError):
    """A command of the laboratory was called, and it is not installed; the message says how it is.

    Parameters
    ----------
    what
        What needs it: "citeloom evaluate".
    """

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what} needs the laboratory, which is not installed",
            advice="in a clone of Citeloom's repository, install it with: "
            f'"{sys.executable}" -m pip install ./lab',
        )


def is_installed() -> bool:
    """Return whether the laboratory can be imported; nothing of it is."""
    return find_spec(PACKAGE) is not None


def module_of(name: str, what: str) -> ModuleType:
    """Import a module of the laboratory.

    Raises
    ------
    MissingLaboratoryError
        If it is not installed; ``what`` is what needs it.
    """
    if not is_installed():
        raise MissingLaboratoryError(what)
    return import_module(f"{PACKAGE}.{name}")
