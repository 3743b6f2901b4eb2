"""``citeloom fetch``."""

import asyncio
from contextlib import aclosing
from pathlib import Path
from typing import Annotated

import typer

from citeloom.actions.context import Context, open_project
from citeloom.actions.papers.fetch import (
    LOOKED_UP,
    FetchPlan,
    FetchRequest,
    fetch_planned,
    plan_fetch,
)
from citeloom.actions.papers.fetched_entry import (
    FetchedEntry,
    ends,
    has_problem,
    library_counts,
    needs_another_try,
)
from citeloom.actions.papers.fetched_words import failure_lines, outcome_line
from citeloom.actions.papers.known_abstracts import known_now
from citeloom.cli.abstract_words import abstract_lines
from citeloom.cli.console import (
    ShownProgress,
    print_answer,
    print_message,
    print_messages,
    print_page,
    shown_progress,
)
from citeloom.cli.exit_codes import PROBLEMS_FOUND, SERVICE_FAILED
from citeloom.cli.fetching.as_json import fetched_json
from citeloom.cli.fetching.write_to_bib import write_found
from citeloom.cli.main_file import DraftOrBib
from citeloom.cli.outside import Outside, with_outside
from citeloom.problem import InputError

LONG = 120.0
"""A fetch of more seconds is announced as long."""

_INTERRUPTED = "interrupted; what arrived is kept; run the command again to continue"


def register(app: typer.Typer) -> None:
    app.command("fetch", help="Find the cited papers and their abstracts, and store them.")(run)


def run(
    main: DraftOrBib,
    keys: Annotated[
        list[str] | None, typer.Argument(metavar="[KEY…]", help="Fetch only these entries.")
    ] = None,
    refresh: Annotated[
        bool, typer.Option("--refresh", help="Ask again even if an answer is stored.")
    ] = False,
    offline: Annotated[
        bool, typer.Option("--offline", help="Ask no service; use stored answers.")
    ] = False,
    full_text: Annotated[
        bool, typer.Option("--full-text", help="Also look for full texts.")
    ] = False,
    write: Annotated[
        bool,
        typer.Option(
            "--write", help="Complete the entries of the .bib files; show the change first."
        ),
    ] = False,
    published: Annotated[
        bool,
        typer.Option(
            "--published", help="With --write: replace preprints with their published versions."
        ),
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="With --write: show the change, and write nothing.")
    ] = False,
    outside: Outside = False,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    if (published or dry_run) and not write:
        raise InputError(f"{'--published' if published else '--dry-run'} needs --write")
    if write and json:
        raise InputError("--write and --json cannot be used together")
    context = Context()
    request = FetchRequest(main, tuple(keys or ()), refresh, offline, full_text)
    plan = _planned(request, context, outside=outside)
    print_messages(plan.problems)
    _say_plan(plan)
    with shown_progress(_INTERRUPTED) as progress:
        fetched = asyncio.run(_fetch(plan, context, progress, quiet=json))
    if json:
        print_page(fetched_json(fetched, plan))
    print_messages(plan.library_notes)
    _say_end(fetched)
    if plan.project.documents:
        known = known_now(open_project(plan.project.root, context), context)
        done = "fetch --offline" if offline else "fetch"
        for line in abstract_lines(known, plan.project.root, done):
            print_message(line)
    if write:
        write_found(
            main, fetched, context, publications=published, dry_run=dry_run, outside=outside
        )
    if any(needs_another_try(entry) for entry in fetched):
        raise typer.Exit(SERVICE_FAILED)
    if any(has_problem(entry) for entry in fetched):
        raise typer.Exit(PROBLEMS_FOUND)


def look_up_references(main: Path, context: Context, *, offline: bool, outside: bool) -> None:
    """Look up the references of a draft until each is proved; its check says what came of it."""
    request = FetchRequest(main, offline=offline, proves=True)
    plan = _planned(request, context, outside=outside)
    print_messages(it for it in plan.problems if it not in plan.project.problems)
    _say_plan(plan)
    with shown_progress(_INTERRUPTED) as progress:
        asyncio.run(_fetch(plan, context, progress, quiet=True))


def _planned(request: FetchRequest, context: Context, *, outside: bool) -> FetchPlan:
    def make_plan() -> FetchPlan:
        made = plan_fetch(request, context)
        if outside:
            made.folder.check(made.outside, LOOKED_UP)
        return made

    return with_outside(make_plan, context, outside=outside)


async def _fetch(
    plan: FetchPlan, context: Context, progress: ShownProgress, *, quiet: bool
) -> list[FetchedEntry]:
    """Fetch the papers; print the outcome of each entry once it is kept."""
    came = []
    async with aclosing(fetch_planned(plan, context, progress)) as fetched:
        async for entry in fetched:
            came.append(entry)
            progress.clear()
            if not quiet:
                print_answer(outcome_line(entry))
    return came


def _say_plan(plan: FetchPlan) -> None:
    if plan.request.offline:
        print_message("offline: no service is asked")
        return
    print_message(
        f"titles, authors, years and identifiers of up to {len(plan.papers)} papers, never the "
        f"draft, go to: {', '.join(plan.services)}"
    )
    if plan.seconds >= LONG:
        print_message(
            f"{plan.by_title} of them have no identifier and are searched by title, which can take "
            f"{plan.seconds / 60:.0f} min; stop with Ctrl-C, and run the command again to continue"
        )


def _say_end(fetched: list[FetchedEntry]) -> None:
    with_abstract = sum(entry.abstract for entry in fetched)
    print_message(f"{with_abstract} of {len(fetched)} entries have an abstract; {ends(fetched)}")
    for line in library_counts(fetched):
        print_message(line)
    for line in failure_lines(fetched):
        print_message(line)
    if any(entry.full_text for entry in fetched):
        texts = sum(entry.has_full_text for entry in fetched)
        print_message(f"{texts} of {len(fetched)} have a full text")
