"""``citeloom weave``."""

import asyncio
from functools import partial
from typing import Annotated

import typer

from citeloom.actions.context import Context, project_folder
from citeloom.actions.writing.cost_words import usage_lines
from citeloom.actions.writing.forecast import Forecast, forecast_lines
from citeloom.actions.writing.insert import Insertion, insert_into_files
from citeloom.actions.writing.order_plans import plan_weaving
from citeloom.actions.writing.weave_plan import WeavePlan, WeaveRequest
from citeloom.cli.agreement import Yes, check_agreement
from citeloom.cli.console import (
    print_message,
    print_messages,
    print_source,
    short_path,
    shown_progress,
)
from citeloom.cli.exit_codes import PROBLEMS_FOUND
from citeloom.cli.main_file import MainFile
from citeloom.cli.outside import Outside, with_outside
from citeloom.cli.writing.doubt_words import say_doubts
from citeloom.cli.writing.insertion_words import say_insertion
from citeloom.cli.writing.planning import INTERRUPTED_EARLY, is_wanted, planned_order
from citeloom.cli.writing.write import parameter_values


def register(app: typer.Typer) -> None:
    app.command("weave", help="Weave new references into the related work that is there.")(run)


def run(
    main: MainFile,
    keys: Annotated[list[str], typer.Argument(metavar="KEY…", help="What to weave in.")],
    method: Annotated[
        str, typer.Option(help="The method that weaves; as for write, the project's if none.")
    ] = "",
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A method's parameter.")
    ] = None,
    section: Annotated[str, typer.Option(help="Heading of the section, or its number.")] = "",
    paragraph: Annotated[
        int | None, typer.Option(min=1, help="Number of the paragraph in the section.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Decides every random choice.")] = 0,
    in_place: Annotated[
        bool, typer.Option("--in-place", help="Write it, if your own words stay.")
    ] = False,
    outside: Outside = False,
    yes: Yes = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be done, and do nothing.")
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
    planned, setup = order.weaving, order.setup
    print_messages(planned.written.problems)
    made = order.forecast()
    _say_plan(planned, made)
    if dry_run:
        return
    if planned.uses_model and not method:
        check_agreement(made, planned.written.project.root, context, yes=yes)
    with shown_progress(INTERRUPTED_EARLY) as progress:
        woven = asyncio.run(order.woven(progress, setup))
    if planned.uses_model:
        for line in usage_lines(woven.usage, setup.settings.currency if setup else ""):
            print_message(line)
    for warning in woven.warnings:
        print_message(f"warning: {warning}")
    for key, (number, place) in woven.places.items():
        where = f"{short_path(place.file)}:{place.line}"
        print_message(f"{key}: into paragraph {number} of {planned.paragraphs} ({where})")
    if woven.lost:
        for sentence in woven.lost:
            print_message(f"your own sentence would be replaced: {' '.join(sentence.split())}")
    if not in_place or woven.lost:
        for file in woven.files:
            print_source(file.difference(short_path(file.path).as_posix()))
    opened = planned.written.opened
    text = order.waiting(woven)
    say_doubts([text.doubtful()])
    if in_place and woven.lost:
        print_message(
            "nothing was written: words of your own would change; the difference shows how"
        )
        raise typer.Exit(PROBLEMS_FOUND)
    if in_place and text.is_hardly_supported and not is_wanted():
        print_message("nothing was written")
        raise typer.Exit(PROBLEMS_FOUND)
    if in_place:

        def insert() -> Insertion:
            folder = project_folder(opened.project, main, context)
            return insert_into_files(text, opened, folder)

        say_insertion(with_outside(insert, context, outside=outside))


def _say_plan(planned: WeavePlan, made: Forecast) -> None:
    instead = f"; '{planned.instead_of}' cannot weave" if planned.instead_of else ""
    name = planned.written.method.name
    if not planned.uses_model:
        print_message(f"method: {name} (no model, nothing leaves this machine{instead})")
        return
    print_message(f"method: {name}{instead}")
    for line in forecast_lines(made):
        print_message(line)
    print_message("sent there too: the paragraphs that they are woven into")
