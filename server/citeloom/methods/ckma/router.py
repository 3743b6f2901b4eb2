"""The router: the summary that agrees most with the others (CKMA, Eq. 4)."""

from collections.abc import Sequence


def agreements(summaries: Sequence[str]) -> list[float]:
    """Return for each summary the sum of its ROUGE-1 recalls against the others.

    The prediction is the candidate and the target the other one, as ``rouge-score`` computes it
    without stemming; citations are taken out before.
    """
    from rouge_score.rouge_scorer import RougeScorer

    scorer = RougeScorer(["rouge1"])
    return [
        sum(
            scorer.score(target=other, prediction=one)["rouge1"].recall
            for at, other in enumerate(summaries)
            if at != place
        )
        for place, one in enumerate(summaries)
    ]


def ranked(scores: Sequence[float]) -> list[int]:
    """Return the places of the scores, the largest first; of equal ones the lower place first."""
    return sorted(range(len(scores)), key=lambda place: (-scores[place], place))


def load() -> None:
    """Import what the router needs, which takes a while, before it is needed."""
    import rouge_score.rouge_scorer  # noqa: F401
