"""The arguments of ``citeloom mcp``, read without the command line's own parser."""

from collections.abc import Sequence


def read_arguments(arguments: Sequence[str]) -> tuple[list[str], bool] | None:
    """Return the folders, and whether his libraries are searched; None for other options.

    An agent waits for the server, so that this option is read here; all others by the command
    line's own parser, which takes twice the time of a start.
    """
    folders = [argument for argument in arguments if argument != "--libraries"]
    if any(folder.startswith("-") for folder in folders):
        return None
    return folders, len(folders) < len(arguments)
