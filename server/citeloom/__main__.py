"""``python -m citeloom``, and the program ``citeloom``."""

import gc
import sys


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
    if sys.argv[1:2] == ["mcp"]:
        from citeloom.cli.mcp_arguments import read_arguments

        if given := read_arguments(sys.argv[2:]):
            from citeloom.mcp.server import serve as serve_agent

            serve_agent(*given)
    from citeloom.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
