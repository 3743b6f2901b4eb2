"""Papers whose text a model refuses: they are shown by their titles alone, else left out.

A provider's filter may object to what a paper is about, and says nothing of which one it was where
a question shows several.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from citeloom.methods.task import Surroundings
from citeloom.models.port import RefusedError
from citeloom.papers.paper import Paper

Value = TypeVar("Value")

MOST = 5
"""How many papers are looked for behind the refusals of one question."""


class Refused:
    """The papers of a run that a model refused, by their ids.

    ``is_answered`` says whether any question about a paper was answered yet.
    """

    def __init__(self, by_title: Iterable[str] = (), left_out: Iterable[str] = ()) -> None:
        self.by_title = dict.fromkeys(by_title)
        self.left_out = dict.fromkeys(left_out)
        self.search = asyncio.Lock()
        self.is_answered = False

    @property
    def refuses_all(self) -> bool:
        """Whether so many papers were refused before one was answered that others will be too."""
        return len(self.left_out) >= MOST and not self.is_answered

    def shown(self, papers: Iterable[Paper]) -> list[Paper]:
        """Return papers as they may be shown: some by their title alone, some not at all."""
        return [
            replace(paper, abstract="", venue="") if paper.id in self.by_title else paper
            for paper in papers
            if paper.id not in self.left_out
        ]

    def around(self, known: Surroundings) -> Surroundings:
        """Return what is known around the papers, without words of others on those refused."""
        if not self.by_title:
            return known
        kept = (own for own in known.mentions if self.by_title.keys().isdisjoint(own.paper_ids))
        return replace(known, mentions=tuple(kept))

    def warnings(self, papers: Iterable[Paper]) -> list[str]:
        """Return a warning for each of the papers that was refused."""
        said = []
        for paper in papers:
            name = paper.key or paper.id
            if paper.id in self.left_out:
                said.append(f"{name}: the model refuses its text and its title; it was left out")
            elif paper.id in self.by_title:
                said.append(
                    f"{name}: the model refuses its text; it is written about by its title alone"
                )
        return said

    def with_titles(self, papers: Iterable[Paper]) -> "Refused":
        """Return this with further papers that are shown by their titles alone."""
        return Refused((*self.by_title, *(paper.id for paper in papers)), self.left_out)

    def without(self, papers: Iterable[Paper]) -> "Refused":
        """Return this with further papers that are left out."""
        return Refused(self.by_title, (*self.left_out, *(paper.id for paper in papers)))


async def ask_around(
    papers: Sequence[Paper],
    refused: Refused,
    ask: Callable[[Refused], Awaitable[Value]],
    search: Callable[[Refused], Awaitable[object]] | None = None,
) -> Value:
    """Call ``ask`` until the papers that the model refuses are found; add these to ``refused``.

    It is called with papers that are not to be shown in full. Which one is refused is found by
    halves, with ``search`` where this is given.

    Raises
    ------
    RefusedError
        If no question is answered that shows any of the papers, or more than ``MOST`` are refused:
        then it is the draft, or the model refuses everything.
    """
    names = ", ".join(paper.key or paper.id for paper in papers[:MOST])
    refusal = RefusedError(f"the model refuses the texts and titles of {names}", "")
    for _ in range(MOST + 1):
        if refused.refuses_all:
            message = f"the model refuses the first {MOST} references that it was asked about"
            refusal = RefusedError(f"{message}, even by title", refusal.text)
            break
        shown = refused.shown(papers)
        if not shown:
            break
        try:
            answer = await ask(refused)
        except RefusedError as error:
            refusal = error
        else:
            refused.is_answered = True
            return answer
        # One question at a time looks for papers: what it finds may be what refused the others.
        async with refused.search:
            if not refused.refuses_all and refused.shown(papers) == shown:
                await _find_refused(shown, refused, search or ask, refusal)
    raise refusal


async def _find_refused(
    shown: Sequence[Paper],
    refused: Refused,
    ask: Callable[[Refused], Awaitable[object]],
    refusal: RefusedError,
) -> None:
    """Add one of the shown papers to those that the model refuses."""
    by_title = refused.with_titles(shown)
    if not await _is_refused(by_title, ask):
        refused.by_title[(await _first_refused(shown, refused.with_titles, ask)).id] = None
        return
    if len(shown) > 1:
        ends = (by_title.without(shown[1:]), by_title.without(shown[:-1]))
        if await _is_refused(ends[0], ask) and await _is_refused(ends[1], ask):
            message = f"the model refuses the draft's own text, or all: {refusal.problem.message}"
            raise RefusedError(message, refusal.text)
    paper = await _first_refused(shown, by_title.without, ask)
    refused.by_title[paper.id] = refused.left_out[paper.id] = None


async def _first_refused(
    papers: Sequence[Paper],
    show_less: Callable[[Sequence[Paper]], Refused],
    ask: Callable[[Refused], Awaitable[object]],
) -> Paper:
    """Return a paper that is refused unless less is shown of it; with less of all none is."""
    least, most = 0, len(papers)
    while most - least > 1:
        half = (least + most) // 2
        if await _is_refused(show_less(papers[half:]), ask):
            most = half
        else:
            least = half
    return papers[least]


async def _is_refused(shown: Refused, ask: Callable[[Refused], Awaitable[object]]) -> bool:
    try:
        await ask(shown)
    except RefusedError:
        return True
    return False
