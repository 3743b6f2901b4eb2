"""``citeloom outline``."""

from typing import Annotated

import typer

from citeloom.actions.context import Context
from citeloom.actions.writing.outline.current import standing_outline
from citeloom.actions.writing.section import section_named
from citeloom.actions.writing.task.plan import open_draft
from citeloom.cli.main_file import MainFile
from citeloom.cli.output import Force, Output, hand_out


def register(app: typer.Typer) -> None:
    app.command("outline", help="Print the outline of a related work, to edit it.")(run)


def run(
    main: MainFile,
    section: Annotated[str, typer.Option(help="Heading of the section, or its number.")] = "",
    to: Output = None,
    force: Force = False,
) -> None:
    opened = open_draft(main, Context())
    outline = standing_outline(opened, section_named(opened, section).number)
    hand_out(outline.text, to, force=force)
