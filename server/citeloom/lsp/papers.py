"""What is known of papers: from memory where that still counts, else from store and .bib."""

import asyncio
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citeloom.actions.context import Context
    from citeloom.actions.papers.known import Known
    from citeloom.actions.papers.known_papers import KnownPapers
    from citeloom.draft.project import Project
    from citeloom_latex.bib.resolve import ResolvedEntry

SECONDS_FOR_STORE = 0.25
SECONDS_KEPT = 60.0
MOST_KEPT = 1000
MOST_PROJECTS = 8

_Name = tuple[str, str, str]


class Papers:
    """What a session remembers of papers, each for itself and together as a draft cites them."""

    def __init__(self) -> None:
        self._kept: dict[_Name, tuple[float, Known]] = {}
        self._of_projects: dict[Path, KnownPapers] = {}

    async def of(self, entry: "ResolvedEntry", project: "Project", context: "Context") -> "Known":
        """Return what is known of an entry's paper, with the store's part if it comes in time.

        For answers that must not wait.
        """
        from citeloom.actions.papers.from_entries import papers_in
        from citeloom.actions.papers.known import Known, known_of

        kept, store = self._kept, context.user.store
        content = repr((entry.entry.key, sorted(entry.values.items())))
        name = (str(store), str(project.root), content)
        found = kept.get(name)
        if found is not None and monotonic() - found[0] < SECONDS_KEPT:
            return found[1]
        reading = asyncio.to_thread(known_of, entry, project, context)
        work = asyncio.ensure_future(reading)
        try:
            known = await asyncio.wait_for(asyncio.shield(work), SECONDS_FOR_STORE)
        except TimeoutError:
            (paper,) = papers_in((entry,))
            return Known(paper, trouble="the store of papers has not answered in time")
        while len(kept) >= MOST_KEPT:
            del kept[next(iter(kept))]
        kept[name] = (monotonic(), known)
        return known

    def of_project(self, project: "Project", context: "Context") -> "KnownPapers":
        """Return what is remembered of the papers that a project cites, for a check of it."""
        from citeloom.actions.papers.known_papers import KnownPapers

        root, known = project.root, self._of_projects
        if root not in known:
            while len(known) >= MOST_PROJECTS:
                known.pop(next(iter(known))).close()
            known[root] = KnownPapers(context.user.store)
        return known[root]

    def changed(self) -> None:
        """Ask the store again for every paper that is shown, as more is known now."""
        self._kept = {}

    def forget(self) -> None:
        """Forget everything."""
        self.changed()
        for known in self._of_projects.values():
            known.close()
        self._of_projects = {}
