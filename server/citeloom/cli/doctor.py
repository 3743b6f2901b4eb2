"""``citeloom doctor``."""

import typer

from citeloom.actions.context import Context
from citeloom.actions.doctor import doctor
from citeloom.cli.console import output


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("doctor", help="Say what is configured and whether it works.")(run)


def run() -> None:
    """Look at this installation."""
    findings = doctor(Context())
    for one in findings:
        output(f"{'ok ' if one.works else 'NO '} {one.name}: {one.detail}")
    if not all(one.works for one in findings):
        raise typer.Exit(1)
