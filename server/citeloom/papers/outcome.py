"""The outcome of a search for the paper behind an entry, and what several say together."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from citeloom.papers.found import Found
from citeloom.papers.identifiers import is_preprint_doi
from citeloom.papers.identity import identifier_ids, is_preprint_entry
from citeloom.papers.paper import Paper


class Status(StrEnum):
    """How the search for a paper ended."""

    FROM_BIB = "from the .bib"
    MATCHED = "matched"
    AMBIGUOUS = "ambiguous"
    NOT_FOUND = "could not verify"
    FAILED = "failed"
    NOT_ASKED = "no service was asked"


class Failure(NamedTuple):
    """A service that did not answer as documented, and the reason."""

    service: str
    reason: str


@dataclass(frozen=True)
class Outcome:
    """The outcome of a search for one paper.

    Parameters
    ----------
    paper
        The paper as the .bib has it, filled with what was found where the match is proved.
    how
        How a match was proved: ``DOI``, ``arXiv id``, ``title, authors and year``, …
    found
        What each service said of it, the most trusted first; empty without a match.
    candidates
        What it may be, where it is ambiguous; the likeliest first.
    misdirected
        What the entry's own identifier leads to, where that is another paper.
    failures
        Services that failed; without a match a further try may help.
    unknown_doi
        The entry's DOI, where no service knows it, Crossref asked.
    """

    paper: Paper
    status: Status
    how: str = ""
    found: tuple[Found, ...] = ()
    candidates: tuple[Paper, ...] = ()
    misdirected: Paper | None = None
    failures: tuple[Failure, ...] = ()
    unknown_doi: str = ""


def same_papers(outcomes: Collection[Outcome]) -> tuple[tuple[Paper, ...], ...]:
    """Return the papers of entries that searches proved to be one paper, group by group."""
    groups: dict[str, list[Paper]] = {}
    for outcome in outcomes:
        if outcome.status in (Status.MATCHED, Status.FROM_BIB):
            names = {name for answer in outcome.found for name in identifier_ids(answer.paper)}
            group = next((groups[name] for name in sorted(names) if name in groups), [])
            group.append(outcome.paper)
            for name in names:
                groups.setdefault(name, group)
    distinct = {id(group): tuple(group) for group in groups.values() if len(group) > 1}
    return tuple(distinct.values())


def published_since(outcome: Outcome) -> str:
    """Return the DOI of a published preprint if its entry has none; else an empty text."""
    own = outcome.paper
    has_doi = own.sources.get("doi") == "bib" and not is_preprint_doi(own.doi)
    if has_doi or not is_preprint_entry(own):
        return ""
    said = [answer.published for answer in outcome.found] + [
        answer.paper.doi for answer in outcome.found
    ]
    return next((doi for doi in said if doi and not is_preprint_doi(doi)), "")
