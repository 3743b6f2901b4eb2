"""``citeloom report``."""

from pathlib import Path
from typing import Annotated

import typer

from citeloom.actions.checking.report import report_of
from citeloom.actions.checking.report_pages import html_page, latex_page
from citeloom.actions.context import Context, open_project
from citeloom.actions.writing.save import check_free, save
from citeloom.cli.console import print_message, print_page
from citeloom.cli.main_file import MainFile


def register(app: typer.Typer) -> None:
    app.command("report", help="Print a page on references and sources, for a submission.")(run)


def run(
    main: MainFile,
    latex: Annotated[bool, typer.Option("--latex", help="As LaTeX, for an appendix.")] = False,
    to: Annotated[Path | None, typer.Option("--output", help="Write to this file.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the output file.")] = False,
) -> None:
    if to is not None:
        check_free(to, force=force)
    context = Context()
    report = report_of(open_project(main, context), context)
    page = latex_page(report) if latex else html_page(report)
    if to is None:
        print_page(page.rstrip("\n"))
        return
    save(page, to, force=force)
    print_message(f"written to {to}")
