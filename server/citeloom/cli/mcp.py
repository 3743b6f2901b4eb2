"""``citeloom mcp``."""

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    app.command("mcp", help="Serve an agent over standard input and output (MCP).")(run)


def run(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(help="Folders whose drafts may be read; the current folder by default."),
    ] = None,
    libraries: Annotated[
        bool,
        typer.Option(
            "--libraries",
            help="Let agents search the libraries named in config.toml.",
        ),
    ] = False,
) -> None:
    from citeloom.mcp.server import serve

    serve([str(folder) for folder in folders or ()], libraries)
