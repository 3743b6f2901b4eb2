"""Errors made in supported sentences: the share that is found, by kind, and false alarms.

    python -m bench errors [--thorough] [KIND ...]

With kinds, what is missed of these in the part for tuning is printed. People's sentences that were
not judged supported stand at the end as they are.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from bench.claims.cases import UNCHANGED, Case, checker_of, unchanged, with_errors, written_cases
from bench.claims.gold import Judgement, gold_sentences
from bench.shared.rwg_split import Part
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.verdict import Doubt, DoubtKind
from citeloom_lab.evaluation.resampling import interval

_LEFT_OUT = frozenset({DoubtKind.VERBATIM})
"""What is no error: the extractive method's sentences are nearly their sources'."""


def doubts_of(case: Case) -> list[Doubt]:
    """Return what is found in a case."""
    checker = checker_of(case.example.id, "--thorough" in sys.argv)
    checked = checker.check(Claim(case.text, (case.cited.id,)))
    return [doubt for doubt in checked.doubts if doubt.kind not in _LEFT_OUT]


def main() -> None:
    """Print a line for each kind of error and part."""
    gold = unchanged(gold_sentences(Judgement.SUPPORTED))
    written = written_cases()
    for cases in (gold, written):
        every = [*cases, *with_errors(cases)]
        for part in Part:
            _print_kinds(part, [case for case in every if case.part is part])
    for judgement in (Judgement.PARTLY, Judgement.NO):
        others = [replace(it, kind=judgement) for it in unchanged(gold_sentences(judgement))]
        for part in Part:
            _print_kinds(part, [case for case in others if case.part is part])


def _print_kinds(part: Part, cases: Iterable[Case]) -> None:
    by_kind = defaultdict(list)
    for case in cases:
        by_kind[case.kind].append((case, doubts_of(case)))
    for kind, found in by_kind.items():
        values = [float(bool(doubts)) for _, doubts in found]
        share = interval(values, [case.example.paper for case, _ in found])
        assert share is not None
        name = found[0][0].set_name
        print(
            f"{name}, {part}, {kind}: {share.mean:.2f} [{share.low:.2f}, {share.high:.2f}] "
            f"of {len(values)}"
        )
        if kind in sys.argv[1:] and part is Part.TUNING:
            for case, doubts in found:
                if bool(doubts) is (kind == UNCHANGED):
                    said = "; ".join(f"{doubt.kind}: {doubt.reason}" for doubt in doubts)
                    print(f"    {case.text}\n        {said}")
