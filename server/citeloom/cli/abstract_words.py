"""How many abstracts are known, and the commands that would bring more, as lines."""

import shlex
from collections.abc import Iterator
from pathlib import Path

from citeloom.actions.papers.known_abstracts import KnownAbstracts, ZoteroState
from citeloom.settings import user_file

_DISK = " --offline"
_STEPS = (
    ("citeloom fetch {main}", "asks services for them; never sends the draft"),
    (f"citeloom fetch {{main}}{_DISK}", "reads PDFs on this disk; asks no service"),
    ("citeloom abstract {main} KEY", "adds one that you paste"),
    ("citeloom write {main}", "writes without them"),
)
_ANTHOLOGY = "citeloom library download"


def abstract_lines(known: KnownAbstracts, main: Path, done: str = "") -> Iterator[str]:
    """Yield, where few abstracts are known, what was tried and what brings more.

    ``done`` is the command that says so, which is not named again: ``fetch``, ``fetch --offline``.
    """
    if not known.cited or not known.are_few:
        return
    yield known.said
    command, _, disk_alone = done.partition(" ")
    steps = [
        step
        for step in _STEPS
        if not step[0].startswith(f"citeloom {command} ")
        or (disk_alone and not step[0].endswith(_DISK))
    ]
    if known.zotero is not ZoteroState.READ:
        steps.insert(-1, ('zotero = "FOLDER"', f"in {user_file()} names your Zotero library"))
    if known.in_anthology:
        has = f"fetches the ACL Anthology's file, which should have {known.in_anthology} of them"
        steps.insert(-1, (_ANTHOLOGY, has))
    named = shlex.quote(main.name)
    shown = [(step.format(main=named), why) for step, why in steps]
    width = max(len(step) for step, _ in shown)
    for step, why in shown:
        yield f"  {step:<{width}}  {why}"
