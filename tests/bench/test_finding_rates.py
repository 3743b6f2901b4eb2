"""Precision and recall of finding papers among 23,859, of entries as people write them."""

from pathlib import Path

import pytest

from bench.papers.finding.evaluation import Share, evaluate
from bench.papers.finding.search_service import records


@pytest.mark.slow
@pytest.mark.shared("abstracts")
def test_what_is_found_is_right_and_most_is_found(tmp_path: Path) -> None:
    result = evaluate(records(), 400, 3, tmp_path)
    assert [query.bib for query, _ in result.wrong] == []
    assert result.precision.value >= 0.995
    assert result.recall.value >= 0.9
    assert result.misdirected.value == 1


def test_the_interval_is_wilsons() -> None:
    low, high = Share(45, 50).interval
    assert (round(low, 4), round(high, 4)) == (0.7864, 0.9565)
