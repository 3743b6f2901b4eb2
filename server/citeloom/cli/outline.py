"""``citeloom outline``."""

from pathlib import Path
from typing import Annotated

import typer

from citeloom.actions.context import Context
from citeloom.actions.writing.outline.current import standing_outline
from citeloom.actions.writing.save import check_free, save
from citeloom.actions.writing.section import section_named
from citeloom.actions.writing.task.plan import open_draft
from citeloom.cli.console import print_message, print_source
from citeloom.cli.main_file import MainFile


def register(app: typer.Typer) -> None:
    app.command("outline", help="Print the outline that a related work follows, to edit it.")(run)


def run(
    main: MainFile,
    section: Annotated[str, typer.Option(help="Heading of the section, or its number.")] = "",
    to: Annotated[Path | None, typer.Option("--output", help="Write to this file.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the output file.")] = False,
) -> None:
    if to is not None:
        check_free(to, force=force)
    opened = open_draft(main, Context())
    outline = standing_outline(opened, section_named(opened, section).number)
    if to is None:
        print_source(outline.text.rstrip("\n"))
        return
    save(outline.text, to, force=force)
    print_message(f"written to {to}")
