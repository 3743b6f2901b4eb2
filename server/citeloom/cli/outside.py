"""``--outside``: let a project use files outside of its folder, now and in future."""

from collections.abc import Callable
from typing import Annotated, TypeVar

import typer

from citeloom.actions.context import Context
from citeloom.actions.user.outside_agreement import keep_outside
from citeloom.cli.console import print_message
from citeloom.problem import OutsideError

Made = TypeVar("Made")

Outside = Annotated[
    bool,
    typer.Option("--outside", help="Let the project use files outside its folder from now on."),
]


def with_outside(make: Callable[[], Made], context: Context, *, outside: bool) -> Made:
    """Make something; with ``outside``, files that it is refused count as the project's."""
    while True:
        try:
            return make()
        except OutsideError as error:
            if not outside:
                raise
            keep_outside(context.user.data_folder, error.folder, error.paths)
            for path in error.paths:
                print_message(f"{path.resolve()} now belongs to the project in {error.folder}")
