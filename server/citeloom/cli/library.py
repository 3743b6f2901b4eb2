"""``citeloom library download, remove``."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from citeloom.actions.context import Context
from citeloom.actions.papers.acl_anthology import (
    anthology_host,
    download_anthology,
    remove_anthology,
    take_anthology,
)
from citeloom.cli.console import print_answer, print_message, shown_progress
from citeloom.cli.help import Program

File = Annotated[
    Path | None,
    typer.Option("--from", metavar="FILE", help="Use this file instead of downloading it."),
]


def register(app: typer.Typer) -> None:
    commands = Program(
        no_args_is_help=True, help="Download or remove a library of abstracts for use offline."
    )
    commands.command("download", help="Download the ACL Anthology's file with abstracts.")(download)
    commands.command("remove", help="Remove it.")(remove)
    app.add_typer(commands, name="library")


def download(file: File = None) -> None:
    context = Context()
    with shown_progress("interrupted; nothing was changed") as progress:
        if file is not None:
            kept = take_anthology(file, context, progress)
        else:
            print_message(f"downloads its file of papers from {anthology_host()}; sends nothing")
            kept = asyncio.run(download_anthology(context, progress))
    print_answer(
        f"{kept.papers:,} papers of the ACL Anthology, {kept.abstracts:,} with an abstract "
        f"({kept.bytes / 1e6:,.0f} MB); remove them with 'citeloom library remove'"
    )


def remove() -> None:
    size = remove_anthology(Context())
    print_answer(f"removed: {size / 1e6:,.0f} MB" if size else "nothing was downloaded")
