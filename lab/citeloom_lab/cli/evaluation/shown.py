"""Runs a part of an evaluation, and shows how far it is."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from citeloom.cli.console import ShownProgress, shown_progress

Done = TypeVar("Done")


def run_shown(start: Callable[[ShownProgress], Coroutine[Any, Any, Done]]) -> Done:
    """Run it; Ctrl-C ends the command with a word on how to go on."""
    said = "interrupted; what was written is kept, and the same command goes on"
    with shown_progress(said) as progress:
        return asyncio.run(start(progress))
