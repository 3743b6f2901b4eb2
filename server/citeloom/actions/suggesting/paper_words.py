"""A suggested paper in words."""

from citeloom.papers.authors import author_names
from citeloom.papers.paper import Paper
from citeloom.visible import shorten

_TITLE = 60


def paper_line(paper: Paper) -> str:
    """Return a paper on one line: title, authors, year, venue, id."""
    facts = (author_names(paper), str(paper.year or ""), paper.venue)
    said = ", ".join(fact for fact in facts if fact)
    return f"{paper.title}{f' ({said})' if said else ''} [{paper.id}]"


def paper_in_words(paper: Paper) -> str:
    """Return who wrote a paper, when, and its title, cut where it is long: for a menu."""
    title = shorten(paper.title, _TITLE)
    year = f"({paper.year})" if paper.year else ""
    named = " ".join(filter(None, (author_names(paper), year)))
    return f"{named}: {title}" if named else title
