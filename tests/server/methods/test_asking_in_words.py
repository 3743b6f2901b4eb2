"""An endpoint that ignores every schema, and answers what the messages ask in words."""

import asyncio
import json
import re

import pytest
from taxonomy_samples import nested, nested_task

from answering_in_words import answer_in_words
from citeloom.methods.registry import method_named
from citeloom.methods.simulated_cost import simulated_cost
from citeloom.methods.verify import verify
from endpoint_server import Behaviour, running
from modelled_runs import model_at, task, write

SEVEN = task(7)

RUNS: tuple[tuple[str, dict[str, object]], ...] = (
    ("citegeist", {}),
    ("citegeist", {"breadth": 2, "diversity": 0.3}),
    ("ckma", {}),
    ("ckma-ablations", {"minigraph": False}),
    ("ckma-ablations", {"types": False}),
    ("ckma-ablations", {"volume": False}),
    ("ckma-ablations", {"iteration": False}),
    ("ckma-ablations", {"chunk_summaries": False}),
    ("chatcite", {}),
    ("chatcite", {"key_elements": False}),
    ("chatcite", {"turns": "paragraph"}),
    ("chatcite-at-once", {}),
    ("chatcite-at-once", {"plan": False}),
    ("chatcite-at-once", {"example": False}),
    ("chatcite-at-once", {"plan": False, "example": False}),
    ("chatcite", {"votes": "none"}),
    ("chatcite", {"votes": "whole"}),
    ("hireview", {}),
    ("hireview", {"versions": 1}),
    ("hireview-one-step", {}),
    ("hireview-clusters", {}),
    ("hireview", {"sections": True}),
    ("zero-shot", {}),
    ("chain-of-thought", {}),
    ("few-shot", {}),
    ("plan-based", {}),
    ("reference-wise", {}),
    ("two-step", {}),
)


@pytest.mark.parametrize(("name", "switches"), RUNS, ids=str)
def test_a_method_is_driven_by_what_its_messages_say(
    name: str, switches: dict[str, object]
) -> None:
    with running(Behaviour(says=answer_in_words)) as server:
        result = asyncio.run(write(name, SEVEN, model_at(server), **switches))
    verify(result, SEVEN)
    assert result.uncited == ()
    assert result.warnings == ()
    sentences = [sentence for part in result.paragraphs for sentence in part.sentences]
    known = {paper.id for paper in SEVEN.references}
    assert {paper for sentence in sentences for paper in sentence.cites} == known
    for sentence in sentences:
        assert {evidence.paper for evidence in sentence.evidence} == set(sentence.cites)
        assert not re.search(r"\bP\d|\[|```|Sure", sentence.text)
    method = method_named(name)
    cost = simulated_cost(method, SEVEN, method.parameters.model_validate(switches))
    assert len(server.asked) == cost.calls, "an answer was asked for twice"
    assert all("JSON schema" not in json.dumps(body["messages"]) for body in server.asked)


@pytest.mark.parametrize("sections", [False, True])
def test_topics_inside_of_topics_are_driven_by_what_the_messages_say(sections: bool) -> None:
    unnamed = nested(**dict.fromkeys(("parsing", "ranking", "reading", "further"), ""))
    nine = nested_task(unnamed)
    with running(Behaviour(says=answer_in_words)) as server:
        result = asyncio.run(write("hireview", nine, model_at(server), sections=sections))
    verify(result, nine)
    assert (result.uncited, result.warnings) == ((), ())
    method = method_named("hireview")
    cost = simulated_cost(method, nine, method.parameters())
    assert len(server.asked) == cost.calls == 4 + 2 * 5 + 2
    for paragraph in result.paragraphs:
        for sentence in paragraph.sentences:
            assert not re.search(r"\bP\d|\[|```|Sure", sentence.text)
    scores = result.trace["versions"][0]["scores"]
    assert all(0 <= scores[name] <= 100 for name in ("coverage", "structure", "relevance"))


@pytest.mark.parametrize("name", ["ckma", "chatcite", "hireview"])
def test_a_model_that_fills_in_no_field_writes_a_text_all_the_same(name: str) -> None:
    def answer_without_explanations(request: str) -> str:
        return answer_in_words(re.sub(r'^- "\w+": .*', "", request, flags=re.MULTILINE))

    with running(Behaviour(says=answer_without_explanations)) as server:
        result = asyncio.run(write(name, SEVEN, model_at(server)))
    verify(result, SEVEN)
    assert result.uncited == ()
    assert any("could not be used" in line for line in result.warnings)


def test_a_reference_that_was_forgotten_is_asked_for_in_words() -> None:
    def answer_without_p1(request: str) -> str:
        if "does not cite yet" not in request:
            request = re.sub(r'<(quoted-\w+) id="P1">.*?</\1>', "", request, flags=re.DOTALL)
        return answer_in_words(request)

    with running(Behaviour(says=answer_without_p1)) as server:
        result = asyncio.run(write("zero-shot", SEVEN, model_at(server)))
    verify(result, SEVEN)
    assert result.uncited == ()
    assert "does not cite yet" in json.dumps(server.asked[-1])
