"""Judges: what they ask, in words, and what they make of the answers."""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from citeloom.methods.port import Ports
from citeloom.methods.result import CitationForm, CitationMark
from citeloom.methods.task import DraftText
from citeloom.models.answers import read_answer
from citeloom.models.port import AnswerError, Question
from citeloom.papers.paper import Author, Paper
from citeloom.problem import InputError
from citeloom_lab.evaluation.evaluated_text import EvaluatedSentence, EvaluatedText
from citeloom_lab.evaluation.example import Example
from citeloom_lab.evaluation.judging.g_score import ASPECTS, order_of_texts
from citeloom_lab.evaluation.judging.judge import Judged, TextsOfExample
from citeloom_lab.evaluation.judging.judges import JUDGES, judge_named
from stand_in_model import StandIn

REFERENCES = tuple(
    Paper(
        f"ref:{number}",
        (f"{number}",),
        f"Parsing {number}",
        (Author(f"Smith{number}"),),
        2000 + number,
        abstract=f"We parse texts of kind {number}." if number < 3 else "",
    )
    for number in range(4)
)
EXAMPLE = Example(
    "one",
    "paper",
    DraftText("A tool", "We present a tool.", "abstract"),
    REFERENCES,
    ("Some parse texts ", CitationMark(("ref:0", "ref:1")), ". Others do not."),
)


def text(*cited: int) -> EvaluatedText:
    """Return a text with a sentence for each number of a reference."""
    return EvaluatedText(
        (
            tuple(
                EvaluatedSentence(
                    (
                        CitationMark((f"ref:{number}",), CitationForm.TEXTUAL, f"Smith{number}"),
                        f" parses kind {number}.",
                    )
                )
                for number in cited
            ),
        )
    )


GIVEN = TextsOfExample(EXAMPLE, {"first": text(0, 1), "second": text(2, 3, 0)})


class Saying:
    """A model that answers what a function makes of a question; None stands for a useless one."""

    name = "saying"

    def __init__(self, say: Callable[[Question[Any]], Mapping[str, Any] | None]) -> None:
        self.asked: list[Question[Any]] = []
        self._say = say

    async def ask(self, question: Question[Any]) -> Any:
        self.asked.append(question)
        said = self._say(question)
        if said is None:
            raise AnswerError("nothing to be used", "")
        found = read_answer(json.dumps(said), question.answer)
        question.check(found)
        return found


def judged(name: str, model: Any, given: TextsOfExample = GIVEN) -> Judged:
    return asyncio.run(judge_named(name).judge(given, Ports(), model))


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.name)
def test_calls_are_those_of_the_estimate(judge: Any) -> None:
    model = StandIn(seconds=0)
    found = asyncio.run(judge.judge(GIVEN, Ports(), model))
    cost = judge.cost(EXAMPLE, 2, 40)
    assert {step.step: step.calls for step in cost.steps} == dict(model.calls)
    assert cost.calls == len(model.asked)
    assert all(step.input_tokens > 0 and step.output_tokens > 0 for step in cost.steps)
    known = {metric.name for metric in judge.metrics}
    assert set(found) == {"first", "second"}
    assert all(set(values) == known for values in found.values())


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.name)
def test_messages_name_each_field_of_the_answer_and_fence_all_texts(judge: Any) -> None:
    model = StandIn(seconds=0)
    asyncio.run(judge.judge(GIVEN, Ports(), model))
    for question in model.asked:
        said = "\n".join(message.text for message in question.messages)
        schema = question.answer.model_json_schema()
        names = set(schema["properties"])
        for part in schema.get("$defs", {}).values():
            names |= set(part.get("properties", {}))
        assert all(f'"{name}"' in said for name in names), names
        shown = question.messages[-1].text
        for words in ("We parse texts of kind", "parses kind", "Some parse texts"):
            for at in range(len(shown)):
                if shown.startswith(words, at):
                    assert shown.rfind("<quoted-", 0, at) > shown.rfind("</quoted-", 0, at)


@pytest.mark.parametrize("judge", JUDGES, ids=lambda judge: judge.name)
def test_no_text_is_no_question_and_a_useless_answer_is_no_value(judge: Any) -> None:
    model = StandIn(seconds=0)
    nothing = TextsOfExample(EXAMPLE, {})
    assert asyncio.run(judge.judge(nothing, Ports(), model)) == {}
    assert (model.asked, judge.cost(EXAMPLE, 0, 40).calls) == ([], 0)
    found = judged(judge.name, Saying(lambda question: None))
    assert not any(found.values())


def test_texts_stand_in_the_order_of_the_seed() -> None:
    texts = {f"method{number}": text(0) for number in range(6)}
    orders = {tuple(order_of_texts(TextsOfExample(EXAMPLE, texts, seed))) for seed in range(5)}
    assert len(orders) > 1
    assert all(sorted(order) == list(texts) for order in orders)
    given = TextsOfExample(EXAMPLE, texts, 3)
    assert order_of_texts(given) == order_of_texts(given)


@pytest.mark.parametrize("seed", range(4))
def test_points_go_to_the_text_that_stood_there(seed: int) -> None:
    given = TextsOfExample(EXAMPLE, GIVEN.texts, seed)
    first = order_of_texts(given)[0]

    def say(question: Question[Any]) -> Mapping[str, Any]:
        shown = question.messages[-1].text
        marker = "kind 1" if first == "first" else "kind 2"
        assert marker in shown.partition("Text 1:")[2].partition("Text 2:")[0]
        good, bad = dict.fromkeys(ASPECTS, 5), dict.fromkeys(ASPECTS, 2)
        return {
            "reason": "so",
            "text_1": {**good, "fluency": 4},
            "text_2": bad,
            "best": 1,
        }

    found = judged("g-score", Saying(say), given)
    (other,) = set(found) - {first}
    assert found[first]["g_score"] == 29
    assert (found[first]["g_fluency"], found[first]["g_preference"]) == (4, 100)
    assert (found[other]["g_score"], found[other]["g_preference"]) == (12, 0)


def test_points_beyond_the_scale_are_no_answer() -> None:
    model = Saying(lambda question: None)
    judged("g-score", model)
    (question,) = model.asked
    points = dict.fromkeys(ASPECTS, 3)
    right = {"reason": "", "text_1": points, "text_2": points, "best": 2}
    read_answer(json.dumps(right), question.answer)
    for wrong in (
        {**right, "best": 3},
        {**right, "text_1": {**points, "fluency": 6}},
        {name: value for name, value in right.items() if name != "text_2"},
    ):
        with pytest.raises(ValueError):
            read_answer(json.dumps(wrong), question.answer)


@pytest.mark.parametrize(
    ("name", "aspects"),
    [
        ("coverage-logic-relevance", ("coverage", "logic", "relevance")),
        ("hireview", ("coverage", "structure", "relevance")),
    ],
    ids=["select-read-write", "hireview"],
)
def test_each_aspect_is_asked_for_alone(name: str, aspects: tuple[str, ...]) -> None:
    model = Saying(lambda question: {"reason": "so", "score": 4})
    found = judged(name, model)
    assert len(model.asked) == 6
    systems = {question.messages[0].text for question in model.asked}
    assert len(systems) == len(aspects)
    assert all(system.count("\nJudge ") == 1 for system in systems)
    assert all(set(values.values()) == {4.0} for values in found.values())


def test_an_aspect_without_a_score_leaves_the_mean_out() -> None:
    scores = iter([{"score": 90}, None, {"score": 60}, *[{"score": 50}] * 3])
    found = judged("hireview", Saying(lambda question: next(scores)))
    assert found["first"] == {"hireview_coverage": 90, "hireview_relevance": 60}
    assert found["second"]["hireview_average"] == 50


def test_a_source_is_asked_about_once_and_counts_where_it_is_cited() -> None:
    def say(question: Question[Any]) -> Mapping[str, Any]:
        shown = question.messages[-1].text
        if question.step == "writing quality":
            return {"score": 7}
        return {"score": next(2 * n for n in range(3) if f"texts of kind {n}" in shown)}

    model = Saying(say)
    found = judged("citegeist", model)
    assert [question.step for question in model.asked].count("source relevance") == 3
    assert found["first"]["citegeist_relevance"] == 1
    assert found["second"]["citegeist_relevance"] == 2
    assert found["second"]["citegeist_relevance_sum"] == 4
    assert found["first"]["citegeist_quality"] == 7


def test_shares_of_sentences_and_key_facts() -> None:
    def say(question: Question[Any]) -> Mapping[str, Any]:
        if question.step == "key facts":
            return {"facts": ["one", "two", "three", "four"]}
        if question.step == "wrong sentences":
            return {"wrong": [{"sentence": 2, "why": "no"}, {"sentence": 2, "why": "again"}]}
        return {
            "facts": [
                {"fact": 1, "sentences": [1]},
                {"fact": 2, "sentences": [1, 2]},
                {"fact": 3, "sentences": []},
            ]
        }

    found = judged("finesure", Saying(say))
    assert found["first"] == {
        "finesure_faithfulness": 50,
        "finesure_completeness": 50,
        "finesure_conciseness": 100,
    }
    assert found["second"]["finesure_conciseness"] == pytest.approx(200 / 3)


def test_a_sentence_that_is_not_there_is_no_answer() -> None:
    def say(question: Question[Any]) -> Mapping[str, Any]:
        return {"facts": ["one"], "wrong": [{"sentence": 3, "why": "no"}]}

    asked = Saying(say)
    with pytest.raises(ValueError, match="there is no sentence 3; the numbers are 1 to 2"):
        judged("finesure", asked, TextsOfExample(EXAMPLE, {"first": text(0, 1)}))


def test_a_text_is_shown_with_names_and_ids() -> None:
    model = Saying(lambda question: {"score": 1})
    cited = EvaluatedSentence(("Some parse", CitationMark(("ref:1", "ref:other")), "."))
    shown = EvaluatedText(((cited, *text(0).sentences),))
    judged("hireview", model, TextsOfExample(EXAMPLE, {"first": shown}))
    asked = model.asked[0].messages[-1].text
    assert "Some parse [P2, ?]. Smith0 [P1] parses kind 0." in asked
    assert "Some parse texts [P1, P2]. Others do not." in asked


def test_a_name_of_no_judge() -> None:
    with pytest.raises(InputError, match="there is no judge 'taste'"):
        judge_named("taste")
