"""Papers of a .bib that are looked up in tests, and the run that looks them up."""

import asyncio
from collections.abc import Sequence

from citeloom.papers.from_bib import papers_of
from citeloom.papers.lookup import look_up
from citeloom.papers.outcome import Outcome
from citeloom.papers.paper import Author, Paper
from citeloom.papers.services.port import Service
from citeloom.papers.store.store import Store
from citeloom_latex.bib.resolve import resolve
from citeloom_latex.bib.scan import scan_bib

ABSTRACT = "We show that a thing can be done which nobody has done before us."
LEE = (Author("Lee", "Kim"),)


def read(bib: str) -> tuple[Paper, ...]:
    """The papers of a .bib."""
    return papers_of(resolve([(bib, scan_bib(bib))]))


def entry(key: str, title: str, more: str = "") -> str:
    """An entry by Lee of 2020; ``more`` are further fields."""
    return f"@article{{{key}, title = {{{title}}}, author = {{Lee, K.}}, year = 2020, {more}}}"


def paper(title: str, abstract: str = ABSTRACT, **ids: str) -> Paper:
    """What a service knows of an entry with this title."""
    return Paper("x", title=title, authors=LEE, year=2020, abstract=abstract, **ids)  # type: ignore[arg-type]


def run(
    papers: Sequence[Paper], services: Sequence[Service], store: Store, **how: bool
) -> dict[str, Outcome]:
    """Look papers up at these services; return each one's outcome, by key."""

    async def collect() -> list[Outcome]:
        return [one async for one in look_up(papers, services, store, **how)]

    outcomes = asyncio.run(collect())
    assert sorted(one.paper.key for one in outcomes) == sorted(one.key for one in papers)
    return {one.paper.key: one for one in outcomes}
