"""``citeloom model``."""

import asyncio
from typing import Annotated

import typer

from citeloom.actions.user.model_choice import ModelChoice, choose, offered_here
from citeloom.cli.console import print_answer, print_message
from citeloom.cli.help import Program


def register(app: typer.Typer) -> None:
    models = Program(help="Show or set the language model.")
    models.command("list", help="Show the model in use and the models on this machine.")(list_)
    models.command("set", help="Test a model and save it in your own config.toml.")(set_)
    app.add_typer(models, name="model", no_args_is_help=True)


def list_() -> None:
    """Show the model that is asked, and those of programs on this machine."""
    found = offered_here()
    if found.current is None:
        print_message(found.problem or "no language model is configured")
    else:
        print_message(f"in use: {found.current.name} at {found.current.host}")
        if found.problem:
            print_message(found.problem)
    for program in found.programs:
        for name in program.models:
            print_answer(f"{program.preset.name} {name}")
    if not found.programs:
        print_message("no model server found on this machine")


def set_(
    provider: Annotated[str, typer.Argument(help="Its provider: ollama, openai, custom, …")],
    name: Annotated[str, typer.Argument(help="The name of the model at its endpoint.")],
    address: Annotated[str, typer.Option(help="Base address, if not the provider's own.")] = "",
    context: Annotated[int, typer.Option(min=0, help="Context length in tokens.")] = 0,
    test: Annotated[bool, typer.Option(help="Ask it one short question first.")] = True,
) -> None:
    """Test a model, and name it in the user's settings file."""
    choice = ModelChoice(provider, name, address, context, is_tested=test)
    chosen = asyncio.run(choose(choice))
    reads = f", context {chosen.context:,} tokens" if chosen.context else ""
    took = f", answered in {chosen.seconds:.1f} s" if chosen.seconds is not None else ""
    print_message(f"now in use: {chosen.name} at {chosen.host}{took}{reads}")
    for words in chosen.trial:
        print_message(words)
