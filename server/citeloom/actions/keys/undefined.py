"""Citation keys without an entry, and the nearest keys that have one."""

from collections.abc import Mapping
from functools import lru_cache

from citeloom.draft.project import Project
from citeloom.problem import InputError, Place, Problem, Severity

NEAREST = 3
LIKENESS = 0.65


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
    return Problem(
        Severity.ERROR, "undefined-key", f"undefined citation key '{key}'", place, advice
    )


def no_entry(project: Project, key: str) -> InputError:
    """Return the error that a key has no entry, with the nearest keys."""
    near = nearest(key, list(project.entry_of))
    advice = f"did you mean {' or '.join(near)}?" if near else ""
    return InputError(f"undefined citation key '{key}'", Place(project.root), advice)


def nearest(key: str, known: list[str]) -> list[str]:
    """Return the known keys nearest to ``key``, the nearest first, letter case ignored."""
    return [*_nearest(key, tuple(known))]


@lru_cache(maxsize=256)
def _nearest(key: str, known: tuple[str, ...]) -> tuple[str, ...]:
    from rapidfuzz import process
    from rapidfuzz.distance import Indel

    by_folded = _by_folded(known)
    near = process.extract(
        key.casefold(),
        by_folded.keys(),
        scorer=Indel.normalized_similarity,
        score_cutoff=LIKENESS,
        limit=NEAREST,
    )
    return tuple(by_folded[folded] for folded, _, _ in near)


@lru_cache(maxsize=2)
def _by_folded(known: tuple[str, ...]) -> Mapping[str, str]:
    return {key.casefold(): key for key in reversed(known)}
