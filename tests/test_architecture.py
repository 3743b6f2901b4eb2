"""What ARCHITECTURE.md names is there."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MAP = (ROOT / "ARCHITECTURE.md").read_text()
SOURCES = (ROOT / "server" / "citeloom", ROOT / "latex", ROOT / "lab", ROOT / "server", ROOT)
NAMED = sorted(set(re.findall(r"`([^`\s]+)`", re.sub(r"```.*?```", "", MAP, flags=re.DOTALL))))
OF_OTHERS = {"\\input", "\\cite{key}", "--outside", "citeloom.revise", ".citeloom/"}


@cache
def defined() -> frozenset[str]:
    """Return the names that any Python file of the program defines."""
    found: set[str] = set()
    for folder in SOURCES[:3]:
        for path in folder.rglob("*.py"):
            text = path.read_text()
            found.update(re.findall(r"^\s*(?:class|(?:async )?def) (\w+)", text, re.MULTILINE))
            found.update(re.findall(r"^(\w+)(?:: [^=\n]+)? = ", text, re.MULTILINE))
    return frozenset(found)


def is_there(name: str) -> bool:
    if name in defined():
        return True
    return any(
        (folder / path).exists()
        for folder in SOURCES
        for path in (name, name.replace(".", "/"), f"{name.replace('.', '/')}.py")
    )


def test_names_are_found() -> None:
    assert len(NAMED) > 50


@pytest.mark.parametrize("name", [name for name in NAMED if name not in OF_OTHERS])
def test_what_the_map_names_is_there(name: str) -> None:
    assert is_there(name)
