"""Hovers over citing sentences of a draft that is edited, and checks that become stale."""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from threading import Event

from citeloom.actions.checking.claims.check_claims import ClaimsCheck, check_claims
from citeloom.actions.checking.claims.since_a_check import SinceCheck
from citeloom.actions.context import Context, Opened, open_project
from citeloom.actions.papers.knowledge import PaperKnowledge
from citeloom.actions.papers.paper_reader import PaperReader
from citeloom.draft.project import Project
from citeloom.grounding.support.verdict import SupportVerdict
from citeloom.lsp.checks import Checks
from citeloom.lsp.papers import Papers
from citeloom.problem import Problem
from citeloom_latex.bib.resolve import ResolvedEntry
from projects import make_project

PROJECT = r"""
%! main.tex
\documentclass{article}
\begin{document}
Flight calls of warblers are found in long recordings~\cite{per}.

A network parses handwritten notation~\cite{ada}.
\bibliography{refs}
\end{document}
%! refs.bib
@misc{ada, title = {Chess}, abstract = {A recurrent network parses handwritten chess notation.}}
@misc{per, title = {Birds}, abstract = {A detector finds flight calls of warblers in long
recordings of nocturnal migration.}}
@misc{new, title = {Sea}, abstract = {Waves of the sea are measured by buoys.}}
"""


def _checked(main: Path) -> ClaimsCheck:
    context = Context()
    return check_claims(open_project(main, context), context, [])


def _edited(main: Path, file: str, old: str, new: str) -> Project:
    path = main.parent / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    return open_project(main, Context()).project


def test_an_unchanged_sentence_keeps_what_was_found_where_it_stands_now(tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    before = _checked(main)
    since = SinceCheck(before, _edited(main, "main.tex", "Flight", "Before it.\n\nFlight"))

    at = main.read_text("utf-8").index("Flight") + 3
    sentence = since.sentence_at(main, at)
    assert sentence is not None
    found = since.known(sentence)

    assert found is not None
    assert found.claims == before.sentences[0].claims
    assert found.sentence.span.start == at - 3
    assert since.holds(found)


def test_a_changed_sentence_is_checked_alone(tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    before = _checked(main)
    project = _edited(main, "main.tex", "long recordings", "nocturnal recordings")
    since = SinceCheck(before, project)
    sentence = since.sentence_at(main, main.read_text("utf-8").index("Flight"))
    assert sentence is not None
    assert since.known(sentence) is None
    assert since.can_check(sentence)

    found = since.check(sentence)

    assert since.holds(found)
    assert found == _checked(main).sentences[0]
    assert found.claims[0].check.verdict is SupportVerdict.SUPPORTED


def test_nothing_is_told_of_a_paper_that_was_not_read_as_it_is_now(tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    before = _checked(main)
    since = SinceCheck(before, _edited(main, "main.tex", r"\cite{per}", r"\cite{new}"))
    sentence = since.sentence_at(main, main.read_text("utf-8").index("Flight"))
    assert sentence is not None
    assert not since.can_check(sentence)

    _edited(main, "main.tex", r"\cite{new}", r"\cite{per}")
    since = SinceCheck(before, _edited(main, "refs.bib", "flight calls", "songs"))
    sentence = since.sentence_at(main, main.read_text("utf-8").index("Flight"))
    assert sentence is not None
    found = since.known(sentence)
    assert found is not None
    assert not since.holds(found)


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
            asked.append(asyncio.ensure_future(checks.of(state, context, papers)))
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
        result = await checks.of(opened, context, papers, claims=True)
        assert checks.finished_claims(main) is result.claims
        checks.forget()
        assert checks.finished_claims(main) is None

    asyncio.run(check())
    papers.forget()
