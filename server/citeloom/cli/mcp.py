"""``citeloom mcp``."""

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    app.command("mcp", help="Serve an agent over standard input and output (MCP).")(run)


def run(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(help="Folders whose drafts may be read; without one, the current folder."),
    ] = None,
    libraries: Annotated[
        bool,
        typer.Option(
            "--libraries",
            help="Let agents search your own libraries: Zotero, and what 'library' names.",
        ),
    ] = False,
    zotero: Annotated[
        str,
        typer.Option(metavar="PLACE", help="In place of 'zotero' of config.toml."),
    ] = "",
    library: Annotated[
        list[str] | None,
        typer.Option(metavar="PATH", help="Beside 'library' of config.toml."),
    ] = None,
) -> None:
    from citeloom.mcp.own_papers import OwnPapers
    from citeloom.mcp.server import serve

    own = OwnPapers(libraries, zotero, tuple(library or ()))
    serve([str(folder) for folder in folders or ()], own)
