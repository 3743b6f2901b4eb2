"""``citeloom strip``."""

from pathlib import Path
from typing import Annotated

import typer

from citeloom.actions.context import Context
from citeloom.actions.writing.strip import strip
from citeloom.cli.console import message, shown


def register(app: typer.Typer) -> None:
    app.command("strip", help="Take Citeloom's marks and folder away; the text stays.")(run)


def run(main: Annotated[Path, typer.Argument(help="Any .tex file of the project.")]) -> None:
    """Take marks and folder away."""
    stripped = strip(main, Context())
    for path in stripped.changed:
        message(f"marks taken out of {shown(path)}")
    for path in stripped.removed:
        message(f"removed {shown(path)}")
    for path in stripped.foreign:
        message(f"left alone, not ours: {shown(path)}")
    if not stripped.changed and not stripped.removed:
        message("there was nothing to take away")
