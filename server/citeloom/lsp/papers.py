"""Read the papers of the open projects for answers that must not wait."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from citeloom.actions.context import Context, Opened
    from citeloom.actions.papers.knowledge import PaperDetails
    from citeloom.actions.papers.known_abstracts import KnownAbstracts
    from citeloom.actions.papers.paper_reader import PaperReader
    from citeloom.draft.project import Project
    from citeloom_latex.bib.resolve import ResolvedEntry

_T = TypeVar("_T")

SECONDS_FOR_STORE = 0.25
MOST_PROJECTS = 8


class Papers:
    """The readers of papers of the projects that were asked for last."""

    def __init__(self) -> None:
        self._readers: dict[Path, PaperReader] = {}

    async def details(
        self, entry: "ResolvedEntry", project: "Project", context: "Context"
    ) -> "PaperDetails":
        """Return what is known about an entry's paper, the store's part if it comes in time."""
        reader = self.of_project(project, context)
        kept = reader.kept_details(entry)
        if kept is not None:
            return kept
        found = await _in_time(reader.look_closely, entry, project)
        why = "the store of papers has not answered in time"
        return found or reader.details_of_the_bib(entry, why)

    async def abstracts(self, opened: "Opened", context: "Context") -> "KnownAbstracts | None":
        """Return how many abstracts of a draft's papers are known; None if that takes too long."""
        from citeloom.actions.papers.known_abstracts import known_abstracts

        reader = self.of_project(opened.project, context)
        return await _in_time(known_abstracts, opened, reader, context.user)

    def of_project(self, project: "Project", context: "Context") -> "PaperReader":
        """Return the reader of the papers of a project."""
        from citeloom.actions.papers.own_libraries import own_libraries
        from citeloom.actions.papers.paper_reader import PaperReader

        root, readers = project.root, self._readers
        if root not in readers:
            while len(readers) >= MOST_PROJECTS:
                readers.pop(next(iter(readers))).close()
            readers[root] = PaperReader(context.user.store, root, own_libraries(context.user))
        return readers[root]

    def changed(self) -> None:
        """Ask the store again for every shown paper, because more is known now."""
        for reader in self._readers.values():
            reader.forget_details()

    def forget(self) -> None:
        """Forget everything."""
        for reader in self._readers.values():
            reader.close()
        self._readers = {}


async def _in_time(question: Callable[..., _T], *given: object) -> _T | None:
    """Return an answer of the store; None where it comes too late: it is kept for the next time."""
    work = asyncio.ensure_future(asyncio.to_thread(question, *given))
    with suppress(TimeoutError):
        return await asyncio.wait_for(asyncio.shield(work), SECONDS_FOR_STORE)
    return None
