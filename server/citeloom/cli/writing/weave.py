"""``citeloom weave``."""

import asyncio
from functools import partial
from typing import Annotated

import typer

from citeloom.actions.context import Context
from citeloom.actions.writing.order_plans import plan_weaving
from citeloom.actions.writing.weave_plan import WeaveRequest
from citeloom.cli.agreement import Yes, check_agreement
from citeloom.cli.console import (
    print_messages,
    shown_progress,
)
from citeloom.cli.main_file import MainFile
from citeloom.cli.outside import Outside
from citeloom.cli.writing.planning import INTERRUPTED_EARLY, hand_over, planned_order, say_plan
from citeloom.cli.writing.write import parameter_values


def register(app: typer.Typer) -> None:
    app.command("weave", help="Weave new references into the existing related work.")(run)


def run(
    main: MainFile,
    keys: Annotated[
        list[str], typer.Argument(metavar="KEY…", help="The citation keys of the new references.")
    ],
    method: Annotated[str, typer.Option(help="The method; by default the project's.")] = "",
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A method's parameter.")
    ] = None,
    section: Annotated[str, typer.Option(help="Heading of the section, or its number.")] = "",
    paragraph: Annotated[
        int | None, typer.Option(min=1, help="Number of the paragraph in the section.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed of all random choices.")] = 0,
    in_place: Annotated[bool, typer.Option("--in-place", help="Write it to the file.")] = False,
    outside: Outside = False,
    yes: Yes = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be done; do nothing else.")
    ] = False,
) -> None:
    """Weave references in; show the difference, or write it."""
    context = Context()
    request = WeaveRequest(
        main,
        keys=tuple(dict.fromkeys(keys)),
        method=method,
        parameters=parameter_values(set_ or []),
        section=section,
        paragraph=paragraph,
        seed=seed,
    )

    order = planned_order(
        partial(plan_weaving, request), context, outside=outside, in_place=in_place
    )
    planned, opened = order.weaving, order.weaving.written.opened
    print_messages(planned.written.problems)
    made = order.forecast()
    say_plan(made, f"; '{planned.instead_of}' cannot weave" if planned.instead_of else "")
    if dry_run:
        return
    if planned.uses_model and not method:
        check_agreement(made, opened.project.root, context, yes=yes)
    with shown_progress(INTERRUPTED_EARLY) as progress:
        text = asyncio.run(order.run(progress, order.setup))
    hand_over(text, opened, main, context, in_place=in_place, outside=outside)
