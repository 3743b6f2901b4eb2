"""A paper goes from a job's process to the one that started it, whatever it was made of."""

import pickle
from dataclasses import replace
from types import MappingProxyType

from services.sample import SAMPLE


def test_a_paper_is_the_same_in_another_process() -> None:
    paper = replace(SAMPLE[0], sources=MappingProxyType({"title": "bib", "doi": "s2"}))
    assert pickle.loads(pickle.dumps(paper)) == paper
