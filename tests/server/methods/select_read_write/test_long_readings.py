"""Readings with models that answer anything: where they go, how they end, what they remember."""

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from reading_samples import sample

from citeloom.grounding.evidence import DRAFT
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.select_read_write.memory import AnsweredMemory
from citeloom.methods.select_read_write.walk import Choice, citation_graph
from citeloom.methods.task import WritingTask
from citeloom.methods.verify import verify
from citeloom.models.port import AnswerError, Question, RefusedError
from citeloom.models.tokens import text_tokens
from citeloom_lab.baselines.selectors import Selector, SelectorParameters, SelectorReading
from hypothesis_profiles import examples
from stand_in_model import Answer, StandIn
from virtual_time import timed

SELECTORS = st.sampled_from([selector.value for selector in Selector])
CITES = st.dictionaries(st.integers(0, 7), st.lists(st.integers(0, 7), max_size=3).map(tuple))
LIMIT = 200


class WildModel(StandIn):
    """Chooses what is there and what is not, notes too much and too little, and sometimes fails.

    ``memories`` are the memories that it was shown outside of condensing.
    """

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.chance = random.Random(seed)
        self.memories: list[str] = []

    async def ask(self, question: Question[Answer]) -> Answer:
        text = question.messages[-1].text
        if question.step != "condensing" and '{"notes"' in text:
            self.memories.append('{"notes"' + text.partition('{"notes"')[2].split("\n</quoted-")[0])
        found: Any = await super().ask(question)
        if isinstance(found, Choice):
            self.fail(0.05)
            paper, number = self.chance.randint(0, 9), self.chance.randint(0, 4)
            found.choice = self.chance.choices([f"P{paper}/{number}", "end", ""], [20, 1, 1])[0]
        if isinstance(found, AnsweredMemory):
            self.fail(0.1)
            return question.answer.model_validate({"notes": self.notes()})
        return found  # type: ignore[no-any-return]

    def fail(self, share: float) -> None:
        if self.chance.random() < share:
            raise self.chance.choice([AnswerError, RefusedError])("no", "")

    def notes(self) -> list[dict[str, Any]]:
        old = json.loads(self.memories[-1])["notes"] if self.memories else []
        kept = [note for note in old if self.chance.random() < 0.9]
        words = 'Wörter "quoted" 漢字 \\ and\nmore ' * self.chance.choice([0, 1, 3, 40])
        papers = [f"P{self.chance.randint(0, 12)}" for _ in range(self.chance.randint(0, 3))]
        return [*kept, {"papers": papers, "note": f"{words}{self.chance.random()}"}]


def read(selector: str, cites: dict[int, tuple[int, ...]], seed: int) -> tuple[Any, Result, Any]:
    task, texts = sample(8, 7, cites)
    own = SelectorParameters(selector=selector, memory_tokens=LIMIT, steps=20)  # type: ignore[arg-type]
    model = WildModel(seed)
    ports = Ports(model=model, texts=texts)
    result, _ = timed(SelectorReading().write(task, own, ports))
    return task, result, model


def test_the_wild_model_is_shown_a_memory_that_has_to_be_cut() -> None:
    _, result, model = read("sequential", {}, 1)
    assert len(model.memories) > 10 and model.calls["condensing"] > 0
    assert any(step["dropped"] for step in result.trace["path"])


@settings(max_examples=examples(30))
@given(SELECTORS, CITES, st.integers(0, 9999))
def test_whatever_a_model_answers(
    selector: str, cites: dict[int, tuple[int, ...]], seed: int
) -> None:
    task, result, model = read(selector, cites, seed)
    verify(result, task)
    path = [(step["paper"], step["section"]) for step in result.trace["path"]]
    assert len(set(path)) == len(path), "no section is read twice"
    assert result.trace["ended"]
    assert len(path) <= (20 if result.trace["steps_limit"] else 2 + 7 * 3 + 1)
    for memory in model.memories:
        notes = json.loads(memory)["notes"]
        assert all(note["papers"] and note["note"] for note in notes)
        assert text_tokens(memory) <= LIMIT
    if result.trace["selector"] in ("co-occurrence-graph", "citation-graph"):
        assert_linked(task, result, selector)
    again = read(selector, cites, seed)[1]
    assert again.trace == result.trace, "the same seed, the same path"


def assert_linked(task: WritingTask, result: Result, selector: str) -> None:
    graph, at = citation_graph(task), DRAFT
    for step in result.trace["path"]:
        at = DRAFT if step["back_to_draft"] else at
        near = graph.neighbourhood(at) if selector == "citation-graph" else (at, DRAFT)
        assert at == DRAFT or step["paper"] in near, "no jump without an edge"
        at = step["paper"]
