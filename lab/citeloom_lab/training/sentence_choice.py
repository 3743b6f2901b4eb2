"""Learn which sentence of an abstract tells its paper, from what citing authors took up.

    python -m citeloom_lab.training.sentence_choice CLONES RWG [WEIGHTS]

CLONES holds a folder ``owner+name`` for each repository of ``sentence_choice_sources.tsv``, at the
commit named there; RWG the three files of related-work texts. A sentence counts as taken up as far
as it is like what a citing author wrote, beside the best of its abstract. Weights are learned from
citing papers for training, and from the sentences that readers of drafts kept or not
(`read_sentences.tsv`); the part held out is only reported. The same data gives the same bytes.
A sentence's worth is the logarithm of the odds that a reader keeps it, but for a constant.
"""

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from citeloom.actions.checking.claims.check_claims import cited_texts
from citeloom.actions.checking.claims.cited_claims import citing_sentences
from citeloom.actions.context import Context, open_project
from citeloom.draft.draft_text import draft_text
from citeloom.grounding.sentences import sentences as split
from citeloom.grounding.vectors import Idf, Vector, cosine, idf, tf_idf
from citeloom.methods.extractive.candidates import CandidateSentence, candidates
from citeloom.methods.extractive.choosing.features import FEATURES, features
from citeloom.methods.result import CitationMark
from citeloom.papers.paper import Paper
from citeloom.words import terms
from citeloom_lab.evaluation.reading import read_data_set

PENALTY = 5.0
"""Of the squares of the weights."""

READ = 3.0
"""What a sentence that a reader judged counts; chosen by leaving drafts out (see measurements)."""

LICENSED = FEATURES.index("licensed")
"""Whether a sentence can be told, which is nothing to those who tell it in their own words."""

FREE = 0.001
"""The penalty of what the readers' sentences alone decide."""

ROUNDS = 40
LEAST_LIKENESS = 0.1
"""A citing sentence that is like none of an abstract's tells nothing of what was taken up."""

HELD_OUT_IN_FIVE = 2
"""Of five papers of RWG so many are held out; a hash of the title decides."""

MOST_CITED = 3
"""What cites more papers at once says little of each."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CitedPaper:
    """A paper, and what one draft says of it."""

    paper: Paper
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CitingDraft:
    """A draft with the papers that it tells, its field, and whether it is only to be reported."""

    name: str
    field: str
    is_held_out: bool
    about: str
    cited: tuple[CitedPaper, ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """The sentences of one abstract, what is seen of each, and how like it is what was said."""

    sentences: tuple[CandidateSentence, ...]
    seen: Numbers
    likeness: Numbers


def drafts_of_repositories(clones: Path) -> Iterator[CitingDraft]:
    """Yield the drafts of the repositories, with their papers that have an abstract."""
    listed = (files(__package__) / "sentence_choice_sources.tsv").read_text("utf-8")
    for line in sorted(listed.splitlines()):
        repository, _, main, field, _, part = line.split("\t")
        opened = open_project(clones / repository.replace("/", "+") / main, Context())
        texts = cited_texts(opened, Context(), [])
        said: dict[str, list[str]] = defaultdict(list)
        for sentence in citing_sentences(opened.project):
            for claim in sentence.claims:
                papers = texts.ids_of(claim.keys)
                if len(papers) <= MOST_CITED:
                    for paper in filter(texts.paper_of.__contains__, papers):
                        said[paper].append(claim.text)
        draft = draft_text(opened.project, ())
        cited = (
            CitedPaper(texts.paper_of[paper], tuple(found)) for paper, found in sorted(said.items())
        )
        yield CitingDraft(
            repository,
            field,
            part == "held out",
            f"{draft.title}. {draft.abstract}",
            tuple(it for it in cited if it.paper.abstract.strip()),
        )


def drafts_of_related_work(folder: Path) -> Iterator[CitingDraft]:
    """Yield the citing papers of the sets of related-work texts."""
    for path in sorted(folder.glob("*.jsonl")):
        for example in read_data_set(path).examples:
            text, marks = "", dict[str, str]()
            for part in example.gold:
                if isinstance(part, CitationMark):
                    for paper in part.papers:
                        marks[f"@{len(marks)}@"] = paper
                        text += f" @{len(marks) - 1}@"
                else:
                    text += part
            said: dict[str, list[str]] = defaultdict(list)
            for sentence in split(text):
                here = [mark for mark in marks if mark in sentence.text]
                plain = re.sub(r"@\d+@", "", sentence.text)
                for mark in here if len(here) <= MOST_CITED else ():
                    said[marks[mark]].append(plain)
            papers = {paper.id: paper for paper in example.references if paper.abstract.strip()}
            name = example.draft.title or example.draft.abstract
            yield CitingDraft(
                example.id,
                "computer science",
                sha256(name.encode()).digest()[0] % 5 < HELD_OUT_IN_FIVE,
                f"{example.draft.title}. {example.draft.abstract}",
                tuple(
                    CitedPaper(papers[paper], tuple(found))
                    for paper, found in sorted(said.items())
                    if paper in papers
                ),
            )


def taken_up(draft: CitingDraft) -> Iterator[Taken]:
    """Yield the sentences of the abstracts that a draft tells, with how far each was taken up."""
    weights = idf(terms(f"{it.paper.title} {it.paper.abstract}") for it in draft.cited)
    about = tf_idf(terms(draft.about), weights)
    for cited in draft.cited:
        own = candidates(cited.paper)
        if len(own) < 2:
            continue
        said = [tf_idf(terms(text), weights) for text in cited.said]
        likeness = np.array([_likeness(sentence, said, weights) for sentence in own])
        if likeness.max() >= LEAST_LIKENESS:
            seen = np.array(features(own, about, weights))
            yield Taken(tuple(own), seen, likeness)


def _likeness(sentence: CandidateSentence, said: Sequence[Vector], weights: Idf) -> float:
    vector = tf_idf(sentence.terms, weights)
    return max((cosine(vector, text) for text in said), default=0.0)


def sentences_read() -> tuple[Numbers, Numbers]:
    """Return what is seen of each sentence that a reader judged, then a one; and what was kept."""
    listed = (files(__package__) / "read_sentences.tsv").read_text("utf-8").splitlines()
    rows = np.array([[float(value) for value in line.split("\t")] for line in listed[1:]])
    return np.hstack([rows[:, 1:], np.ones((len(rows), 1))]), rows[:, 0]


def learned(found: Sequence[Taken]) -> Numbers:
    """Return the weights by which what was taken up and kept is the most likely.

    The likelihood of an abstract's sentences is a softmax over them, each wanted as far as it is
    like what was said; that a reader keeps a sentence is logistic in its worth. Newton's steps find
    the one optimum.
    """
    width = len(FEATURES)
    read, kept = sentences_read()
    penalty = np.append(np.full(width, PENALTY), FREE)
    penalty[LICENSED] = FREE
    weights = np.zeros(width + 1)
    for _ in range(ROUNDS):
        slope, curve = -penalty * weights, np.diag(penalty)
        for it in found:
            seen = it.seen.copy()
            seen[:, LICENSED] = 0.0
            worth = seen @ weights[:width]
            likely = np.exp(worth - worth.max())
            likely /= likely.sum()
            slope[:width] += seen.T @ (_wanted(it.likeness) - likely)
            spread = seen.T * likely
            curve[:width, :width] += spread @ seen - np.outer(spread.sum(1), spread.sum(1))
        keeping = 1 / (1 + np.exp(-(read @ weights)))
        slope += READ * read.T @ (kept - keeping)
        curve += READ * (read.T * (keeping * (1 - keeping))) @ read
        weights = weights + np.linalg.solve(curve, slope)
    return weights[:width]


def _wanted(likeness: Numbers) -> Numbers:
    sharp = likeness**3
    wanted: Numbers = sharp / sharp.sum()
    return wanted


def shares(found: Sequence[Taken], weights: Numbers) -> tuple[float, float, float, float]:
    """Return the likeness of a choice, as a share of the best: learned, by title, first, any."""
    best = sum(it.likeness.max() for it in found)
    title = FEATURES.index("title")
    chosen = (
        sum(it.likeness[int((it.seen @ weights).argmax())] for it in found),
        sum(it.likeness[int(it.seen[:, title].argmax())] for it in found),
        sum(it.likeness[0] for it in found),
        sum(it.likeness.mean() for it in found),
    )
    return tuple(float(each / best) for each in chosen)  # type: ignore[return-value]


def main(arguments: Sequence[str]) -> None:
    """Write the weights, and print how like the chosen sentences are in the part held out."""
    clones, folder = Path(arguments[0]), Path(arguments[1])
    drafts = [*drafts_of_repositories(clones), *drafts_of_related_work(folder)]
    own = [it for draft in drafts if not draft.is_held_out for it in taken_up(draft)]
    weights = np.round(learned(own), 2)
    rows = dict(zip(FEATURES, map(float, weights), strict=True))
    if len(arguments) > 2:
        Path(arguments[2]).write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    lines = [f"{len(own)} abstracts to learn from; learned, by title, first, any:"]
    lines.append(" ".join(("training", *(f"{share:.3f}" for share in shares(own, weights)))))
    for is_cs in (True, False):
        rest = [
            it
            for draft in drafts
            if draft.is_held_out and (draft.field == "computer science") is is_cs
            for it in taken_up(draft)
        ]
        field = "computer science" if is_cs else "other fields"
        found = (f"{share:.3f}" for share in shares(rest, weights))
        lines.append(" ".join((f"held out, {field},", f"{len(rest)}:", *found)))
    sys.stdout.write("\n".join((*lines, "")))


if __name__ == "__main__":
    main(sys.argv[1:])
