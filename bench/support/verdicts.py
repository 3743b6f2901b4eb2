"""Measure of the default checker: citing sentences with the cited paper, and with others.

A sentence that cites one paper with an abstract counts as supported by it; the same sentence with
another paper of the same related work, and with the paper elsewhere that is nearest to the cited
one, counts as not supported. Beside our score stand ROUGE, the cosine of tf-idf vectors and BM25,
and each of them less its best value for another paper of the draft, as ours has it. Thresholds are
those of the best F1 on the papers for tuning; all that is printed is of those held out.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from bench.rwg_split import Part
from bench.support.cases import checker_of, checker_with
from bench.support.gold import GoldSentence, candidates
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.vectors import Idf, Vector, cosine, idf, tf_idf
from citeloom.grounding.words import terms
from citeloom.papers.paper import Paper
from citeloom_lab.evaluation.resampling import SAMPLES
from citeloom_lab.evaluation.resampling import SEED as RESAMPLING_SEED
from citeloom_lab.evaluation.rouge import Rouge

SEED = 20
CITED, SAME_WORK, NEAREST = "cited", "of the same related work", "nearest elsewhere"
K1, B = 1.2, 0.75

Score = Callable[[GoldSentence, Paper], float]


@dataclass(frozen=True, slots=True)
class Pair:
    """A sentence and a paper, and how the two come together."""

    kind: str
    gold: GoldSentence
    paper: Paper


class Collection:
    """The papers of all examples, and the peers' scores over them."""

    def __init__(self, sentences: Sequence[GoldSentence]) -> None:
        self.papers: dict[str, Paper] = {}
        self.cited_by: dict[str, set[str]] = {}
        for gold in sentences:
            for paper in gold.example.references:
                if paper.abstract:
                    self.papers.setdefault(paper.abstract, paper)
                    self.cited_by.setdefault(paper.abstract, set()).add(gold.example.paper)
        self.terms = {it: terms(_text(paper)) for it, paper in self.papers.items()}
        self.weights: Idf = idf(self.terms.values())
        self.vectors: dict[str, Vector] = {
            it: tf_idf(found, self.weights) for it, found in self.terms.items()
        }
        self.mean_length = sum(map(len, self.terms.values())) / len(self.terms)
        self._rouge = Rouge()

    def nearest(self, gold: GoldSentence) -> Paper:
        own = self.vectors[gold.cited.abstract]
        foreign = (it for it in self.papers if gold.example.paper not in self.cited_by[it])
        return self.papers[max(foreign, key=lambda it: (cosine(own, self.vectors[it]), it))]

    def rouge1(self, gold: GoldSentence, paper: Paper) -> float:
        return self._rouge.scores(_text(paper), gold.words).rouge1

    def rouge_l(self, gold: GoldSentence, paper: Paper) -> float:
        return self._rouge.scores(_text(paper), gold.words).rouge_l

    def tf_idf(self, gold: GoldSentence, paper: Paper) -> float:
        own = tf_idf(terms(gold.words), self.weights)
        return cosine(own, self.vectors[paper.abstract])

    def bm25(self, gold: GoldSentence, paper: Paper) -> float:
        found = Counter(self.terms[paper.abstract])
        length = found.total() / self.mean_length
        return sum(
            self.weights[term] * found[term] * (K1 + 1) / (found[term] + K1 * (1 - B + B * length))
            for term in set(terms(gold.words))
            if found[term]
        )


def _text(paper: Paper) -> str:
    return f"{paper.title}. {paper.abstract}" if paper.title else paper.abstract


def _ours(gold: GoldSentence, paper: Paper) -> float:
    if any(paper is it for it in gold.example.references):
        return checker_of(gold.example.id).score(Claim(gold.words, (paper.id,)), paper.id)
    other = _elsewhere(paper)
    checker = checker_with(gold.example.id, [other])
    return checker.score(Claim(gold.words, (other.id,)), other.id)


def _elsewhere(paper: Paper) -> Paper:
    return Paper(f"elsewhere:{paper.id}", paper.keys, paper.title, abstract=paper.abstract)


def _beside_others(score: Score) -> Score:
    """Return a score less the best that another paper of the draft has."""

    def beside(gold: GoldSentence, paper: Paper) -> float:
        others = [
            score(gold, it)
            for it in gold.example.references
            if it.abstract and it.abstract != paper.abstract
        ]
        return score(gold, paper) - max(others, default=0.0)

    return beside


def pairs_of(sentences: Sequence[GoldSentence], collection: Collection) -> list[Pair]:
    """Return each sentence with its paper and with two others."""
    draw = random.Random(SEED)
    found = []
    for gold in sentences:
        found.append(Pair(CITED, gold, gold.cited))
        others = [
            it
            for it in gold.example.references
            if it.abstract and it.id != gold.cited.id and it.abstract != gold.cited.abstract
        ]
        if others:
            found.append(Pair(SAME_WORK, gold, draw.choice(others)))
        found.append(Pair(NEAREST, gold, collection.nearest(gold)))
    return found


def auc(scores: np.ndarray, right: np.ndarray) -> float:
    """Return the area under the curve: how often a right pair has the higher score."""
    yes, no = scores[right], scores[~right]
    above = (yes[:, None] > no[None, :]).sum() + 0.5 * (yes[:, None] == no[None, :]).sum()
    return float(above / (len(yes) * len(no))) if len(yes) and len(no) else float("nan")


def measures(said: np.ndarray, right: np.ndarray) -> tuple[float, float, float]:
    """Return precision, recall and F1."""
    both = float((said & right).sum())
    precision = both / max(1, said.sum())
    recall = both / max(1, right.sum())
    return precision, recall, 2 * both / max(1, said.sum() + right.sum())


def main() -> None:
    """Print the table."""
    sentences = candidates()
    collection = Collection(sentences)
    pairs = pairs_of(sentences, collection)
    is_tuning = np.array([pair.gold.part is Part.TUNING for pair in pairs])
    right = np.array([pair.kind == CITED for pair in pairs])
    papers = np.array([pair.gold.example.paper for pair in pairs])
    named: dict[str, Score] = {
        "ROUGE-1": collection.rouge1,
        "ROUGE-L": collection.rouge_l,
        "tf-idf cosine": collection.tf_idf,
        "BM25": collection.bm25,
        "ours": _ours,
    }
    named |= {f"{name}, beside others": _beside_others(it) for name, it in named.items()}
    print(f"{Counter((pair.kind, str(pair.gold.part)) for pair in pairs)}")
    for name, score in named.items():
        scores = np.array([score(pair.gold, pair.paper) for pair in pairs])
        tuned = max(
            sorted(set(scores[is_tuning])),
            key=lambda least: measures(scores[is_tuning] >= least, right[is_tuning])[2],
        )
        held = ~is_tuning
        print(line(name, scores[held], right[held], papers[held], tuned))
        if name in sys.argv[1:]:
            _print_errors(pairs, scores, right, held, tuned)


def line(name: str, scores: np.ndarray, right: np.ndarray, papers: np.ndarray, least: float) -> str:
    """Return a line of the table, its intervals by a bootstrap over citing papers."""
    own = [auc(scores, right), *measures(scores >= least, right)]
    every = sorted(set(papers))
    where = {paper: np.flatnonzero(papers == paper) for paper in every}
    draws = np.random.default_rng(RESAMPLING_SEED).integers(0, len(every), (SAMPLES, len(every)))
    sampled = []
    for drawn in draws:
        at = np.concatenate([where[every[number]] for number in drawn])
        sampled.append([auc(scores[at], right[at]), *measures(scores[at] >= least, right[at])])
    low, high = np.nanpercentile(np.array(sampled), (2.5, 97.5), axis=0)
    cells = (f"{it:.2f} [{a:.2f}, {b:.2f}]" for it, a, b in zip(own, low, high, strict=True))
    return f"{name} | " + " | ".join(cells)


def _print_errors(
    pairs: Sequence[Pair], scores: np.ndarray, right: np.ndarray, held: np.ndarray, least: float
) -> None:
    for pair, score, is_right, counts in zip(pairs, scores, right, held, strict=True):
        if counts and (score >= least) != is_right:
            print(f"  [{pair.kind}] {score:.2f} {pair.gold.words}\n      {_text(pair.paper)[:700]}")


if __name__ == "__main__":
    main()
