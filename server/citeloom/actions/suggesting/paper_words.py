"""A suggested paper in words."""

from citeloom.papers.authors import author_names
from citeloom.papers.paper import Paper


def paper_line(paper: Paper) -> str:
    """Return a paper on one line: title, authors, year, venue, id."""
    facts = (author_names(paper), str(paper.year or ""), paper.venue)
    said = ", ".join(fact for fact in facts if fact)
    return f"{paper.title}{f' ({said})' if said else ''} [{paper.id}]"
