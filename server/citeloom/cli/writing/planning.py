"""What the commands that write have in common: their plans, and what they ask."""

import asyncio
import sys
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import typer

from citeloom.actions.context import Context
from citeloom.actions.writing.insert import check_section
from citeloom.actions.writing.order_plans import PlannedTexts
from citeloom.actions.writing.task.sendable import SENT
from citeloom.cli.console import shown_progress
from citeloom.cli.outside import with_outside

INTERRUPTED_EARLY = "interrupted; nothing was written, and what a model has answered is kept"
INTERRUPTED_LATE = "interrupted; what was done is shown, and what a model has answered is kept"

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


def is_wanted() -> bool:
    """Ask in a terminal whether what is there is to be written, though it is not all or weak."""
    return sys.stdin.isatty() and typer.confirm("Write it into the file all the same?", err=True)
