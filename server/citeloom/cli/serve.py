"""``citeloom serve``."""

from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    app.command("serve", help="Serve an editor over standard input and output (LSP).")(run)


def run(
    stdio: Annotated[
        bool, typer.Option("--stdio", help="Ignored; accepted because editors pass it.")
    ] = True,
) -> None:
    from citeloom.lsp.server import serve

    serve()
