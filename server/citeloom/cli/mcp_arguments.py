"""The arguments of ``citeloom mcp``, read without the command line's own parser."""

from collections.abc import Sequence

from citeloom.mcp.own_papers import OwnPapers


def read_arguments(arguments: Sequence[str]) -> tuple[list[str], OwnPapers] | None:
    """Return the folders and what is said of his own papers; None for other options.

    An agent waits for the server, so that options in one word, as the extension writes them, are
    read here; all others by the command line's own parser, which takes twice the time of a start.
    """
    folders: list[str] = []
    library: list[str] = []
    are_searched, zotero = False, ""
    for argument in arguments:
        name, equals, value = argument.partition("=")
        if argument == "--libraries":
            are_searched = True
        elif name == "--zotero" and equals:
            zotero = value
        elif name == "--library" and equals:
            library.append(value)
        elif argument.startswith("-"):
            return None
        else:
            folders.append(argument)
    return folders, OwnPapers(are_searched, zotero, tuple(library))
