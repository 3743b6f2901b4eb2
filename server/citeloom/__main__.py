"""``python -m citeloom``, and the program ``citeloom``."""

import sys


def main() -> None:
    """Run the command line.

    An editor waits for ``citeloom serve``: it begins without what only the other commands need.
    """
    if sys.argv[1:] in (["serve"], ["serve", "--stdio"]):
        from citeloom.lsp.server import serve

        serve()
    from citeloom.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
