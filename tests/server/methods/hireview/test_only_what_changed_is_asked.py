"""HiReview over HTTP with kept answers: a change of the taxonomy or the papers asks for little."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from taxonomy_samples import FURTHER, PARSING, RANKING, nested, nested_task

from citeloom.methods.hireview import judging, names, topic_texts
from citeloom.methods.hireview.taxonomy import Taxonomy, Topic
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.methods.verify import verify
from endpoint_server import running
from modelled_runs import model_at, paper, task, write

TEXTS, SCORES, NAMES = topic_texts.STEP, judging.STEP, names.STEP
LONG = task(45)


def asked_after(before: WritingTask, after: WritingTask, tmp_path: Path) -> dict[str, int]:
    """Return how many calls of each step a task takes behind another one."""
    with running() as server:
        first = asyncio.run(write("hireview", before, model_at(server, tmp_path / "memo")))
        model = model_at(server, tmp_path / "memo")
        second = asyncio.run(write("hireview", after, model))
    verify(first, before)
    verify(second, after)
    assert second.uncited == ()
    return {step: own.calls for step, own in model.ledger.steps.items() if own.calls}


def topics_of(taxonomy: Taxonomy, *changed: Topic) -> Taxonomy:
    return Taxonomy((*changed, *taxonomy.topics[len(changed) :]))


def test_a_second_run_asks_nothing(tmp_path: Path) -> None:
    assert asked_after(nested_task(), nested_task(), tmp_path) == {}


@pytest.mark.parametrize(
    ("renamed", "texts"),
    [("retrieval", 1), ("parsing", 2), ("reading", 3)],
    ids=["beside", "inside", "above"],
)
def test_a_new_name_asks_for_its_topic_those_inside_and_the_one_above(
    renamed: str, texts: int, tmp_path: Path
) -> None:
    after = nested_task(nested(**{renamed: "Another name"}))
    assert asked_after(nested_task(), after, tmp_path) == {TEXTS: 2 * texts, SCORES: 2}


def test_a_paper_that_moves_asks_for_both_topics(tmp_path: Path) -> None:
    retrieval, further = nested().topics[1:]
    moved = (
        replace(retrieval, papers=(*retrieval.papers, FURTHER[1])),
        replace(further, papers=FURTHER[:1]),
    )
    after = nested_task(Taxonomy((nested().topics[0], *moved)))
    assert asked_after(nested_task(), after, tmp_path) == {TEXTS: 2 * 2, SCORES: 2}


def test_topics_in_another_order_ask_for_the_scores_alone(tmp_path: Path) -> None:
    after = nested_task(Taxonomy(nested().topics[::-1]))
    assert asked_after(nested_task(), after, tmp_path) == {SCORES: 2}


def test_two_topics_that_become_one_ask_for_one_text_and_the_one_above(tmp_path: Path) -> None:
    reading = Topic("Reading", topics=(Topic("", (*PARSING, *RANKING)),))
    after = nested_task(topics_of(nested(), reading))
    asked = asked_after(nested_task(), after, tmp_path)
    assert asked == {NAMES: 1, TEXTS: 2 * 2, SCORES: 2}


def test_a_topic_that_becomes_two_asks_for_both(tmp_path: Path) -> None:
    _, retrieval, further = nested().topics
    halves = (Topic("Retrieval", retrieval.papers[:1]), Topic("", retrieval.papers[1:]))
    after = nested_task(Taxonomy((nested().topics[0], *halves, further)))
    asked = asked_after(nested_task(), after, tmp_path)
    assert asked == {NAMES: 1, TEXTS: 2 * 2, SCORES: 2}


def test_a_paper_that_is_dropped_asks_for_its_topic(tmp_path: Path) -> None:
    further = Topic("Further", FURTHER[:1])
    taxonomy = Taxonomy((*nested().topics[:2], further))
    before = nested_task()
    after = replace(before, references=before.references[:-1], taxonomy=taxonomy)
    assert asked_after(before, after, tmp_path) == {TEXTS: 2, SCORES: 2}


def test_a_reference_that_comes_first_asks_for_its_topic(tmp_path: Path) -> None:
    before, new = nested_task(), paper(40)
    further = Topic("Further", (*FURTHER, new.id))
    after = replace(
        before,
        references=(new, *before.references),
        taxonomy=Taxonomy((*nested().topics[:2], further)),
    )
    assert asked_after(before, after, tmp_path) == {TEXTS: 2, SCORES: 2}


def test_a_kept_text_was_written_with_the_taxonomy_in_view(tmp_path: Path) -> None:
    """The text stays; only the outline that it was written under is an older one."""
    with running() as server:
        model = model_at(server, tmp_path / "memo")
        first = asyncio.run(write("hireview", nested_task(), model))
        shown = len(server.asked)
        after = nested_task(nested(further="Another name"))
        second = asyncio.run(write("hireview", after, model_at(server, tmp_path / "memo")))
        texts = [body for body in server.asked[shown:] if "Another name" in str(body)]
    assert len(texts) == 2 + 2
    assert sentences(first)[:-1] == sentences(second)[:-1]


def sentences(result: Result) -> list[list[str]]:
    return [[own.text for own in paragraph.sentences] for paragraph in result.paragraphs]
