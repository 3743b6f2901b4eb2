"""Citation keys without an entry, and the nearest keys that have one."""

from collections.abc import Mapping
from difflib import SequenceMatcher
from functools import lru_cache
from heapq import nlargest

from citeloom.draft.project import Project
from citeloom.problem import InputError, Place, Problem, Severity

NEAREST = 3
LIKENESS = 0.6
_FAR = 0.55
_ROUNDED = 1e-9


def undefined_key(project: Project, key: str) -> Problem:
    """Return the problem of a key that has no entry, with its place and the nearest keys."""
    places = [
        (cited_at.at, cited.span.start, cited_at.document.place(*cited.span))
        for document, citation, cited in project.citations_of(key)
        if cited.key == key
        for cited_at in project.flow.places(document, citation)
    ]
    place = min(places, key=lambda found: found[:2])[2] if places else None
    near = nearest(key, list(project.entry_of))
    advice = f"did you mean {' or '.join(near)}?" if near else "add it to the .bib file"
    return Problem(Severity.ERROR, "undefined-key", f"no .bib entry '{key}'", place, advice)


def no_entry(project: Project, key: str) -> InputError:
    """Return the error that a key has no entry, with the nearest keys."""
    near = nearest(key, list(project.entry_of))
    advice = f"did you mean {' or '.join(near)}?" if near else ""
    return InputError(f"no .bib entry '{key}'", Place(project.root), advice)


def nearest(key: str, known: list[str]) -> list[str]:
    """Return the known keys nearest to ``key``, the nearest first, letter case ignored."""
    return [*_nearest(key, tuple(known))]


@lru_cache(maxsize=256)
def _nearest(key: str, known: tuple[str, ...]) -> tuple[str, ...]:
    from rapidfuzz import process
    from rapidfuzz.distance import Indel

    by_folded = _by_folded(known)
    folded = key.casefold()
    matcher = SequenceMatcher(b=folded)
    near: list[tuple[float, str]] = []
    # No two texts are more alike to difflib than to this, which takes a hundredth of the time.
    for candidate, at_most, _ in process.extract(
        folded,
        by_folded.keys(),
        scorer=Indel.normalized_similarity,
        score_cutoff=_FAR,
        limit=None,
    ):
        if len(near) == NEAREST and at_most + _ROUNDED < near[-1][0]:
            break
        matcher.set_seq1(candidate)
        if (likeness := matcher.ratio()) >= LIKENESS:
            near = nlargest(NEAREST, [*near, (likeness, candidate)])
    return tuple(by_folded[candidate] for _, candidate in near)


@lru_cache(maxsize=2)
def _by_folded(known: tuple[str, ...]) -> Mapping[str, str]:
    return {key.casefold(): key for key in reversed(known)}
