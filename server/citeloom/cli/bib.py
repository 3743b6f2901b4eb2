"""``citeloom bib``."""

from pathlib import Path
from typing import Annotated

import typer

from citeloom.actions.context import Context, open_project
from citeloom.actions.papers.cited_bib import cited_bib
from citeloom.actions.writing.save import check_free, save
from citeloom.cli.console import print_message, print_source
from citeloom.cli.main_file import MainFile
from citeloom.problem import InputError, Place


def register(app: typer.Typer) -> None:
    app.command("bib", help="Print a .bib of the cited entries alone, each as you wrote it.")(run)


def run(
    main: MainFile,
    cited: Annotated[
        bool, typer.Option("--cited", help="The cited entries, and those that they need.")
    ] = False,
    to: Annotated[Path | None, typer.Option("--output", help="Write to this file.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the output file.")] = False,
) -> None:
    if not cited:
        raise InputError("no entries are named", advice="name entries, or use --cited")
    if to is not None:
        check_free(to, force=force)
    text = cited_bib(open_project(main, Context()).project)
    if not text:
        raise InputError("the draft cites no entry", Place(main))
    if to is None:
        print_source(text.rstrip("\n"))
        return
    save(text, to, force=force)
    print_message(f"written to {to}")
