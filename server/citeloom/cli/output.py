"""``--output``: a text goes to a file instead of the terminal."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from citeloom.actions.writing.save import save
from citeloom.cli.console import print_message, print_source

Output = Annotated[Path | None, typer.Option("--output", help="Write to this file.")]
Force = Annotated[bool, typer.Option("--force", help="Overwrite the output file.")]


def hand_out(
    text: str, to: Path | None, *, force: bool, show: Callable[[str], None] = print_source
) -> None:
    """Write a text to a file, or show it where none is named."""
    if to is None:
        show(text.rstrip("\n"))
        return
    save(text, to, force=force)
    print_message(f"written to {to}")
