"""``citeloom revise``."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from citeloom.actions.context import Context, open_project
from citeloom.actions.writing.order_plans import plan_revising
from citeloom.actions.writing.revising.place import offset_of_line
from citeloom.actions.writing.revising.request import (
    ReviseRequest,
    Revision,
    checked_instruction,
    checked_theme,
)
from citeloom.actions.writing.revising.revise import NothingStaleError
from citeloom.cli.agreement import Yes, check_agreement
from citeloom.cli.console import print_message, shown_progress
from citeloom.cli.outside import Outside
from citeloom.cli.writing.planning import INTERRUPTED_EARLY, hand_over, planned_order, say_plan


def register(app: typer.Typer) -> None:
    app.command(
        "revise", help="Rewrite sentences whose sources have changed, or a sentence of your choice."
    )(run)


def run(
    main: Annotated[
        Path,
        typer.Argument(metavar="MAIN.tex", help="A .tex file of the project; --line refers to it."),
    ],
    do: Annotated[
        Revision | None, typer.Option("--do", help="What to do; 'stale' by default.")
    ] = None,
    line: Annotated[
        int | None,
        typer.Option(min=1, help="The line of the sentence or the paragraph."),
    ] = None,
    theme: Annotated[
        str | None,
        typer.Option(help="Rewrite the paragraph from this point of view; needs --line."),
    ] = None,
    instruction: Annotated[
        str | None,
        typer.Option(help="Let a model rewrite the sentence as instructed; needs --line."),
    ] = None,
    method: Annotated[str, typer.Option(help="The method; by default the project's.")] = "",
    seed: Annotated[int, typer.Option(help="The seed of all random choices.")] = 0,
    in_place: Annotated[
        bool, typer.Option("--in-place", help="Write it to the file, between its marks.")
    ] = False,
    outside: Outside = False,
    yes: Yes = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be sent to a model; do nothing else.")
    ] = False,
) -> None:
    """Revise written text; show the difference, or write it."""
    context = Context()
    opened = open_project(main, context)
    at = None if line is None else offset_of_line(opened, main, line)
    told = Revision.SENTENCE if instruction is not None else Revision.STALE
    revision = do or (told if theme is None else Revision.THEME)
    on = checked_theme(theme or "", revision)
    wish = checked_instruction(instruction or "", revision)
    request = ReviseRequest(main, revision, at, method, seed, on, wish)

    planned = planned_order(partial(plan_revising, request), context, outside=outside)
    made = planned.forecast()
    if made is not None:
        say_plan(made)
    elif dry_run:
        print_message("no model, nothing leaves this machine")
    if dry_run:
        return
    if made is not None and not method:
        check_agreement(made, opened.project.root, context, yes=yes)
    try:
        with shown_progress(INTERRUPTED_EARLY) as progress:
            text = asyncio.run(planned.run(progress, planned.setup))
    except NothingStaleError as nothing:
        print_message(nothing.problem.message)
        return
    hand_over(text, opened, main, context, in_place=in_place, outside=outside)
