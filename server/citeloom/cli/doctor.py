"""``citeloom doctor``."""

from typing import Annotated

import typer

from citeloom.actions.context import Context
from citeloom.actions.user.doctor import doctor, sent_requests
from citeloom.cli.console import print_answer
from citeloom.cli.exit_codes import PROBLEMS_FOUND
from citeloom.plural import number_of


def register(app: typer.Typer) -> None:
    app.command("doctor", help="Show what is configured and whether it works.")(run)


def run(
    left: Annotated[
        bool, typer.Option("--sent", help="Show what was sent from this machine instead.")
    ] = False,
) -> None:
    if left:
        _show_sent()
        return
    findings = doctor(Context())
    for finding in findings:
        print_answer(f"{'ok ' if finding.works else 'NO '} {finding.name}: {finding.detail}")
    if not all(finding.works for finding in findings):
        raise typer.Exit(PROBLEMS_FOUND)


def _show_sent() -> None:
    lines = sent_requests(Context())
    for line in lines:
        requests = number_of(line.requests, "request")
        print_answer(f"{line.day} {line.host}: {requests}, {line.bytes:,} bytes")
    if not lines:
        print_answer("nothing was sent from this machine")
