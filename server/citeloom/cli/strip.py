"""``citeloom strip``."""

import typer

from citeloom.actions.context import Context
from citeloom.actions.writing.strip import strip
from citeloom.cli.console import print_message, short_path
from citeloom.cli.main_file import MainFile
from citeloom.cli.outside import Outside, with_outside


def register(app: typer.Typer) -> None:
    app.command("strip", help="Remove Citeloom's marks and folder; keep the text.")(run)


def run(
    main: MainFile,
    outside: Outside = False,
) -> None:
    """Take marks and folder away."""
    context = Context()
    plan, removed = with_outside(lambda: strip(main, context), context, outside=outside)
    for path in plan.edits:
        print_message(f"marks removed from {short_path(path)}")
    for path in removed.ours:
        print_message(f"removed {short_path(path)}")
    for path in removed.foreign:
        print_message(f"kept, because not made by Citeloom: {short_path(path)}")
    if not plan.edits and not removed.ours:
        print_message("nothing to remove")
