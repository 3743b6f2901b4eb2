"""Checks of claims that become stale while their author types on."""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from threading import Event

from citeloom.actions.context import Context, Opened, open_project
from citeloom.actions.papers.knowledge import PaperKnowledge
from citeloom.actions.papers.paper_reader import PaperReader
from citeloom.draft.project import Project
from citeloom.lsp.checks import Checks
from citeloom.lsp.papers import Papers
from citeloom.problem import Problem
from citeloom_latex.bib.resolve import ResolvedEntry
from projects import make_project, sample

PROJECT = sample("claims_while_typing")


class _HeldReader(PaperReader):
    """Reads when it is let; tells how often it began."""

    def __init__(self, path: Path, root: Path) -> None:
        super().__init__(path, root)
        self.may_read = Event()
        self.times = 0

    def read(
        self, entries: Iterable[ResolvedEntry], problems: list[Problem]
    ) -> tuple[PaperKnowledge, ...]:
        self.times += 1
        assert self.may_read.wait(300)
        return super().read(entries, problems)


class _HeldPapers(Papers):
    def __init__(self, reader: PaperReader) -> None:
        super().__init__()
        self._reader = reader

    def of_project(self, project: Project, context: Context) -> PaperReader:
        return self._reader


def test_a_check_that_waits_while_it_becomes_stale_is_dropped(tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    context = Context()
    reader = _HeldReader(context.user.store, main)
    papers, checks = _HeldPapers(reader), Checks()
    states: list[Opened] = [open_project(main, Context()) for _ in range(4)]

    async def type_on() -> None:
        asked = []
        for state in states:
            asked.append(asyncio.ensure_future(checks.result(state, context, papers)))
            while not reader.times:
                await asyncio.sleep(0)
            if len(asked) > 1:
                asked[-2].cancel()
            await asyncio.sleep(0)
        reader.may_read.set()
        await asked[-1]
        ended = await asyncio.gather(*asked, return_exceptions=True)
        assert [isinstance(it, asyncio.CancelledError) for it in ended] == [True] * 3 + [False]

    asyncio.run(type_on())
    reader.close()
    assert reader.times == 2


def test_what_a_check_has_found_counts_until_more_is_known_of_papers(tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    context = Context()
    papers, checks = Papers(), Checks()
    opened = open_project(main, context)

    async def check() -> None:
        checks.begin(opened, context, papers, claims=True)
        assert checks.finished_claims(main) is None
        result = await checks.result(opened, context, papers, claims=True)
        assert checks.finished_claims(main) is result.claims
        checks.forget()
        assert checks.finished_claims(main) is None

    asyncio.run(check())
    papers.forget()
