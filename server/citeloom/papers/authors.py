"""How a paper's authors are named in a text."""

from citeloom.papers.paper import Author, Paper

_MORE = frozenset({"others", "et al.", "et al"})
"""What stands for further authors in a list of names."""

OTHERS = Author("others")


def author_names(paper: Paper) -> str:
    """Return ``Smith``, ``Smith and Lee`` or ``Smith et al.``; empty without authors."""
    families, more = family_names(paper)
    if len(families) > 2 or (families and more):
        return f"{families[0]} et al."
    return " and ".join(families)


def family_names(paper: Paper) -> tuple[list[str], bool]:
    """Return the authors' family names, and whether there are further authors."""
    names = [_family_of(author) for author in paper.authors]
    families = [name for name in names if name and name.lower() not in _MORE]
    return families, any(name.lower() in _MORE for name in names)


def _family_of(author: Author) -> str:
    """Return a family name in one line; a person's has no more capitals than the first: KING."""
    name = " ".join(author.family.split())
    return name.title() if author.given and name.isupper() and len(name) > 2 else name


def is_for_more(author: Author) -> bool:
    """Tell whether an author is nobody, but stands for further ones: ``et al.``."""
    return not author.given and " ".join(author.family.split()).lower() in _MORE


def has_one_author(paper: Paper) -> bool:
    families, more = family_names(paper)
    return len(families) == 1 and not more
