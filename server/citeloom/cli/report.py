"""``citeloom report``."""

from typing import Annotated

import typer

from citeloom.actions.checking.report import report_of
from citeloom.actions.checking.report_pages import html_page, latex_page
from citeloom.actions.context import Context, open_project
from citeloom.cli.console import print_page
from citeloom.cli.main_file import MainFile
from citeloom.cli.output import Force, Output, hand_out


def register(app: typer.Typer) -> None:
    app.command("report", help="Print a page on references and sources, for a submission.")(run)


def run(
    main: MainFile,
    latex: Annotated[bool, typer.Option("--latex", help="As LaTeX, for an appendix.")] = False,
    to: Output = None,
    force: Force = False,
) -> None:
    context = Context()
    report = report_of(open_project(main, context), context)
    page = latex_page(report) if latex else html_page(report)
    hand_out(page, to, force=force, show=print_page)
