"""Papers of entries for answers that must not wait: from memory, else from the store, else .bib."""

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

from citeloom.actions.papers import known_papers, papers_in
from citeloom.papers.paper import Paper
from citeloom_latex.bib.resolve import ResolvedEntry

if TYPE_CHECKING:
    from citeloom.lsp.snapshot import Snapshot

SECONDS_FOR_STORE = 0.25
SECONDS_KEPT = 60.0
MOST_KEPT = 1000

_kept: dict[tuple[str, str], tuple[float, Paper]] = {}


async def paper_of(snapshot: "Snapshot", entry: ResolvedEntry) -> Paper:
    """Return the paper of an entry with what the store knows of it, if it says so in time."""
    name = (str(snapshot.context.user.store), repr((entry.entry.key, sorted(entry.values.items()))))
    known = _kept.get(name)
    if known is not None and monotonic() - known[0] < SECONDS_KEPT:
        return known[1]
    work = asyncio.ensure_future(asyncio.to_thread(known_papers, (entry,), snapshot.context, []))
    try:
        (paper,) = await asyncio.wait_for(asyncio.shield(work), SECONDS_FOR_STORE)
    except TimeoutError:
        (paper,) = papers_in((entry,))
        return paper
    while len(_kept) >= MOST_KEPT:
        del _kept[next(iter(_kept))]
    _kept[name] = (monotonic(), paper)
    return paper
