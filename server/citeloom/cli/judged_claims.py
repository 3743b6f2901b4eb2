"""Have a language model judge the claims of a draft; what is sent is said before."""

import asyncio
from pathlib import Path

import typer

from citeloom.actions.checking.claims.check_claims import ClaimsCheck
from citeloom.actions.checking.claims.judging import (
    check_may_be_sent,
    claims_to_judge,
    judge_claims,
    judging_estimate,
)
from citeloom.actions.context import Context
from citeloom.actions.writing.cost_words import cost_lines, usage_lines
from citeloom.actions.writing.models import configured_model
from citeloom.cli.console import ShownProgress, print_message
from citeloom.cli.outside import with_outside

INTERRUPTED = 130


def judged(
    checked: ClaimsCheck, main: Path, context: Context, *, dry_run: bool, outside: bool
) -> ClaimsCheck | None:
    """Return the claims with what the model says of them; None where nothing is to be asked.

    Raises
    ------
    InputError
        If no model is configured, or something outside of the project would be sent; as
        ServiceError if the model cannot be used.
    """
    with_outside(lambda: check_may_be_sent(checked, main, context), context, outside=outside)
    setup = configured_model()
    made = judging_estimate(checked, setup)
    count = len(claims_to_judge(checked))
    if made.host:
        print_message(f"model: {made.model} at {made.host}")
        print_message(
            f"sent there: the sentences of {count} claims, and titles, abstracts and sentences of "
            "kept full texts of the papers that they cite"
        )
    else:
        print_message("model: none is configured; 'citeloom doctor' says how to set one")
    for line in cost_lines(made):
        print_message(line)
    if dry_run:
        return None
    progress = ShownProgress()
    try:
        found = asyncio.run(judge_claims(checked, context, progress, setup))
    except KeyboardInterrupt:
        print_message("interrupted; what a model has answered is kept")
        raise typer.Exit(INTERRUPTED) from None
    finally:
        progress.clear()
    for line in usage_lines(found.usage, setup.settings.currency if setup else ""):
        print_message(line)
    if found.failed:
        print_message(f"the model gave no answer about {found.failed} claims that could be used")
    return found.claims
