"""``citeloom fetch``."""

import asyncio
from contextlib import aclosing
from pathlib import Path
from typing import Annotated

import typer

from citeloom.actions.context import Context
from citeloom.actions.papers.fetch import (
    FetchedEntry,
    FetchPlan,
    FetchRequest,
    fetch_planned,
    has_problem,
    needs_another_try,
    plan_fetch,
)
from citeloom.cli.console import ShownProgress, message, messages, output
from citeloom.cli.fetch_json import fetched_json
from citeloom.cli.fetch_words import failed_services, worded

PROBLEMS_FOUND = 1
SERVICE_FAILED = 3
INTERRUPTED = 130
LONG = 120.0
"""Seconds from which on a fetch is said to take long."""


def register(app: typer.Typer) -> None:
    app.command("fetch", help="Find the cited papers and their abstracts, and keep them.")(run)


def run(
    main: Annotated[Path, typer.Argument(help="Any .tex file of the project, or a .bib file.")],
    keys: Annotated[
        list[str] | None, typer.Argument(metavar="[KEY]...", help="Fetch these entries alone.")
    ] = None,
    refresh: Annotated[
        bool, typer.Option("--refresh", help="Ask again for what is stored.")
    ] = False,
    offline: Annotated[
        bool, typer.Option("--offline", help="Ask nobody; say what is stored.")
    ] = False,
    full_text: Annotated[
        bool, typer.Option("--full-text", help="Look for full texts too.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Fetch what is known of papers."""
    context = Context()
    request = FetchRequest(main, tuple(keys or ()), refresh, offline, full_text)
    plan = plan_fetch(request, context)
    messages(plan.problems)
    _say_plan(plan)
    try:
        fetched = asyncio.run(_fetched(plan, context, quiet=json))
    except KeyboardInterrupt:
        message("interrupted; what had come is kept, and the next fetch goes on from there")
        raise typer.Exit(INTERRUPTED) from None
    if json:
        output(fetched_json(fetched, plan))
    _say_end(fetched)
    if any(needs_another_try(entry) for entry in fetched):
        raise typer.Exit(SERVICE_FAILED)
    if any(has_problem(entry) for entry in fetched):
        raise typer.Exit(PROBLEMS_FOUND)


async def _fetched(plan: FetchPlan, context: Context, *, quiet: bool) -> list[FetchedEntry]:
    """Fetch; say what came of each entry as soon as it is known and kept."""
    progress = ShownProgress()
    came = []
    try:
        async with aclosing(fetch_planned(plan, context, progress)) as fetched:
            async for entry in fetched:
                came.append(entry)
                progress.clear()
                if not quiet:
                    output(worded(entry))
    finally:
        progress.clear()
    return came


def _say_plan(plan: FetchPlan) -> None:
    if plan.request.offline:
        message("offline: nobody is asked")
        return
    message(
        f"titles, authors, years and identifiers of up to {len(plan.papers)} papers, never the "
        f"draft, go to: {', '.join(plan.services)}"
    )
    if plan.seconds >= LONG:
        message(
            f"{plan.by_title} of them have no identifier: what is not known of them yet is "
            f"searched for by title, which can take {plan.seconds / 60:.0f} minutes; Ctrl-C stops "
            "it, and the next fetch goes on from there"
        )


def _say_end(fetched: list[FetchedEntry]) -> None:
    count: dict[str, int] = {}
    for entry in fetched:
        count[entry.outcome.status] = count.get(entry.outcome.status, 0) + 1
    with_abstract = sum(entry.abstract for entry in fetched)
    said = ", ".join(f"{number} {status}" for status, number in count.items())
    message(f"{with_abstract} of {len(fetched)} entries have an abstract; {said}")
    for failure, number in failed_services(fetched).items():
        message(f"failed: {failure} (for {number} of {len(fetched)} entries)")
    if any(entry.full_text for entry in fetched):
        texts = sum(entry.has_full_text for entry in fetched)
        message(f"{texts} of {len(fetched)} have a full text")
