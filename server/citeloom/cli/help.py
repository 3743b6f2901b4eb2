"""How the commands' help looks: arguments as one types them, options in groups."""

import re
from typing import Any

import typer
from typer.core import TyperArgument, TyperCommand

_KINDS = re.compile(r"<(?:str|path|int(?: range)?|float(?: range)?)>")


def _kind(found: re.Match[str]) -> str:
    """Return what is typed for an option of a kind."""
    return {"<str>": "TEXT", "<path>": "FILE"}.get(found[0], "N")


def _typed(argument: TyperArgument) -> str:
    """Return an argument as one types it: ``KEY``."""
    return argument.metavar or argument.display_name_raw.upper()


class Command(TyperCommand):
    """A command whose help shows its arguments without braces, and its options by their panels."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the arguments in the usage line, after the command's name."""
        arguments = (it for it in self.get_params(ctx) if isinstance(it, TyperArgument))
        return [self.options_metavar or "", *map(_typed, arguments)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options, each group under its heading."""
        groups: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            if (record := param.get_help_record(ctx)) is None:
                continue
            if isinstance(param, TyperArgument):
                groups.setdefault("Arguments", []).append((_typed(param), record[1]))
            else:
                panel = getattr(param, "rich_help_panel", None) or "Options"
                groups.setdefault(panel, []).append((_KINDS.sub(_kind, record[0]), record[1]))
        groups["Options"] = groups.pop("Options")
        for heading, records in groups.items():
            with formatter.section(heading):
                formatter.write_dl(records)


class Program(typer.Typer):
    """A group of commands with such a help."""

    def command(self, name: str | None = None, **given: Any) -> Any:
        """Return a decorator that registers a function as a command."""
        return super().command(name, **{"cls": Command} | given)
