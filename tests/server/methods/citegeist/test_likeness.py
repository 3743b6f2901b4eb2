"""Likeness by an embedder: ranks are those of its vectors, and words count where it fails."""

import asyncio
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading_samples import Texts, sample
from slow_choice import choose_slowly
from word_counts import WordCounts, slow_cosine

from citeloom.methods.citegeist.likeness import (
    measure_likeness,
    pages_of,
)
from citeloom.methods.citegeist.method import Citegeist
from citeloom.methods.citegeist.parameters import CitegeistParameters
from citeloom.methods.citegeist.ranking import choose_longlist
from citeloom.methods.port import Ports
from citeloom.methods.task import WritingTask
from citeloom.papers.paper import Paper
from stand_in_model import StandIn
from virtual_time import timed

WORDS = st.lists(st.sampled_from(["a", "b", "c", "d", "e"]), min_size=0, max_size=3).map(" ".join)


@given(
    st.lists(WORDS, min_size=1, max_size=8),
    WORDS,
    st.integers(1, 2),
    st.sampled_from([0.0, 0.3, 1.0]),
)
def test_the_longlist_is_that_of_a_slow_direct_computation(
    titles: list[str], draft: str, breadth: int, w: float
) -> None:
    papers = [Paper(f"p{number}", title=title) for number, title in enumerate(titles)]
    task = WritingTask(replace(sample(0, 0)[0].draft, title=draft, abstract=""), tuple(papers))
    measured = asyncio.run(measure_likeness(task, Texts({}), WordCounts()))
    parameters = CitegeistParameters(breadth=breadth, diversity=w)
    chosen = choose_longlist(papers, parameters, measured)

    near = np.array([slow_cosine(draft, title, 4) for title in titles])
    nearest = sorted(range(len(titles)), key=lambda place: (-near[place], place))[: 6 * breadth]
    between = np.array([[slow_cosine(titles[i], titles[j], 4) for j in nearest] for i in nearest])
    np.fill_diagonal(between, 1.0)
    slow = choose_slowly(near[nearest], between, 3 * breadth, w)
    assert [paper.id for paper in chosen] == [f"p{nearest[place]}" for place in slow]


def test_pages_count_by_their_vectors_and_the_trace_says_whose_they_are() -> None:
    task, texts = sample(4, 2)
    embedder = WordCounts(64)
    model = StandIn()
    ports = Ports(model=model, texts=texts, embedder=embedder)
    result, _ = timed(Citegeist().write(task, CitegeistParameters(), ports))
    assert result.trace["likeness"] == "word-counts"
    assert result.warnings == ()
    draft = f"{task.draft.title}\n{task.draft.abstract}"
    assert [text for use, text in embedder.asked if use == "query"] == [draft]
    scores = {own["paper"]: own["score"] for batch in result.trace["batches"] for own in batch}
    for paper in task.references:
        pages = sorted(
            (slow_cosine(draft, page.words, 64) for page in pages_of(paper, texts)), reverse=True
        )
        alike = [slow_cosine(draft, paper.text, 64), *pages[:2]]
        assert scores[paper.id] == pytest.approx(sum(alike) / len(alike), abs=1e-6)


def test_words_count_where_the_embedder_fails_and_a_warning_says_why() -> None:
    task, texts = sample(4, 1)
    by_words, _ = timed(
        Citegeist().write(task, CitegeistParameters(), Ports(model=StandIn(), texts=texts))
    )
    ports = Ports(model=StandIn(), texts=texts, embedder=WordCounts(fails=True))
    failing, _ = timed(Citegeist().write(task, CitegeistParameters(), ports))
    assert failing.trace == by_words.trace
    assert failing.trace["likeness"] == "words"
    assert failing.warnings == ("papers are compared by words: the endpoint does not answer",)
