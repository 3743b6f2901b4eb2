"""Parts of the program that need libraries which are installed when they are wanted."""

from citeloom.problem import InputError


class MissingExtraError(InputError):
    """A library is not installed; the message says how it is.

    Parameters
    ----------
    extra
        Its group in this program's metadata.
    for_what
        What needs it: "a corpus".
    """

    def __init__(self, extra: str, for_what: str) -> None:
        super().__init__(
            f"{for_what} needs libraries that are not installed",
            advice=f"install them with: pip install 'citeloom[{extra}]'",
        )
