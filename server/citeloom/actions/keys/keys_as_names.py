"""Citations in a sentence as its readers see them: authors and years in place of keys."""

import re

from citeloom.actions.keys.author_year import author_year
from citeloom.draft.project import Project

_CITATION = re.compile(r"\[(@[^\]\s][^\]]*)\]")
_NAMED = re.compile(r"(?P<people>.+) (?P<year>[\d?]{4}\w?)")
_BEFORE_A_NAME = re.compile(
    r"(?:\A|[.:;]|\b(?:by|following|from|in|of|see|than|to))\s*\Z", re.IGNORECASE
)
"""What stands before a citation that is a word of its sentence (``\\citet``)."""


def name_citations(sentence: str, project: Project) -> str:
    """Return a sentence with ``Lee and Wu (2020)`` or ``(Lee and Wu, 2020; Roe, 2019)`` for keys.

    A key whose entry has no authors, or that has no entry, stands itself.
    """
    return _CITATION.sub(lambda mark: _named(mark, project), sentence)


def _named(mark: "re.Match[str]", project: Project) -> str:
    keys = [key.strip().removeprefix("@") for key in mark[1].split(";")]
    named = [_NAMED.fullmatch(_name(key, project)) or key for key in keys if key]
    first, *others = named
    is_word = not others and _BEFORE_A_NAME.search(mark.string[: mark.start()])
    if is_word and not isinstance(first, str):
        return f"{first['people']} ({first['year']})"
    shown = (
        name if isinstance(name, str) else f"{name['people']}, {name['year']}" for name in named
    )
    return f"({'; '.join(shown)})"


def _name(key: str, project: Project) -> str:
    entry = project.entry(key)
    return "" if entry is None else author_year(entry).replace(" & ", " and ")
