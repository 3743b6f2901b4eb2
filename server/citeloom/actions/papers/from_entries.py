"""The papers of .bib entries, with what the store knows of them beside."""

from collections.abc import Sequence

from citeloom.actions.context import Context
from citeloom.papers.completion import fill
from citeloom.papers.from_bib import papers_of
from citeloom.papers.paper import Paper
from citeloom.papers.store import Store, StoreError
from citeloom.problem import Problem, Severity
from citeloom_latex.bib.resolve import ResolvedEntry


def known_papers(
    entries: Sequence[ResolvedEntry], context: Context, problems: list[Problem]
) -> tuple[Paper, ...]:
    """Return the papers of entries, filled from the store, and store what the .bib says of them.

    Where the store cannot be used, what the .bib says has to do, and ``problems`` gets a warning.
    """
    papers = papers_of(entries)
    path = context.user.store
    try:
        with Store.open(path) as store:
            try:
                papers, own = fill(papers, store), papers
                store.put(own)
            finally:
                problems += [Problem(Severity.WARNING, "store", one) for one in store.notes]
    except StoreError as error:
        problems.append(Problem(Severity.WARNING, "store", error.problem.message))
    return papers


def papers_in(entries: Sequence[ResolvedEntry]) -> tuple[Paper, ...]:
    """Return the papers of entries as the .bib alone has them."""
    return papers_of(entries)
