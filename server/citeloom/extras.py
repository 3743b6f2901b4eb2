"""Parts of the program that need libraries which are installed when they are wanted."""

import sys
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from types import ModuleType

from citeloom.problem import InputError


class MissingExtraError(InputError):
    """A library is not installed; the message says how it is.

    Parameters
    ----------
    extra
        Its group in this program's metadata.
    for_what
        What needs it: "a corpus".
    distribution
        Whose extra it is.
    """

    def __init__(self, extra: str, for_what: str, distribution: str = "citeloom") -> None:
        python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
        super().__init__(
            f"{for_what} needs libraries that are not installed",
            advice=f'install them with: {python} -m pip install "{distribution}[{extra}]"',
        )


def import_library(
    module: str, extra: str, for_what: str, distribution: str = "citeloom"
) -> ModuleType:
    """Import a library of an extra.

    Raises
    ------
    MissingExtraError
        If it, or a library that it needs, is not installed.
    """
    try:
        return import_module(module)
    except ImportError:
        raise MissingExtraError(extra, for_what, distribution) from None


def library_version(package: str) -> str:
    """Return the version of an installed package; empty if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""
