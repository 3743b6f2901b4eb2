"""How well ``\\cite{`` is completed: citations of real projects are masked one at a time.

``python -m bench completing [FOLDER]``: FOLDER has a folder a project; without it, it is that of
../shared/data. The order by hand is compared with BM25 on titles and abstracts, and with weights
that are learned from three fifths of the projects, by the hashes of their names; what is printed is
of the others. A citation is masked in the finished text, and as it was when the author came to it,
where no key counts as cited behind it (what is said near other citations, and which keys stand
together, is still that of the finished text): in the finished text the one entry that nobody cites
is often the one that was masked.
"""

import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import log1p
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from bench.shared.data import DATA
from citeloom.actions.context import Context, open_project
from citeloom.actions.keys import ranking
from citeloom.actions.keys.around import Around, around
from citeloom.actions.keys.complete import index
from citeloom.corpus.title_index import TitleIndex
from citeloom.draft.document import Document
from citeloom.draft.project import Project

MOST_CASES, FEWEST, MOST_ENTRIES = 20, 10, 5_000
FEATURES = ("evidence", "its share", "times", "cited", "before", "behind", "in the paragraph")
_NEAR, _BESIDE = 2_000, 600
_ROOTS, _LEARNED_SHARE, _RIDGE, _STEPS, _RESAMPLES = 6, 0.6, 1e-4, 12, 2_000
_MAIN = re.compile(r"\\begin\{document\}")

Rows: TypeAlias = NDArray[np.float64]
Citing: TypeAlias = list[tuple[int, str]]
"""How far each citation of a key is from the place, in order; those behind it are above 0."""


@dataclass(frozen=True)
class Masked:
    """A citation without one of its keys: the entry that it was, and scores of all entries.

    ``hand`` are those of today, and ``rows`` the features that weights are learned of.
    """

    project: str
    right: int
    hand: Rows
    words: Rows
    rows: Rows

    def rank(self, scores: Rows) -> int:
        """Return the place of the right entry; of equal ones the first in the .bib comes first."""
        own = scores[self.right]
        return int(1 + (scores > own).sum() + (scores[: self.right] == own).sum())


def main() -> None:
    """Print how often the masked key comes first and among five, and its reciprocal rank."""
    folders = sorted(Path(*sys.argv[1:2] or [DATA / "latex-corpus"]).iterdir())
    cases = [case for folder in folders if folder.is_dir() for case in _masked(folder)]
    hashes = {case.project: sha256(case.project.encode()).digest() for case, _ in cases}
    names = sorted(hashes, key=lambda name: hashes[name])
    known = {*names[: round(len(names) * _LEARNED_SHARE)]}
    print(f"{len(names)} projects, {len(cases)} citations")
    for what, number in (("in the finished text", 0), ("as the author came to it", 1)):
        own = [case[number] for case in cases]
        weights = _learned([case for case in own if case.project in known])
        said = ", ".join(f"{it} {own:.2f}" for it, own in zip(FEATURES, weights, strict=True))
        print(f"{what}; learned: {said}")
        _report([case for case in own if case.project not in known], weights)


def _report(cases: Sequence[Masked], weights: Rows) -> None:
    by_words = np.array([case.rank(case.words) for case in cases])
    by_hand = np.array([case.rank(case.hand) for case in cases])
    learned = np.array([case.rank(case.rows @ weights) for case in cases])
    own: dict[str, list[int]] = {}
    for place, case in enumerate(cases):
        own.setdefault(case.project, []).append(place)
    measures: dict[str, Callable[[Rows], Rows]] = {
        "first": lambda ranks: (ranks <= 1) * 1.0,
        "of five": lambda ranks: (ranks <= 5) * 1.0,
        "MRR": lambda ranks: 1 / ranks,
    }
    chance = random.Random(1)
    drawn = [chance.choices([*own], k=len(own)) for _ in range(_RESAMPLES)]
    for name, measure in measures.items():
        more = measure(learned) - measure(by_hand)
        means = [more[[at for it in some for at in own[it]]].mean() for some in drawn]
        low, high = np.percentile(means, (2.5, 97.5))
        print(
            f"  {name}: BM25 {measure(by_words).mean():.3f}, by hand {measure(by_hand).mean():.3f},"
            f" learned {measure(learned).mean():.3f}, more by {low:+.3f} to {high:+.3f}"
        )


def _masked(folder: Path) -> Iterator[tuple[Masked, Masked]]:
    """Yield citations of the root of a folder that cites most, drawn by chance, in both ways."""
    texts = ((path, path.read_text("utf-8", "replace")) for path in sorted(folder.rglob("*.tex")))
    roots = [path for path, text in texts if _MAIN.search(text)][:_ROOTS]
    found = [open_project(root, Context(folders=(folder,))).project for root in roots]
    if not found:
        return
    project = max(found, key=lambda it: sum(it.times_cited.values()))
    numbers = project.library.number_of_lower_key
    sites = [
        (document, citation, key)
        for document in project.documents.values()
        for citation in document.facts.citations
        for key in citation.keys
        if citation.command != "nocite" and key.key.lower() in numbers
    ]
    if len(sites) < FEWEST or not FEWEST <= len(project.entries) <= MOST_ENTRIES:
        return
    index(project)
    values = [entry.values for entry in project.entries]
    words = TitleIndex([f"{it.get('title', '')}\n{it.get('abstract', '')}" for it in values])
    random.Random(folder.name).shuffle(sites)
    for document, citation, key in sites[:MOST_CASES]:
        others = [it.key for it in citation.keys if it is not key]
        place = around(document, citation.span, tuple(others))
        left_out = {numbers[it.lower()] for it in others if it.lower() in numbers}
        text = document.text[max(0, citation.span.start - _BESIDE) : citation.span.start]
        hand = ranking.scores(project, document, place)
        finished, so_far = _citing(project, document, citation.span.start, key.key.lower())
        both = (
            _case(project, folder.name, key.key.lower(), (place, hand, cited), words.scores(text))
            for cited in (finished, so_far)
        )
        first, second = (_without(case, left_out - {case.right}) for case in both)
        yield first, second


def _citing(project: Project, document: Document, at: int, name: str) -> tuple[Citing, Citing]:
    """Return where keys are cited, in the finished text and up to a place, without that place.

    Another file is as far as can be.
    """
    finished: Citing = []
    so_far: Citing = []
    is_behind = False
    for other in project.documents.values():
        for citation in other.facts.citations:
            is_here = other is document
            distance = citation.span.start - at if is_here else 10**9 if is_behind else -(10**9)
            is_behind = is_behind or (is_here and distance >= 0)
            for key in citation.keys:
                if distance or key.key.lower() != name:
                    found = (distance, key.key.lower())
                    finished.append(found)
                    if not is_behind:
                        so_far.append(found)
        is_behind = is_behind or other is document
    return finished, so_far


def _case(
    project: Project,
    name: str,
    key: str,
    known: tuple[Around, dict[int, float], Citing],
    words: Rows,
) -> Masked:
    place, scores, citing = known
    numbers, count = project.library.number_of_lower_key, len(project.entries)
    hand = np.array([scores.get(number, 0.0) for number in range(count)])
    cited = Counter(it for _, it in citing)
    rows = np.zeros((count, len(FEATURES)))
    for it, times in project.times_cited.items():
        if (number := numbers.get(it)) is not None:
            most = ranking.MOST_CITED
            hand[number] -= ranking.WEIGHTS.cited * (min(times, most) - min(cited[it], most))
    for distance, it in citing:
        if (number := numbers.get(it)) is not None:
            side = 4 if distance < 0 else 5
            rows[number, side] = max(rows[number, side], _NEAR / (_NEAR + abs(distance)))
            rows[number, 2:4] = log1p(cited[it]), 1.0
            rows[number, 6] = float(it in place.beside)
    rows[:, 0] = np.log1p(np.maximum(0.0, hand))
    rows[:, 1] = hand / (hand.max() or 1.0)
    return Masked(name, numbers[key], hand, words, rows)


def _without(case: Masked, left_out: set[int]) -> Masked:
    kept = [number for number in range(len(case.hand)) if number not in left_out]
    right = kept.index(case.right)
    return Masked(case.project, right, case.hand[kept], case.words[kept], case.rows[kept])


def _learned(cases: Sequence[Masked]) -> Rows:
    """Return the weights under which the right entries are likeliest, by Newton's method."""
    scale = np.sqrt(np.mean(np.concatenate([case.rows for case in cases]) ** 2, axis=0))
    scale[scale == 0] = 1.0
    weights = np.zeros(len(scale))
    for _ in range(_STEPS):
        slope, bend = 2 * _RIDGE * weights, 2 * _RIDGE * np.eye(len(scale))
        for case in cases:
            rows = case.rows / scale
            chances = np.exp(rows @ weights - (rows @ weights).max())
            chances /= chances.sum()
            mean = rows.T @ chances
            slope = slope + (mean - rows[case.right]) / len(cases)
            bend += ((rows * chances[:, None]).T @ rows - np.outer(mean, mean)) / len(cases)
        step = np.linalg.solve(bend, slope)
        weights -= step * min(1.0, 1.5 / float(np.linalg.norm(step)))
    learned: Rows = weights / scale
    return learned
