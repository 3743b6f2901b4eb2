"""Readings of large .bib files that a test holds up, and what tests of them ask."""

from pathlib import Path
from threading import Event
from typing import Any

ASH = {"line": 3, "character": 28}
SECONDS = 300


class Held:
    """The readings of large files: none ends before it is let go."""

    def __init__(self) -> None:
        self.begun: list[Path] = []
        self.let_go = Event()


def shown(answer: dict[str, Any]) -> str:
    return str(answer["result"])
