"""CKMA's steps against values computed by hand, and its calls against the formulas."""

import re
from dataclasses import replace
from itertools import permutations
from math import ceil, factorial
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rouge_score.rouge_scorer import RougeScorer
from tabled import tabled

from citeloom.methods.ckma.expert_writing import agreements, chunks, orders, rank_by_score, tokens
from citeloom.methods.ckma.method import Ckma, CkmaParameters
from citeloom.methods.ckma.minigraph import AnsweredGraph, FreeGraph, as_text, minigraph
from citeloom.methods.modelled.short_ids import ids_in
from citeloom.methods.port import MethodError, Ports
from citeloom.methods.result import Result
from citeloom.methods.task import DraftText, WritingTask
from citeloom.methods.verify import verify
from citeloom.models.port import Question
from citeloom.papers.paper import Author, Paper
from stand_in_model import Answer, StandIn
from virtual_time import timed

TOPICS = ("parsing of malformed documents", "ranking of sentences", "retrieval of papers")


def paper(number: int) -> Paper:
    topic = TOPICS[number % len(TOPICS)]
    return Paper(
        f"doi:10.1/{number}",
        (f"key{number}",),
        f"Work {number} on {topic}",
        (Author(f"Family{number}"),),
        2000 + number % 20,
        abstract=f"We study {topic} in setting {number}. Our approach number {number} reaches "
        f"better accuracy on {topic}. We analyse its errors in {number} corpora.",
    )


def task(number: int, **asked: int) -> WritingTask:
    draft = DraftText("A tool", "We present a tool that writes related work.", "abstract")
    return WritingTask(draft, tuple(paper(one) for one in range(number)), **asked)


def run(number: int, model: StandIn | None = None, **switches: object) -> tuple[Result, float]:
    return run_task(task(number), model, **switches)


def run_task(
    given: WritingTask, model: StandIn | None = None, **switches: object
) -> tuple[Result, float]:
    parameters = CkmaParameters.model_validate(switches)
    return timed(Ckma().write(given, parameters, Ports(model=model or StandIn())))


@given(number=st.integers(0, 40), size=st.integers(1, 7), seed=st.integers(0, 99))
def test_chunks_hold_every_paper_once(number: int, size: int, seed: int) -> None:
    papers = [paper(one) for one in range(number)]
    found = chunks(papers, size, seed)
    assert len(found) == ceil(number / size)
    assert all(len(one) == size for one in found[:-1])
    assert sorted(one.id for chunk in found for one in chunk) == sorted(one.id for one in papers)
    assert found == chunks(papers[::-1], size, seed)


def test_one_more_paper_leaves_the_chunks_before_it() -> None:
    papers = [paper(one) for one in range(30)]
    before, after = chunks(papers, 3, 5), chunks([*papers, paper(99)], 3, 5)
    place = next(at for at, chunk in enumerate(after) if paper(99) in chunk)
    assert after[:place] == before[:place]


@given(number=st.integers(1, 9), wanted=st.integers(1, 5), seed=st.integers(0, 20))
def test_orders_are_different_and_as_many_as_there_can_be(
    number: int, wanted: int, seed: int
) -> None:
    found = orders("abcdefghi"[:number], wanted, seed)
    assert len(set(found)) == len(found) == min(wanted, factorial(number))
    assert all(sorted(one) == list("abcdefghi"[:number]) for one in found)
    assert found == orders("abcdefghi"[:number], wanted, seed)


def test_every_order_can_come() -> None:
    found = {one for seed in range(200) for one in orders("abc", 1, seed)}
    assert found == set(permutations("abc"))


RELATION = {
    "head": "A",
    "head_type": "Method",
    "relation": "Used-For",
    "tail": "B",
    "tail_type": "Task",
}


def test_only_relations_of_the_types_are_kept_whatever_their_spelling() -> None:
    answer = AnsweredGraph.model_validate(
        {
            "relations": [
                {**RELATION, "relation": "FeatureOf"},
                {
                    **RELATION,
                    "relation": "feature-of",
                    "head": "C",
                    "head_type": "other scientific term",
                },
                {**RELATION, "relation": "Inspired-By"},
                {**RELATION, "tail": " "},
                {**RELATION, "tail_type": "Vegetable"},
            ]
        }
    )
    graph, dropped = minigraph(answer, 32)
    lines = ["A - Feature-Of -> B", "C - Feature-Of -> B", "A - Used-For -> B"]
    assert as_text(graph).splitlines() == lines
    assert graph[1].head_type == "Other-Scientific-Term"
    assert graph[2].tail_type == "Generic"
    assert [one.relation for one in dropped] == ["Inspired-By", "Used-For"]


def test_the_graph_is_bounded_and_says_what_it_left_out() -> None:
    relations = [{**RELATION, "head": f"A{number}"} for number in range(40)]
    graph, dropped = minigraph(AnsweredGraph.model_validate({"relations": relations}), 32)
    assert [one.head for one in graph] == [f"A{number}" for number in range(32)]
    assert len(dropped) == 8


def test_without_types_the_models_words_stay() -> None:
    answer = FreeGraph.model_validate({"relations": [{**RELATION, "relation": "inspired by"}]})
    assert as_text(minigraph(answer, None)[0]) == "A - inspired by -> B"


def test_the_router_is_a_sum_of_recalls() -> None:
    texts = ["a b c d", "a b x y", "a b c d e f g h"]
    # recall of the other's words: (2/4 + 4/8), (2/4 + 2/8), (4/4 + 2/4)
    assert agreements(texts) == [1.0, 0.75, 1.5]
    assert rank_by_score([1.0, 0.75, 1.5]) == [2, 0, 1]
    assert rank_by_score([1.0, 2.0, 2.0]) == [1, 2, 0]


ASCII = st.text(st.characters(max_codepoint=127))


@given(st.lists(st.text("ab c.") | ASCII, min_size=2, max_size=4))
def test_the_router_agrees_with_rouge_score_on_latin_text(texts: list[str]) -> None:
    scorer = RougeScorer(["rouge1"])
    direct = [
        sum(scorer.score(other, one)["rouge1"].recall for other in texts[:at] + texts[at + 1 :])
        for at, one in enumerate(texts)
    ]
    assert agreements(texts) == pytest.approx(direct)


@tabled(least=8)
def test_every_switch_of_table_3(
    switches: dict[str, bool], calls: dict[str, int], chain: int
) -> None:
    model = StandIn()
    result, seconds = run(10, model, **switches)
    assert dict(model.calls) == calls
    assert seconds == pytest.approx(chain)
    verify(result, task(10))


def test_experts_read_orders_or_are_warmer() -> None:
    model = StandIn()
    run(10, model)
    experts = [one for one in model.asked if one.step == "experts"]
    assert len({one.messages for one in experts}) == 3
    assert {one.temperature for one in model.asked} == {0.0}
    warm = StandIn()
    run(10, warm, permutations=False)
    experts = [one for one in warm.asked if one.step == "experts"]
    assert len({one.messages for one in experts}) == 1
    assert {(one.temperature, one.sample) for one in experts} == {(0.7, 0), (0.7, 1), (0.7, 2)}


def test_from_the_second_chunk_on_the_graph_so_far_is_read() -> None:
    model = StandIn()
    result, _ = run(7, model)
    graphs = [one for one in model.asked if one.step == "minigraph"]
    assert "Graph so far" not in graphs[0].messages[-1].text
    assert all(" -> " in one.messages[-1].text for one in graphs[1:])
    summaries = [one for one in model.asked if one.step == "chunk summaries"]
    assert all("\n".join(result.trace["minigraph"]) in one.messages[-1].text for one in summaries)


def test_a_context_that_is_too_small_makes_smaller_chunks() -> None:
    # Abstracts that are long beside the prompts, as real ones are.
    papers = tuple(replace(known, abstract=known.abstract * 4) for known in task(10).references)
    given = replace(task(10), references=papers)
    roomy = StandIn()
    run_task(given, roomy)
    sizes: dict[str, int] = {}
    for question in roomy.asked:
        size = sum(len(message.text) for message in question.messages)
        sizes[question.step] = max(size, sizes.get(question.step, 0))
    for step, size in sizes.items():
        model = StandIn(longest=size - 50)
        result, _ = run_task(given, model)
        verify(result, given)
        assert result.uncited == (), step
        assert len(model.asked) > len(roomy.asked), step


class Forgetful(StandIn):
    """Answers with the graph of the new papers alone, also where it is asked to repeat itself."""

    async def ask(self, question: Question[Answer]) -> Answer:
        if question.step != "minigraph":
            return await super().ask(question)
        for _ in range(3):
            self.asked.append(question)  # type: ignore[arg-type]
            number = len(self.asked)
            relations = [{**RELATION, "head": f"A{number}-{n}"} for n in range(5)]
            found = question.answer.model_validate({"relations": relations})
            try:
                question.check(found)
            except ValueError as error:
                self.told.append(str(error))
            else:
                return found
        raise AssertionError("asked too often")

    told: ClassVar[list[str]] = []


def test_a_graph_that_forgets_the_earlier_papers_is_asked_for_once_more() -> None:
    model = Forgetful()
    model.told.clear()
    result, _ = run(7, model)
    assert [message[:47] for message in model.told] == [
        "5 of the 5 relations of the graph so far are mi",
        "5 of the 5 relations of the graph so far are mi",
    ]
    assert result.trace["minigraph_lost"] == [{"lost": 5, "of": 5}, {"lost": 5, "of": 5}]


def test_experts_are_told_which_references_a_summary_holds() -> None:
    model = StandIn()
    result, _ = run(7, model)
    of_chunk = {
        paper_id: "P" + str(place)
        for place, paper_id in enumerate(
            (paper_id for chunk in result.trace["chunks"] for paper_id in chunk), start=1
        )
    }
    for question in (one for one in model.asked if one.step == "experts"):
        shown = question.messages[-1].text
        assert "References:" not in shown
        assert "cite all of these: P1, P2, P3, P4, P5, P6, P7" in shown
        for chunk in result.trace["chunks"]:
            held = ", ".join(of_chunk[paper_id] for paper_id in chunk)
            assert f"On {held}:" in shown
        with pytest.raises(ValueError, match="no sentence cites these papers: P2"):
            question.check(_without_id(question, "P2"))


def _without_id(question: Question[Any], left_out: str) -> Any:
    ids = [f"P{number}" for number in range(1, 8) if f"P{number}" != left_out]
    sentence = f"Work [{', '.join(ids)}]."
    return question.answer.model_validate({"paragraphs": [{"topic": "", "sentences": [sentence]}]})


def test_words_beyond_the_asked_length_win_no_agreement() -> None:
    honest = "parsers repair trees quickly and others skip lines"
    junk = " ".join(
        ["parsers repair trees"] + [f"word{n}" for n in range(30)] + ["others skip lines"]
    )
    assert agreements([honest, junk, honest])[1] > agreements([honest, junk, honest], 8)[1]
    scores = agreements([junk, honest, "trees quickly skip lines others"], 8)
    assert rank_by_score(scores)[0] == 1


@tabled(least=6)
def test_words_of_all_scripts_count(text: str, found: list[str]) -> None:
    assert tokens(text) == found


LETTERS = "абвёжшщЙαβςΩאבشسعéßøł"


@given(st.text(st.sampled_from(f"{LETTERS} .,-_()?!5")))
def test_words_of_scripts_with_spaces_are_runs_of_letters_and_figures(text: str) -> None:
    assert tokens(text) == re.findall(r"[^\W_]+", text.lower())


@pytest.mark.parametrize(
    ("texts", "scores"),
    [
        # мы строим деревья / деревья растут: 1 of 2 words and 1 of 3 are shared
        (["Мы строим деревья.", "Деревья растут!"], [1 / 2, 1 / 3]),
        # عربي: three of four words, three of three
        (["المحلل يبني شجرة سريعة", "المحلل يبني شجرة"], [3 / 3, 3 / 4]),
        # vowel signs belong to their word: two words each, one of them shared
        (["हिन्दी पाठ", "हिन्दी वाक्य"], [1 / 2, 1 / 2]),
        # six and four signs, four shared; a repeated sign counts as often as both have it
        (["解析树解析树", "解析解树"], [4 / 4, 4 / 6]),
        # five signs and one word, three of the signs and the word shared with four
        (["BERT解析树结构", "解析bert树"], [4 / 4, 4 / 6]),
        # Thai is written without spaces: each of its signs counts, marks of tones too
        (["ต้นไม้", "ไม้"], [3 / 3, 3 / 6]),
    ],
)
def test_agreements_in_other_scripts_by_hand(texts: list[str], scores: list[float]) -> None:
    assert agreements(texts) == pytest.approx(scores)


@given(st.lists(st.text(f"{LETTERS} 解析树です."), min_size=2, max_size=4))
def test_other_scripts_count_as_rouge_score_counts_the_same_words_in_latin(
    texts: list[str],
) -> None:
    scorer = RougeScorer(["rouge1"])
    names = {word for text in texts for word in tokens(text)}
    number = {word: f"word{place}" for place, word in enumerate(sorted(names))}
    latin = [" ".join(number[word] for word in tokens(text)) for text in texts]
    direct = [
        sum(scorer.score(other, one)["rouge1"].recall for other in latin[:at] + latin[at + 1 :])
        for at, one in enumerate(latin)
    ]
    assert agreements(texts) == pytest.approx(direct)


def test_the_router_chooses_in_scripts_without_spaces() -> None:
    scores = agreements(["别的内容在此", "我们解析树结构", "解析树结构很快"])
    assert rank_by_score(scores)[-1] == 0 and scores[1] > 0
    assert agreements(["解析树" * 4, "解析树"], most_words=3) == [1.0, 0.5]


def test_without_a_model_it_says_so() -> None:
    with pytest.raises(MethodError, match="needs a language model"):
        timed(Ckma().write(task(3), CkmaParameters(), Ports()))


def test_the_minigraph_can_be_drawn() -> None:
    result, _ = run(4)
    (graph,) = result.graphs
    label = {one.id: one.label for one in graph.nodes}
    drawn = [f"{label[one.start]} - {one.label} -> {label[one.end]}" for one in graph.edges]
    assert drawn == result.trace["minigraph"]
    assert {paper for one in graph.nodes for paper in one.papers} <= {
        one.id for one in task(4).references
    }
    assert [one["chosen"] for one in result.trace["candidates"]].count(True) == 1


def test_alternatives_are_the_other_experts() -> None:
    parameters, ports = CkmaParameters(), Ports(model=StandIn())
    result, _ = timed(Ckma().write(task(10, alternatives=2), parameters, ports))
    assert len(result.alternatives) == 2


def test_many_references_are_asked_for_by_themes_and_each_in_exactly_one() -> None:
    model = StandIn()
    result, _ = run_task(task(31, paragraphs=8), model)
    verify(result, task(31))
    assert result.uncited == ()
    experts = [one for one in model.asked if one.step == "experts"]
    wanted = {re.findall(r"cite all of these: (.+)", one.messages[-1].text)[0] for one in experts}
    assert sorted(short for own in wanted for short in own.split(", ")) == sorted(
        f"P{number}" for number in range(1, 32)
    )
    assert [one["chosen"] for one in result.trace["candidates"]].count(True) == len(wanted) == 4
    said = experts[0].messages[0].text
    assert "at most 200 words, in 2 paragraphs" in said
    # The chunks of Eq. 1 and Eq. 2 are within the themes, and the graph is one.
    chunks_of_themes = [
        set(re.findall(r"^(P\d+):$", one.messages[-1].text, re.MULTILINE))
        for one in model.asked
        if one.step == "chunk summaries"
    ]
    assert all(any(own <= {*it.split(", ")} for it in wanted) for own in chunks_of_themes)


def test_themes_are_alike_references() -> None:
    result, _ = run(33)
    topics = [
        [int(short.split("/")[-1]) % len(TOPICS) for short in chunk]
        for chunk in result.trace["chunks"]
    ]
    assert sum(len(set(own)) == 1 for own in topics) >= len(topics) - 2


@pytest.mark.parametrize(("number", "switches"), [(30, {}), (31, {"themes": "never"})])
def test_one_text_is_asked_for_where_there_are_no_themes(
    number: int, switches: dict[str, object]
) -> None:
    model = StandIn()
    result, _ = run(number, model, **switches)
    assert {one["theme"] for one in result.trace["candidates"]} == {1}
    assert model.calls["experts"] == 3


def test_each_theme_has_its_alternatives() -> None:
    parameters, ports = CkmaParameters(), Ports(model=StandIn())
    result, _ = timed(Ckma().write(task(31, alternatives=2), parameters, ports))
    for version in result.alternatives:
        cited = {paper for part in version for own in part.sentences for paper in own.cites}
        assert len(cited) == 31


def test_a_summary_that_several_chunks_get_tells_of_none() -> None:
    class Repeating(StandIn):
        """Says the same of all chunks."""

        async def ask(self, question: Question[Any]) -> Any:
            found = await super().ask(question)
            if question.step == "chunk summaries":
                found.paragraphs = [
                    own.model_copy(
                        update={
                            "sentences": [
                                f"These papers are about science [{', '.join(ids_in(it))}]."
                                for it in own.sentences
                            ]
                        }
                    )
                    for own in found.paragraphs
                ]
            return found

    model = Repeating()
    result, _ = run(6, model)
    verify(result, task(6))
    assert result.uncited == ()
    assert "about science" not in "".join(own.messages[-1].text for own in model.asked)
    told = "2 of 2 answers (chunk summaries) could not be used: these papers were not summarised"
    assert told in result.warnings
