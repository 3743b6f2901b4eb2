"""Rank the entries of a project for a place in its text."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import log, sqrt

from citeloom.actions.keys.around import Around
from citeloom.draft.document import Document
from citeloom.draft.project import Project
from citeloom.draft.terms.said_of_keys import keys_said_with

MOST_CITED = 3
MOST_FOLLOWED = 20
"""Citations of a key near the place whose neighbours are looked at."""

FEW, MOST_SHARED = 8, 0.1
"""A term that the draft says of more keys, and of a larger share of them, tells nothing."""


@dataclass(frozen=True, slots=True)
class RankWeights:
    """How much each kind of evidence counts, a word of a title once; chosen by the benchmark."""

    near: float = 0.9
    sentence: float = 0.45
    names: float = 0.35
    paragraph: float = 0.08
    people: float = 1.0
    body: float = 0.4
    said: float = 0.3
    together: float = 30.0
    beside: float = 0.1
    cited: float = 0.1
    here: float = -0.5


WEIGHTS = RankWeights()


def scores(
    project: Project,
    document: Document,
    around: Around,
    *,
    with_terms: bool = True,
) -> dict[int, float]:
    """Return the scores of the entries that something speaks for, by their numbers.

    ``with_terms``: also what entries are about, which takes long to index.
    """
    weights, terms = WEIGHTS, _weighted_terms(around)
    names = dict.fromkeys(sorted(around.names), weights.people)
    found: dict[int, float] = {}
    if with_terms:
        found = project.library.terms.scores(terms, names, weights.body)
    cited = project.times_cited
    numbers = project.library.number_of_lower_key
    apart = document, around.command.start
    said = keys_said_with(project, terms.keys(), document, around.sentence_span)
    for evidence, weight in (
        (_said_scores(terms, said, cited), weights.said),
        (_together_scores(project, around.others, apart), weights.together),
        (_together_scores(project, around.beside, apart), weights.beside),
        ({key: float(min(times, MOST_CITED)) for key, times in cited.items()}, weights.cited),
        (dict.fromkeys(around.beside, 1.0), weights.here),
    ):
        for key, score in evidence.items() if weight else ():
            if (number := numbers.get(key)) is not None:
                found[number] = found.get(number, 0.0) + weight * score
    return found


def _weighted_terms(around: Around) -> dict[str, float]:
    weights, found = WEIGHTS, dict[str, float]()
    for zone, weight in (
        (around.near, weights.near),
        (around.sentence, weights.sentence),
        (around.names, weights.names),
        (around.paragraph, weights.paragraph),
    ):
        for term in zone:
            found[term] = found.get(term, 0.0) + weight
    return found


def _said_scores(
    terms: Mapping[str, float], said: Mapping[str, Collection[str]], cited: Mapping[str, int]
) -> dict[str, float]:
    found: dict[str, float] = {}
    count = len(cited)
    for term in sorted(said):
        keys = said[term]
        if len(keys) > max(FEW, count * MOST_SHARED):
            continue
        tells = terms[term] * log((1 + count) / len(keys))
        for key in keys:
            found[key] = found.get(key, 0.0) + tells
    return {key: score / sqrt(1 + cited.get(key, 0)) for key, score in found.items()}


def _together_scores(
    project: Project, keys: Iterable[str], apart: tuple[Document, int]
) -> dict[str, float]:
    """Return how often keys, in lower case, are cited in one command with one of these.

    The command that begins at ``apart`` does not count.
    """
    found: dict[str, float] = {}
    for key in sorted(keys):
        followed = 0
        for document, citation, _ in project.citations_of(key):
            if (document, citation.span.start) == apart:
                continue
            followed += 1
            if followed > MOST_FOLLOWED:
                break
            for other in {cited.key.lower() for cited in citation.keys} - {key}:
                found[other] = found.get(other, 0.0) + 1.0
    return {key: log(1 + times) for key, times in found.items()}
