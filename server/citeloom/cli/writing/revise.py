"""``citeloom revise``."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from citeloom.actions.context import Context, open_project, project_folder
from citeloom.actions.writing.insert import Insertion, insert_into_files
from citeloom.actions.writing.revising.place import offset_of_line
from citeloom.actions.writing.revising.request import ReviseRequest, Revision
from citeloom.actions.writing.revising.revise import revise
from citeloom.actions.writing.waiting import WovenSentences
from citeloom.cli.console import ShownProgress, print_message, print_source
from citeloom.cli.outside import Outside, with_outside
from citeloom.cli.writing.insertion_words import say_insertion

INTERRUPTED = 130


def register(app: typer.Typer) -> None:
    app.command("revise", help="Rewrite sentences whose sources have changed, or work on one.")(run)


def run(
    main: Annotated[
        Path, typer.Argument(help="A .tex file of the project; --line is a line of it.")
    ],
    do: Annotated[Revision, typer.Option("--do", help="What to do.")] = Revision.STALE,
    line: Annotated[
        int | None,
        typer.Option(min=1, help="The sentence and the paragraph in this line are meant."),
    ] = None,
    in_place: Annotated[
        bool, typer.Option("--in-place", help="Write it into the file, between its marks.")
    ] = False,
    outside: Outside = False,
) -> None:
    """Revise written text; show the difference, or write it."""
    context = Context()
    opened = open_project(main, context)
    at = None if line is None else offset_of_line(opened, main, line)
    progress = ShownProgress()
    try:
        text = asyncio.run(revise(ReviseRequest(main, do, at), context, progress))
    except KeyboardInterrupt:
        print_message("interrupted; nothing was written")
        raise typer.Exit(INTERRUPTED) from None
    finally:
        progress.clear()
    print_message(text.title)
    for warning in text.warnings:
        print_message(f"warning: {warning}")
    assert isinstance(text.content, WovenSentences)
    if not in_place:
        print_source(text.content.difference)
        return

    def insert() -> Insertion:
        folder = project_folder(opened.project, main, context)
        return insert_into_files(text, opened, folder)

    say_insertion(with_outside(insert, context, outside=outside))
