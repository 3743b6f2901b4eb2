"""The program: all commands, and one place that turns errors into messages and exit codes."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated, NoReturn

import typer

from citeloom import __version__, laboratory
from citeloom.cli.console import guard_streams, print_details, print_message, problem_line
from citeloom.cli.exit_codes import INTERRUPTED, OUR_FAULT, SERVICE_FAILED, WRONG_INPUT
from citeloom.cli.help import Program
from citeloom.problem import InputError, ServiceError

COMMANDS = {
    "write": "writing.write",
    "weave": "writing.weave",
    "revise": "writing.revise",
    "outline": "outline",
    "fetch": "fetching.command",
    "abstract": "abstract",
    "check": "check",
    "show": "show",
    "report": "report",
    "bib": "bib",
    "suggest": "suggesting.command",
    "strip": "strip",
    "library": "library",
    "model": "model",
    "corpus": "corpus",
    "data": "data",
    "key": "key",
    "doctor": "doctor",
    "serve": "serve",
    "mcp": "mcp",
}
"""The commands in the order of the help, each with the module of this folder that registers it."""


def _version(wanted: bool) -> None:
    if wanted:
        print(f"citeloom {__version__}")  # noqa: T201
        raise typer.Exit


def _common(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


def app_for(arguments: Sequence[str]) -> typer.Typer:
    """Return the program that understands these arguments: one command, or all of them.

    To import what all commands need takes half of the time of a short one.
    """
    app = Program(
        name="citeloom",
        help="Write the related-work section of a LaTeX draft from the papers it cites.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(_common)
    command = arguments[0] if arguments else ""
    if command in laboratory.COMMANDS:
        _laboratory_command(command).register(app)
        return app
    for name in [command] if command in COMMANDS else COMMANDS:
        import_module(f"citeloom.cli.{COMMANDS[name]}").register(app)
    if command not in COMMANDS and laboratory.is_installed():
        for name in laboratory.COMMANDS:
            _laboratory_command(name).register(app)
    return app


def _laboratory_command(name: str) -> ModuleType:
    return laboratory.module_of(f"cli.{laboratory.COMMANDS[name]}", f"citeloom {name}")


def main() -> NoReturn:
    """Run the command line and leave with its exit code."""
    guard_streams()
    try:
        app_for(sys.argv[1:])(standalone_mode=True)
    except InputError as error:
        print_message(problem_line(error.problem))
        print_details(error.problem)
        sys.exit(SERVICE_FAILED if isinstance(error, ServiceError) else WRONG_INPUT)
    except KeyboardInterrupt:
        print_message("interrupted; nothing was changed")
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The reader of our output has ended (``| head``); the flush at exit must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        if not _is_in_a_folder():
            print_message("error: the current folder no longer exists")
            sys.exit(WRONG_INPUT)
        if os.environ.get("CITELOOM_DEBUG"):
            raise
        print_message(f"error: Citeloom failed: {type(error).__name__}: {error}")
        print_message("nothing was written; run again with CITELOOM_DEBUG=1 and report the output")
        sys.exit(OUR_FAULT)
    sys.exit(0)


def _is_in_a_folder() -> bool:
    try:
        Path.cwd()
    except FileNotFoundError:
        return False
    return True
