"""What the commands that write have in common: their plans, what they ask, and how they end."""

import asyncio
import sys
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, TypeVar

import typer

from citeloom.actions.checking.claims.written_doubts import DoubtfulSentence, doubts_in_words
from citeloom.actions.context import Context, Opened, project_folder
from citeloom.actions.writing.cost_words import usage_lines
from citeloom.actions.writing.forecast import Forecast, forecast_lines
from citeloom.actions.writing.insert import (
    Insertion,
    check_section,
    insert_into_files,
    merge_lines,
)
from citeloom.actions.writing.order_plans import PlannedTexts
from citeloom.actions.writing.task.sendable import SENT
from citeloom.actions.writing.waiting import Unfinished, WaitingText, WovenSentences
from citeloom.cli.console import print_message, print_source, short_path, shown_progress
from citeloom.cli.exit_codes import INTERRUPTED, PROBLEMS_FOUND, SERVICE_FAILED
from citeloom.cli.outside import with_outside
from citeloom.visible import shorten

INTERRUPTED_EARLY = "interrupted; nothing was written, and the model's answers are kept"
INTERRUPTED_LATE = "interrupted; what was done is shown, and the model's answers are kept"

_LONGEST = 100
"""Characters of a doubtful sentence that are shown."""

Planned = TypeVar("Planned", bound=PlannedTexts)


def planned_order(
    plan: Callable[..., Coroutine[Any, Any, Planned]],
    context: Context,
    *,
    outside: bool,
    in_place: bool = False,
) -> Planned:
    """Return an order's plan; `outside` lets the project use files that it is refused."""

    def make() -> Planned:
        with shown_progress(INTERRUPTED_EARLY) as progress:
            made = asyncio.run(plan(context, "", progress))
        for text in made.texts:
            if outside:
                text.folder.check(text.closed, SENT)
            if in_place and text.target is not None:
                check_section(text.target, text.opened, text.folder)
        return made

    return with_outside(make, context, outside=outside)


def say_plan(made: Forecast, instead: str = "") -> None:
    """Say by which method something is made, and what that sends and takes."""
    if not made.uses_model:
        print_message(f"method: {made.method} (no model, nothing leaves this machine{instead})")
        return
    print_message(f"method: {made.method}{instead}")
    for notice in made.notices:
        print_message(f"  {notice}")
    for line in forecast_lines(made):
        print_message(line)


def hand_over(
    text: WaitingText,
    opened: Opened,
    main: Path,
    context: Context,
    *,
    in_place: bool,
    outside: bool,
) -> None:
    """Say what was made of sentences, and show the difference or write it into the files.

    Raises
    ------
    Exit
        If it is not all that was asked for, or is not fit to be written.
    """

    def insert() -> Insertion:
        folder = project_folder(opened.project, main, context)
        return insert_into_files(text, opened, folder)

    content, cancelled = text.content, text.unfinished is Unfinished.CANCELLED
    assert isinstance(content, WovenSentences)
    print_message(text.title)
    if text.used:
        for line in usage_lines(text.usage, text.currency):
            print_message(line)
    for warning in text.warnings:
        print_message(f"warning: {warning}")
    if not in_place or cancelled:
        print_source(content.difference)
    say_doubts([text.doubtful()])
    if cancelled:
        print_message(INTERRUPTED_LATE)
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
    if not is_inserted and text.is_hardly_supported:
        raise typer.Exit(PROBLEMS_FOUND)


def is_wanted() -> bool:
    """Ask in a terminal whether what is there is to be written, though it is not all or weak."""
    return sys.stdin.isatty() and typer.confirm("Write it into the file anyway?", err=True)


def say_doubts(versions: Sequence[Sequence[DoubtfulSentence]]) -> None:
    """Say which sentences of a text hold something that their papers do not say, by version."""
    for number, doubtful in enumerate(versions, 1):
        if not doubtful:
            continue
        which = f"version {number}: " if len(versions) > 1 else ""
        print_message(f"{which}{doubts_in_words(doubtful).rstrip('.')}:")
        for sentence in doubtful:
            print_message(f"  {shorten(sentence.text, _LONGEST)}")
            for doubt in sentence.doubts:
                print_message(f"    {doubt.reason}")


def say_insertion(insertion: Insertion) -> None:
    """Say which files a text was inserted into."""
    for kept in insertion.kept:
        print_message(f"kept, your own: {kept}")
    for line in merge_lines(insertion):
        print_message(f"{line[0].lower()}{line[1:]}")
    if any(not collision.taken for collision in insertion.collisions):
        print_message("to use the new text, restore the file and add --where-both-changed new")
    for change in insertion.changes:
        state = "written into" if change.edit is not None else "nothing new for"
        print_message(f"{state} {short_path(change.path)}")
