"""``python -m citeloom``, and the program ``citeloom``."""

import gc
import sys
from collections.abc import Sequence


def main() -> None:
    """Run the command line.

    An editor waits for ``citeloom serve`` and an agent for ``citeloom mcp``: they begin without
    what only the other commands need.
    """
    # A large .bib has many objects that stay: to look through them again and again takes long.
    gc.set_threshold(50_000)
    if sys.argv[1:] in (["serve"], ["serve", "--stdio"]):
        from citeloom.lsp.server import serve

        serve()
    if sys.argv[1:2] == ["mcp"] and (given := read_mcp_arguments(sys.argv[2:])):
        from citeloom.mcp.server import serve as serve_agent

        serve_agent(*given)
    from citeloom.cli.main import main as run

    run()


def read_mcp_arguments(arguments: Sequence[str]) -> tuple[list[str], bool] | None:
    """Return an agent's folders, and whether its user's libraries are searched.

    None for other options, which the command line's own parser reads: it takes twice the time of a
    start.
    """
    folders = [argument for argument in arguments if argument != "--libraries"]
    if any(folder.startswith("-") for folder in folders):
        return None
    return folders, len(folders) < len(arguments)


if __name__ == "__main__":
    main()
