"""How a paper's authors are named in a text."""

from citeloom.papers.paper import Author, Paper

_MORE = frozenset({"others", "et al.", "et al"})
"""What stands for further authors in a list of names."""


_INITIALS = 3
"""So short a name may be one of letters: NASA has four, and no family name."""


def author_names(paper: Paper) -> str:
    """Return ``Smith``, ``Smith and Lee`` or ``Smith et al.``; empty without authors."""
    families, more = family_names(paper)
    if len(families) > 2 or (families and more):
        return f"{families[0]} et al."
    return " and ".join(families)


def family_names(paper: Paper) -> tuple[list[str], bool]:
    """Return the authors' family names, and whether there are further authors."""
    names = [" ".join(author.family.split()) for author in paper.authors]
    families = [_without_capitals(name) for name in names if name and name.lower() not in _MORE]
    return families, any(name.lower() in _MORE for name in names)


def _without_capitals(name: str) -> str:
    """Return a name that a catalogue has in capitals as it stands in a text: KING, King."""
    is_shouted = name.isupper() and len(name) > _INITIALS and "." not in name
    return name.title() if is_shouted else name


def is_for_more(author: Author) -> bool:
    """Tell whether an author is nobody, but stands for further ones: ``et al.``."""
    return not author.given and " ".join(author.family.split()).lower() in _MORE


def has_one_author(paper: Paper) -> bool:
    families, more = family_names(paper)
    return len(families) == 1 and not more
