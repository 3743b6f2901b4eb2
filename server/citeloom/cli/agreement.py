"""Ask before a draft is sent by a method that its user has not named."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from citeloom.actions.context import Context
from citeloom.actions.corpus.draft_embedder import draft_embedder, not_agreed
from citeloom.actions.user.sending_agreement import NeedsConsent, check_consent
from citeloom.actions.writing.forecast import Forecast
from citeloom.cli.console import is_confirmed, print_message
from citeloom.problem import InputError

Yes = Annotated[bool, typer.Option("--yes", help="Agree to what the project's method sends.")]


def check_agreement(made: Forecast, root: Path, context: Context, *, yes: bool) -> None:
    """See that the user agrees to what a method sends that a project's own file chose.

    In a terminal the user is asked, for a project and a model once, as in an editor.

    Raises
    ------
    InputError
        If the user does not agree, or cannot be asked.
    """
    try:
        check_consent(made, root, context.user.data_folder)
    except NeedsConsent as needed:
        _ask(made, needed, yes=yes)


def _ask(made: Forecast, needed: NeedsConsent, *, yes: bool) -> None:
    *others, last = needed.parts
    parts = f"{', '.join(others)} and {last}" if others else last
    known = f"data about {made.references} references"
    sends = f"sends {parts} and {known} to {needed.receiver.in_words}"
    chosen = f"the project's citeloom.toml chooses the method '{made.method}', which {sends}"
    if not yes and not (sys.stdin.isatty() and is_confirmed(chosen)):
        advice = f"--method {made.method}, or --yes, agrees to that"
        raise InputError(f"{chosen}; nothing was sent", advice=advice)
    needed.agree()


def embedder_agreement(root: Path, context: Context, *, yes: bool, ask: bool) -> None:
    """Say by whom texts are compared; where that is beyond this machine, ask for an agreement.

    Without one words count, and nothing is sent there. Nobody is asked unless ``ask``.
    """
    embedder = draft_embedder(root, context)
    if embedder is None:
        print_message("  papers are compared by words; no embedder is configured")
        return
    if not embedder.may_be_sent_to and ask:
        sends = (
            "the draft's text, and titles, abstracts and kept full texts of papers go to "
            f"{embedder.receiver}, to compare them by meaning"
        )
        if yes or (sys.stdin.isatty() and is_confirmed(sends)):
            embedder.agree()
    if embedder.may_be_sent_to:
        print_message(f"  papers are compared by {embedder.setup.vectors}")
    else:
        print_message(f"  {not_agreed(embedder)}")
