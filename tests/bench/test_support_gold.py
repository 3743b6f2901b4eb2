"""The judged citation sentences: enough of them, each once, and as they were when judged."""

import pytest

from bench.claims.gold import Judgement, candidates, digest_of, gold_sentences, read_list
from bench.shared.rwg_split import Part


def test_at_least_60_sentences_are_supported() -> None:
    listed = list(read_list())
    places = {(sentence.data_set, sentence.example, sentence.start) for sentence in listed}

    assert len(places) == len(listed)
    assert sum(sentence.judgement is Judgement.SUPPORTED for sentence in listed) >= 60


@pytest.mark.shared("rwg")
def test_the_list_holds_all_sentences_in_the_order_drawn() -> None:
    drawn = [(gold.example.id, gold.start, digest_of(gold.text)) for gold in candidates()]

    assert drawn == [(listed.example, listed.start, listed.digest) for listed in read_list()]


@pytest.mark.shared("rwg")
def test_supported_sentences_are_of_both_parts() -> None:
    supported = gold_sentences(Judgement.SUPPORTED)

    assert {gold.part for gold in supported} == set(Part)
    assert all(gold.cited.abstract for gold in supported)
    assert not any("@cite" in gold.words for gold in supported)
