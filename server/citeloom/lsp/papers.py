"""What is known of papers for answers that must not wait: from memory, the store, or the .bib."""

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

from citeloom.actions.known import Known, known_of
from citeloom.actions.papers import papers_in
from citeloom_latex.bib.resolve import ResolvedEntry

if TYPE_CHECKING:
    from citeloom.lsp.snapshot import Snapshot

SECONDS_FOR_STORE = 0.25
SECONDS_KEPT = 60.0
MOST_KEPT = 1000

_kept: dict[tuple[str, str, str], tuple[float, Known]] = {}


async def paper_of(snapshot: "Snapshot", entry: ResolvedEntry) -> Known:
    """Return what is known of an entry's paper, with the store's part if it says so in time."""
    kept = _kept
    store, project = snapshot.context.user.store, snapshot.project
    content = repr((entry.entry.key, sorted(entry.values.items())))
    name = (str(store), str(project.root), content)
    found = kept.get(name)
    if found is not None and monotonic() - found[0] < SECONDS_KEPT:
        return found[1]
    work = asyncio.ensure_future(asyncio.to_thread(known_of, entry, project, snapshot.context))
    try:
        known = await asyncio.wait_for(asyncio.shield(work), SECONDS_FOR_STORE)
    except TimeoutError:
        (paper,) = papers_in((entry,))
        return Known(paper, trouble="the store of papers has not answered in time")
    while len(kept) >= MOST_KEPT:
        del kept[next(iter(kept))]
    kept[name] = (monotonic(), known)
    return known


def forget_papers() -> None:
    """Ask the store again for every paper, as more is known now."""
    global _kept
    _kept = {}
