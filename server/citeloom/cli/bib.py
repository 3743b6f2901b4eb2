"""``citeloom bib``."""

from typing import Annotated

import typer

from citeloom.actions.context import Context, open_project
from citeloom.actions.papers.cited_bib import cited_bib
from citeloom.cli.main_file import MainFile
from citeloom.cli.output import Force, Output, hand_out
from citeloom.problem import InputError, Place


def register(app: typer.Typer) -> None:
    app.command("bib", help="Print a .bib with the cited entries only, each as you wrote it.")(run)


def run(
    main: MainFile,
    cited: Annotated[
        bool, typer.Option("--cited", help="The cited entries and those they depend on.")
    ] = False,
    to: Output = None,
    force: Force = False,
) -> None:
    if not cited:
        raise InputError("no entries were named", advice="add --cited for the cited ones")
    text = cited_bib(open_project(main, Context()).project)
    if not text:
        raise InputError("the draft cites no .bib entry", Place(main))
    hand_out(text, to, force=force)
