"""Families of texts with what is right of each: a TOML file beside its test, a list a family."""

import tomllib
from pathlib import Path
from typing import Any


def families(test: str) -> dict[str, Any]:
    """Return those of ``test_x.py`` by their names, from ``x.toml``."""
    path = Path(test)
    data = path.with_name(path.stem.removeprefix("test_") + ".toml")
    return tomllib.loads(data.read_text(encoding="utf-8"))
