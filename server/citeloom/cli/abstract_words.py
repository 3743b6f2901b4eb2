"""How many abstracts are known, and the commands that would bring more, as lines."""

import shlex
from collections.abc import Iterator
from pathlib import Path

from citeloom.actions.papers.known_abstracts import KnownAbstracts, ZoteroState

_STEPS = (
    ("citeloom fetch {main}", "asks services for them; never sends the draft"),
    ("citeloom abstract {main} KEY", "takes one that you paste"),
    ("citeloom write {main}", "writes with what is there"),
)
_ZOTERO = ('zotero = "FOLDER"', "in your config.toml names your Zotero library")


def abstract_lines(known: KnownAbstracts, main: Path, done: str = "") -> Iterator[str]:
    """Yield, where few abstracts are known, what was tried and what brings more.

    ``done`` is the command that says so, which is not named again.
    """
    if not known.cited or not known.are_few:
        return
    yield known.said
    steps = [step for step in _STEPS if not step[0].startswith(f"citeloom {done} ")]
    if known.zotero is not ZoteroState.READ:
        steps.insert(1, _ZOTERO)
    named = shlex.quote(main.name)
    shown = [(step.format(main=named), why) for step, why in steps]
    width = max(len(step) for step, _ in shown)
    for step, why in shown:
        yield f"  {step:<{width}}  {why}"
