"""A paper, and what is wrong with its identifiers, in words."""

from collections.abc import Iterator

from citeloom.papers.authors import author_names, is_for_more
from citeloom.papers.identity import common_identifier
from citeloom.papers.outcome import Outcome
from citeloom.papers.paper import Paper
from citeloom.visible import shorten

_TITLE = 60


def paper_line(paper: Paper) -> str:
    """Return a paper on one line: title, authors, year, venue, id."""
    facts = (author_names(paper), str(paper.year or ""), paper.venue)
    said = ", ".join(fact for fact in facts if fact)
    return f"{paper.title}{f' ({said})' if said else ''} [{paper.id}]"


def full_names(paper: Paper) -> list[str]:
    """Return the names of the authors that are named, given names first."""
    named = (author for author in paper.authors if not is_for_more(author))
    return [f"{author.given} {author.family}".strip() for author in named]


def paper_in_words(paper: Paper) -> str:
    """Return who wrote a paper, when, and its title, cut where it is long: for a menu."""
    title = shorten(paper.title, _TITLE)
    year = f"({paper.year})" if paper.year else ""
    named = " ".join(filter(None, (author_names(paper), year)))
    return f"{named}: {title}" if named else title


def wrong_identifiers(outcome: Outcome, key: str) -> Iterator[str]:
    """Yield which identifier of an entry is another paper's, and which DOI no service knows."""
    if outcome.misdirected is not None:
        which = common_identifier(outcome.paper, outcome.misdirected) or "identifier"
        other = paper_line(outcome.misdirected)
        yield f"the {which} of '{key}' belongs to another paper, {other}"
    if outcome.unknown_doi:
        yield f"no service knows the DOI of '{key}', {outcome.unknown_doi}"
