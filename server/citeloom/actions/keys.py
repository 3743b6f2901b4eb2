"""Citation keys that no .bib file has, and the ones that may have been meant."""

from difflib import get_close_matches

from citeloom.draft.project import Project
from citeloom.problem import Problem, Severity

NEAREST = 3


def undefined_key(project: Project, key: str) -> Problem:
    """Return the problem of a key that has no entry, with its place and the nearest keys."""
    place = None
    for one in project.flow.citations:
        for cited in one.citation.keys:
            if cited.key == key and place is None:
                place = one.document.place(cited.span.start, cited.span.end)
    near = nearest(key, list(project.entry_of))
    advice = f"did you mean {' or '.join(near)}?" if near else "add it to the .bib file"
    return Problem(Severity.ERROR, "undefined-key", f"no .bib entry '{key}'", place, advice)


def nearest(key: str, known: list[str]) -> list[str]:
    """Return the known keys nearest to ``key``, the nearest first, letter case ignored."""
    by_folded = {one.casefold(): one for one in reversed(known)}
    near = get_close_matches(key.casefold(), by_folded, n=NEAREST, cutoff=0.6)
    return [by_folded[one] for one in near]
