"""Measures whether hidden references are suggested from the draft and the others.

Of each paper of ``../shared/data/rwg`` one reference after another is hidden, and looked for in a
corpus of the ACL Anthology's abstracts and of all references that have one. The other references of
the paper are left out of what is found, as a suggestion leaves them out. BM25 on the draft alone
(title and abstract) is measured in the same run. Intervals come from a bootstrap by paper.
"""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from statistics import fmean

import numpy as np

from bench.suggesting.hidden_data import HiddenData, RwgDraft, read_hidden_data
from citeloom.actions.papers.knowledge import PaperKnowledge
from citeloom.actions.suggesting.draft_sentences import AskedSentence
from citeloom.actions.suggesting.fitting import DraftFit
from citeloom.actions.suggesting.from_collections import MOST_FOUND
from citeloom.actions.suggesting.known_papers import KnownPapers
from citeloom.actions.suggesting.merging import merge_candidates
from citeloom.actions.suggesting.query import SuggestionQuery, query_texts
from citeloom.actions.suggesting.ranking import candidate_scores
from citeloom.actions.suggesting.sources import Candidates
from citeloom.actions.suggesting.suggestion import DraftSentence
from citeloom.corpus.searching import best_first
from citeloom.corpus.words import joint_query
from citeloom.methods.task import DraftText
from citeloom.papers.paper_index import PaperIndex
from citeloom_latex.spans import Span

SEED = 15
RESAMPLES = 5_000
_POOL = 1_000


@dataclass(frozen=True, slots=True)
class Case:
    """A hidden reference of a draft and, where one is asked about, the sentence that cites it."""

    draft: int
    hidden: str
    sentence: str = ""


def main() -> None:
    """Print recall and reciprocal rank beside BM25 on the draft alone."""
    data = read_hidden_data()
    with tempfile.TemporaryDirectory() as folder:
        store = PaperIndex(Path(folder) / "corpus.sqlite").make()
        store.put([*{record.id: record for record in data.records}.values()], None)
        store.optimise()
        run = Run(data, store)
        cases = [
            Case(place, hidden)
            for place, draft in enumerate(data.drafts)
            for hidden in draft.with_abstract
        ]
        print(f"{len(data.records):,} records, {len(data.drafts)} drafts, {len(cases)} hidden")
        run.report("whole draft", cases)
        asked = [
            Case(place, hidden, sentence)
            for place, draft in enumerate(data.drafts)
            for hidden, sentence in draft.citing
        ]
        run.report("the sentence that cites it", asked)
    report_fit(data)


@dataclass
class Run:
    """Measures cases."""

    data: HiddenData
    store: PaperIndex

    def report(self, what: str, cases: Sequence[Case]) -> None:
        """Print how well references are found."""
        print(f"\n{what}: {len(cases)} hidden references; R@10, R@50, R@100, MRR")
        alone = [self._rank_alone(case) for case in cases]
        ours = [self._rank(case) for case in cases]
        print(_line("BM25, draft alone", alone, cases, self.data))
        print(_line("words, as shipped", ours, cases, self.data))
        for name, measure in (
            ("R@10", _at(10)),
            ("R@50", _at(50)),
            ("R@100", _at(100)),
            ("MRR", _reciprocal),
        ):
            low, high = interval(ours, alone, [case.draft for case in cases], measure)
            print(f"  {name} more than BM25 alone: 95 % from {low:+.3f} to {high:+.3f}")

    def _rank_alone(self, case: Case) -> float:
        draft = self.data.drafts[case.draft]
        hits = self.store.by_words(f"{draft.title}\n{draft.abstract}".strip(), _POOL)
        return _rank(case.hidden, [hit.paper.id for hit in hits], draft)

    def _rank(self, case: Case) -> float:
        query = self._query(case)
        hits = self.store.by_words(joint_query(query_texts(query)), MOST_FOUND)
        order = [hit.paper.id for hit in hits]
        draft = self.data.drafts[case.draft]
        if not query.is_whole:
            found = Candidates(tuple(hit.paper for hit in hits))
            merged = merge_candidates([("corpus", found)], query.references, KnownPapers())
            order = best_first(candidate_scores(merged, query, {*order}))
        return _rank(case.hidden, order, draft)

    def _query(self, case: Case) -> SuggestionQuery:
        draft = self.data.drafts[case.draft]
        others = tuple(paper for paper in draft.references if paper.id != case.hidden)
        asked = AskedSentence(DraftSentence(Path("draft.tex"), Span(0, 0), case.sentence))
        return SuggestionQuery(
            DraftText(draft.title, draft.abstract, "abstract"),
            (asked,) if case.sentence else (),
            tuple(PaperKnowledge(paper, paper) for paper in others),
            not case.sentence,
        )


def report_fit(data: HiddenData) -> None:
    """Print how often a reference fits a sentence of the related work, and one that cites it."""
    papers = {record.id: record for record in data.records}
    number = given = right = 0
    by_chance = 0.0
    for draft in data.drafts:
        asked = tuple(
            AskedSentence(DraftSentence(Path("draft.tex"), Span(place, place + 1), text))
            for place, text in enumerate(draft.sentences)
        )
        query = SuggestionQuery(DraftText(draft.title, draft.abstract, "abstract"), asked)
        own = [papers[paper.id] for paper in draft.references if paper.id in papers]
        fit = DraftFit(query, own)
        for paper in own:
            citing = {text for cited, text in draft.citing if cited == paper.id}
            # Some references of the data have no title; those that are suggested have one.
            if citing and paper.title:
                number += 1
                by_chance += len(citing) / len(draft.sentences)
                sentence = fit.sentence_of(paper)
                given += sentence is not None
                right += sentence is not None and sentence.text in citing
    print(
        f"\n{given} of {number} references with a title fit a sentence, {right} of these one that "
        f"cites them; by chance {by_chance / number:.0%} would"
    )


def _rank(hidden: str, order: Sequence[str], draft: RwgDraft) -> float:
    """Return the rank of a hidden reference among what is not cited; infinite if not found."""
    left = [name for name in order if name == hidden or name not in draft.left_out]
    return left.index(hidden) + 1 if hidden in left else float("inf")


def interval(
    ours: Sequence[float],
    theirs: Sequence[float],
    groups: Sequence[int],
    measure: Callable[[float], float],
) -> tuple[float, float]:
    """Return the 95 % interval of the mean difference, from a bootstrap by paper."""
    differences: dict[int, list[float]] = {}
    for first, second, group in zip(ours, theirs, groups, strict=True):
        differences.setdefault(group, []).append(measure(first) - measure(second))
    sums = np.array([sum(some) for some in differences.values()])
    counts = np.array([len(some) for some in differences.values()])
    drawn = np.random.default_rng(SEED).integers(0, len(sums), (RESAMPLES, len(sums)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    low, high = np.percentile(means, (2.5, 97.5))
    return float(low), float(high)


@lru_cache
def _at(most: int) -> Callable[[float], float]:
    return lambda rank: float(rank <= most)


def _reciprocal(rank: float) -> float:
    return 1 / rank


def _means(ranks: Sequence[float]) -> tuple[float, ...]:
    return tuple(
        fmean(map(measure, ranks)) for measure in (_at(10), _at(50), _at(100), _reciprocal)
    )


def _line(name: str, ranks: Sequence[float], cases: Sequence[Case], data: HiddenData) -> str:
    parts = ["{:.3f} {:.3f} {:.3f} {:.3f}".format(*_means(ranks))]
    for source in sorted({draft.source for draft in data.drafts}):
        own = [
            rank
            for rank, case in zip(ranks, cases, strict=True)
            if data.drafts[case.draft].source == source
        ]
        if own:
            parts.append("{} {:.2f} {:.2f} {:.2f} {:.2f}".format(source, *_means(own)))
    return f"{name:36} {'; '.join(parts)}"
