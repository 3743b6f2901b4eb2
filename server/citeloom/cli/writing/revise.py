"""``citeloom revise``."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from citeloom.actions.context import Context, open_project, project_folder
from citeloom.actions.writing.cost_words import usage_lines
from citeloom.actions.writing.forecast import Forecast, forecast_lines
from citeloom.actions.writing.insert import Insertion, insert_into_files
from citeloom.actions.writing.order_plans import plan_revising
from citeloom.actions.writing.revising.place import offset_of_line
from citeloom.actions.writing.revising.refusals import NothingStaleError
from citeloom.actions.writing.revising.request import (
    ReviseRequest,
    Revision,
    checked_instruction,
    checked_theme,
)
from citeloom.actions.writing.waiting import Unfinished, WovenSentences
from citeloom.cli.agreement import Yes, check_agreement
from citeloom.cli.console import print_message, print_source, shown_progress
from citeloom.cli.exit_codes import INTERRUPTED, PROBLEMS_FOUND, SERVICE_FAILED
from citeloom.cli.outside import Outside, with_outside
from citeloom.cli.writing.doubt_words import say_doubts
from citeloom.cli.writing.insertion_words import say_insertion
from citeloom.cli.writing.planning import (
    INTERRUPTED_EARLY,
    INTERRUPTED_LATE,
    is_wanted,
    planned_order,
)


def register(app: typer.Typer) -> None:
    app.command("revise", help="Rewrite sentences whose sources have changed, or work on one.")(run)


def run(
    main: Annotated[
        Path,
        typer.Argument(
            metavar="MAIN.tex", help="A .tex file of the project; --line is a line of it."
        ),
    ],
    do: Annotated[
        Revision | None, typer.Option("--do", help="What to do; 'stale' if nothing is said.")
    ] = None,
    line: Annotated[
        int | None,
        typer.Option(min=1, help="The sentence and the paragraph in this line are meant."),
    ] = None,
    theme: Annotated[
        str | None,
        typer.Option(help="Tell the paragraph from this point of view; --line says which."),
    ] = None,
    instruction: Annotated[
        str | None,
        typer.Option(help="Have a model rewrite the sentence as you say; --line says which."),
    ] = None,
    method: Annotated[
        str, typer.Option(help="The method that writes; the project's if none.")
    ] = "",
    seed: Annotated[int, typer.Option(help="Another one gives other words.")] = 0,
    in_place: Annotated[
        bool, typer.Option("--in-place", help="Write it into the file, between its marks.")
    ] = False,
    outside: Outside = False,
    yes: Yes = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what a model would be asked, and do nothing.")
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
        _say_forecast(made)
    elif dry_run:
        print_message("no model is asked, nothing leaves this machine")
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
    cancelled = text.unfinished is Unfinished.CANCELLED
    print_message(text.title)
    if text.used:
        for words in usage_lines(text.usage, text.currency):
            print_message(words)
    for warning in text.warnings:
        print_message(f"warning: {warning}")
    assert isinstance(text.content, WovenSentences)
    if not in_place or cancelled:
        print_source(text.content.difference)
    say_doubts([text.doubtful()])
    if cancelled:
        print_message(INTERRUPTED_LATE)

    def insert() -> Insertion:
        folder = project_folder(opened.project, main, context)
        return insert_into_files(text, opened, folder)

    is_doubtful = cancelled or text.is_hardly_supported
    is_inserted = in_place and (not is_doubtful or is_wanted())
    if is_inserted:
        say_insertion(with_outside(insert, context, outside=outside))
    elif is_doubtful:
        print_message("nothing was written")
    if cancelled:
        raise typer.Exit(INTERRUPTED)
    if text.unfinished is Unfinished.FAILED:
        raise typer.Exit(SERVICE_FAILED)
    if text.is_hardly_supported and not is_inserted:
        raise typer.Exit(PROBLEMS_FOUND)


def _say_forecast(made: Forecast) -> None:
    print_message(f"method: {made.method}")
    for notice in made.notices:
        print_message(f"  {notice}")
    for line in forecast_lines(made):
        print_message(line)
