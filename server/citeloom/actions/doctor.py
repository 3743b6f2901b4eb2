"""Say what is configured and whether it works."""

import platform
import sys
from dataclasses import dataclass

from citeloom import __version__
from citeloom.actions.context import Context
from citeloom.methods.registry import methods
from citeloom.papers.store import Store, StoreError


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: whether it works, and what there is to say."""

    name: str
    works: bool
    detail: str


def doctor(context: Context) -> tuple[Finding, ...]:
    """Look at this installation. Nothing is sent anywhere."""
    python = f"{platform.python_version()} at {sys.executable}"
    return (
        Finding("citeloom", True, __version__),
        Finding("python", sys.version_info >= (3, 11), python),
        _store(context),
        *(Finding(f"method {name}", True, one.summary) for name, one in methods().items()),
        Finding("language model", True, "none configured; none is needed by these methods"),
        Finding("network", True, "not used: nothing leaves this machine"),
    )


def _store(context: Context) -> Finding:
    path = context.user.store
    try:
        with Store.open(path) as store:
            stats = store.stats()
            notes = "".join(f"; {note}" for note in store.notes)
    except StoreError as error:
        return Finding("store of papers", False, str(error))
    held = f"{stats.papers} papers, {stats.with_abstract} with an abstract"
    return Finding("store of papers", True, f"{path}: {held}{notes}")
