"""``citeloom abstract``."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from citeloom.actions.context import Context, open_project, project_folder
from citeloom.actions.keys.undefined import no_entry
from citeloom.actions.papers.pasted_abstract import (
    LONGEST_PASTED,
    change_of_entry,
    forget_pasted,
    keep_pasted,
    pasted_abstract,
)
from citeloom.cli.console import print_answer, print_message, print_source, short_path
from citeloom.cli.main_file import MainFile
from citeloom.cli.outside import Outside, with_outside
from citeloom.keeping.reading import read_file
from citeloom.problem import InputError, Place
from citeloom_latex.file_encoding import decode

_LARGEST = 4 * LONGEST_PASTED
"""Bytes that an abstract may have, in any encoding."""


def register(app: typer.Typer) -> None:
    app.command("abstract", help="Paste the abstract of a cited paper.")(run)


def run(
    main: MainFile,
    key: Annotated[str, typer.Argument(help="The citation key of the paper.")],
    file: Annotated[
        Path | None, typer.Option("--file", help="Read the abstract from this file.")
    ] = None,
    write: Annotated[
        bool, typer.Option("--write", help="Write it to the .bib file; show the change first.")
    ] = False,
    forget: Annotated[
        bool, typer.Option("--forget", help="Remove the abstract that you pasted.")
    ] = False,
    outside: Outside = False,
) -> None:
    if forget and (file or write):
        raise InputError("--forget cannot be used with other options")
    context = Context()
    project = open_project(main, context).project
    if forget:
        had = forget_pasted(project, key, context)
        print_message(f"{'removed the pasted' if had else 'you pasted no'} abstract of '{key}'")
        return
    if project.entry(key) is None:  # Told before anything is pasted.
        raise no_entry(project, key)
    pasted = pasted_abstract(project, key, _text(file, key))
    if not write:
        keep_pasted(pasted, project, context)
        print_answer(pasted.text)
        print_message(f"saved as the abstract of '{key}'; --forget removes it")
        return

    # Asked for anew where its user says that a file outside of the project may be changed.
    change = with_outside(
        lambda: change_of_entry(pasted, project, project_folder(project, main, context)),
        context,
        outside=outside,
    )
    if change is None:
        print_message(f"'{key}' already has this abstract; nothing was written")
        return
    name = short_path(change.source.path)
    print_source(change.difference(name.as_posix()))
    change.write()
    print_message(f"the abstract of '{key}' was written to {name}")


def _text(file: Path | None, key: str) -> str:
    if file:
        try:
            return decode(read_file(file, _LARGEST)).text
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", Place(file)) from None
    if sys.stdin.isatty():
        ends = "Ctrl-Z and Enter" if sys.platform == "win32" else "Ctrl-D"
        print_message(f"paste the abstract of '{key}', then press Enter and {ends}")
    return decode(sys.stdin.buffer.read(_LARGEST)).text
