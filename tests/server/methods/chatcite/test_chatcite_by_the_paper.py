"""ChatCite's rules against values worked out by hand, and its calls against the formulas."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from citeloom.methods.chatcite.key_elements import AnsweredElements, as_notes, elements_of
from citeloom.methods.chatcite.method import ChatCite
from citeloom.methods.chatcite.parameters import ChatCiteParameters
from citeloom.methods.chatcite.voting import orders_for_votes, rank_by_votes, vote_among
from citeloom.methods.modelled.excerpt import MOST_TOKENS
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import DraftSection, DraftText, WritingTask
from citeloom.methods.verify import verify
from citeloom.models.port import Question
from citeloom.models.tokens import text_tokens
from citeloom.papers.key_elements import KeyElement
from citeloom.papers.paper import Author, Paper
from stand_in_model import Answer, StandIn
from virtual_time import timed


def paper(number: int) -> Paper:
    return Paper(
        f"doi:10.1/{number}",
        (f"key{number}",),
        f"Work {number} on parsing",
        (Author(f"Family{number}"),),
        2000,
        abstract=f"We study parsing in setting {number}. It reaches accuracy {number} on trees.",
    )


def task(number: int) -> WritingTask:
    draft = DraftText("A tool", "We present a tool that writes related work.", "abstract")
    return WritingTask(draft, tuple(paper(one) for one in range(number)))


def run(
    number: int, model: StandIn, ports: Ports | None = None, **given: object
) -> tuple[Result, float]:
    parameters = ChatCiteParameters.model_validate(given)
    return timed(ChatCite().write(task(number), parameters, ports or Ports(model=model)))


def test_votes_choose_and_ties_go_to_the_earlier() -> None:
    assert rank_by_votes([2, 2, 1], 3) == [1, 0, 2]
    assert rank_by_votes([3, 2, 1], 3) == [0, 1, 2]
    assert rank_by_votes([3, 2, 3, 2], 4) == [1, 2, 0, 3]
    assert rank_by_votes([], 2) == [0, 1]


def test_a_vote_names_one_of_the_candidates() -> None:
    with pytest.raises(ValueError, match="best"):
        vote_among(2).model_validate({"reason": "", "best": 3})


def test_the_beam_starts_from_one_empty_text() -> None:
    # n_keep texts are kept, each continued n_samples times
    for switches, number, drafted in (
        ({"n_samples": 2, "n_keep": 1}, 4, [2, 2, 2, 2]),
        ({"n_samples": 2, "n_keep": 3}, 4, [2, 4, 6, 6]),
        ({"n_samples": 3, "n_keep": 2}, 3, [3, 6, 6]),
        ({"votes": "none"}, 2, [1, 1]),
    ):
        turns = run(number, StandIn(), **switches)[0].trace["turns"]
        assert [len(turn["candidates"]) for turn in turns] == drafted


@pytest.mark.parametrize(
    ("switches", "calls", "chain"),
    [
        ({"n_keep": 2}, {"key elements": 5, "increments": 2 + 4 * 3, "votes": 12}, 9),
        ({"key_elements": False}, {"key elements": 5, "increments": 8, "votes": 12}, 9),
        ({"votes": "none"}, {"key elements": 5, "increments": 4}, 5),
        ({"temperature": 0}, {"key elements": 5, "increments": 4}, 5),
        ({"temperature": 0, "n_keep": 3}, {"key elements": 5, "increments": 4}, 5),
    ],
)
def test_every_switch(switches: dict[str, object], calls: dict[str, int], chain: int) -> None:
    model = StandIn()
    result, seconds = run(4, model, **switches)
    assert dict(model.calls) == calls
    assert seconds == pytest.approx(chain)
    verify(result, task(4))


def test_each_turn_starts_from_the_best_of_the_turn_before() -> None:
    model = StandIn()
    result, _ = run(3, model)
    turns = result.trace["turns"]
    increments = [one for one in model.asked if one.step == "increments"]
    assert "(empty so far)" in increments[0].messages[-1].text
    for turn, question in zip(turns, increments[2::2], strict=False):
        assert turn["candidates"][turn["best"]] in question.messages[-1].text


def test_samples_and_votes_differ_by_their_number_alone() -> None:
    model = StandIn()
    run(2, model)
    samples = [one for one in model.asked if one.step == "increments"][:2]
    assert [one.sample for one in samples] == [0, 1]
    assert len({one.messages for one in samples}) == 1
    votes = [one for one in model.asked if one.step == "votes"][:3]
    assert [one.sample for one in votes] == [0, 1, 2]
    assert {one.temperature for one in votes} == {0.7}


def test_votes_are_shown_the_candidates_in_orders_that_the_seed_decides() -> None:
    for candidates in (2, 3, 5):
        seen = [orders_for_votes(candidates, candidates, str(seed)) for seed in range(40)]
        for orders in seen:
            assert {order[0] for order in orders} == set(range(1, candidates + 1))
            assert all(sorted(order) == list(range(1, candidates + 1)) for order in orders)
        assert len({orders[0] for orders in seen}) > 1
        assert seen == [orders_for_votes(candidates, candidates, str(seed)) for seed in range(40)]


class Voter(StandIn):
    """Votes for the version that says most of a word."""

    async def ask(self, question: Question[Answer]) -> Answer:
        if question.step == "votes":
            self.asked.append(question)  # type: ignore[arg-type]
            versions = question.messages[-1].text.split("Version ")[1:]
            best = max(range(len(versions)), key=lambda place: versions[place].count("best"))
            return question.answer.model_validate({"reason": "", "best": best + 1})
        found: Any = await super().ask(question)
        if question.step == "increments" and question.sample == 1:
            found.paragraphs[0].sentences[0] += " It is best."
        return found


def test_a_vote_counts_for_what_was_shown_not_for_its_place() -> None:
    result, _ = run(4, Voter(), n_samples=3)
    for turn in result.trace["turns"]:
        assert turn["votes"] == [2, 2, 2]
        assert turn["best"] == 1
        assert len(turn["orders"]) == 3
        assert {order[0] for order in turn["orders"]} == {1, 2, 3}


def test_a_voter_sees_notes_on_each_reference_of_the_candidates() -> None:
    model = StandIn()
    run(3, model, votes="whole")
    votes = [one for one in model.asked if one.step == "votes"]
    elements = {name for name, field in AnsweredElements.model_fields.items()}
    for turn in range(3):
        (shown,) = {one.messages[-1].text.split("Version ")[0] for one in votes[3 * turn :][:3]}
        for number in range(3):
            (note,) = re.findall(rf'id="P{number + 1}">\n(.*?)\n</', shown, re.DOTALL) or [""]
            named = [name for name in elements if f"{name.replace('_', ' ').capitalize()}:" in note]
            assert len(named) == (7 if number == turn else 1 if number < turn else 0)


SECTIONS = (
    DraftSection("Introduction", "We write about trees. They grow in rows."),
    DraftSection("Acknowledgements", "We thank the gardeners."),
    DraftSection("Experiments", "We planted nine trees [4]."),
)


def test_the_drafts_key_elements_come_from_its_text() -> None:
    draft = replace(task(2).draft, sections=SECTIONS)
    model = StandIn()
    given = replace(task(2), draft=draft)
    result, _ = timed(ChatCite().write(given, ChatCiteParameters(), Ports(model=model)))
    of_draft = next(one for one in model.asked if 'id="draft"' in one.messages[-1].text)
    shown = of_draft.messages[-1].text
    assert of_draft.step == "key elements"
    assert draft.abstract in shown and "They grow in rows." in shown and "nine trees" in shown
    assert "gardeners" not in shown
    assert result.trace["draft_read"] == "its text"
    assert "We write about trees." in ChatCite().draft_excerpt(given, ChatCiteParameters())
    alone = StandIn()
    timed(ChatCite().write(given, ChatCiteParameters(full_text=False), Ports(model=alone)))
    assert not any("nine trees" in message.text for one in alone.asked for message in one.messages)
    assert ChatCite().draft_excerpt(given, ChatCiteParameters(full_text=False)) == ""


def test_a_long_draft_is_read_within_the_budget() -> None:
    section = DraftSection("Experiments", f"W{'e' * 197}. " * 2_000)
    draft = replace(task(1).draft, sections=(SECTIONS[0], section))
    text = ChatCite().draft_excerpt(replace(task(1), draft=draft), ChatCiteParameters())
    assert "They grow in rows." in text
    assert MOST_TOKENS / 2 < text_tokens(text) <= 1.02 * MOST_TOKENS


def test_where_no_text_of_the_draft_fits_its_abstract_is_read() -> None:
    draft = replace(task(1).draft, sections=(DraftSection("Experiments", "x" * 50_000),))
    model = StandIn(longest=6_000)
    given = replace(task(1), draft=draft)
    result, _ = timed(ChatCite().write(given, ChatCiteParameters(), Ports(model=model)))
    assert result.trace["draft_read"] == "abstract"


def test_what_stands_in_for_an_abstract_is_not_read_twice() -> None:
    draft = DraftText("A tool", SECTIONS[0].text, "introduction", SECTIONS)
    text = ChatCite().draft_excerpt(replace(task(1), draft=draft), ChatCiteParameters())
    assert "They grow in rows." not in text and "nine trees" in text


class Kept:
    def __init__(self) -> None:
        self.of: dict[str, Sequence[KeyElement]] = {}

    def get(self, paper: Paper) -> Sequence[KeyElement]:
        return self.of.get(paper.id, ())

    def put(self, paper: Paper, elements: Sequence[KeyElement]) -> None:
        self.of[paper.id] = elements


def test_key_elements_are_kept_and_not_asked_for_twice() -> None:
    kept, model = Kept(), StandIn()
    run(3, model, Ports(model=model, elements=kept))
    assert set(kept.of) == {paper(one).id for one in range(3)}
    assert [one.name for one in kept.of[paper(0).id]][:2] == ["Research questions", "Methodology"]
    again = StandIn()
    run(3, again, Ports(model=again, elements=kept))
    assert again.calls["key elements"] == 1  # the draft's own
    other = StandIn(name="another")
    run(3, other, Ports(model=other, elements=kept))
    assert other.calls["key elements"] == 4


def test_what_a_model_says_of_several_papers_alike_tells_of_none() -> None:
    class Repeating(StandIn):
        """Says the same of two papers."""

        async def ask(self, question: Question[Answer]) -> Answer:
            found = await super().ask(question)
            said = question.messages[-1].text
            if question.step == "key elements" and ("Work 1 on" in said or "Work 2 on" in said):
                found = question.answer.model_validate(
                    dict.fromkeys(question.answer.model_fields, "The paper is about science.")
                )
            return found

    kept, model, given = Kept(), Repeating(), task(4)
    method, ports = ChatCite(), Ports(model=model, elements=kept)
    result, _ = timed(method.write(given, ChatCiteParameters(), ports))
    told = "2 of 5 answers (key elements) could not be used: the paper's abstract is used"
    assert any(line.startswith(told) for line in result.warnings)
    assert "about science" not in "".join(
        own.messages[-1].text for own in model.asked if own.step != "key elements"
    )
    elements = result.trace["key_elements"]
    assert [list(elements[paper.id]) == ["Abstract"] for paper in given.references] == [
        *(False, True, True, False)
    ]
    assert [bool(kept.get(paper)) for paper in given.references] == [True, False, False, True]


def test_what_a_paper_does_not_state_is_no_element() -> None:
    answer = AnsweredElements(
        research_questions="Why?",
        methodology="Not stated.",
        results="",
        conclusions="It is so.",
        contributions="not stated",
        innovations="N/A",
        limitations="None",
    )
    found = elements_of(answer, "m")
    assert as_notes(found) == "Research questions: Why?\nConclusions: It is so."
    assert {one.source for one in found} == {"m"}


def test_a_small_context_shortens_what_is_read() -> None:
    roomy = StandIn()
    run(4, roomy)
    size = max(sum(len(m.text) for m in one.messages) for one in roomy.asked)
    model = StandIn(longest=size - 20)
    result, _ = run(4, model)
    verify(result, task(4))
    assert len(model.asked) > len(roomy.asked)


def test_alternatives_are_the_other_candidates_of_the_last_turn() -> None:
    model = StandIn()
    asked = WritingTask(task(3).draft, task(3).references, alternatives=5)
    result, _ = timed(ChatCite().write(asked, ChatCiteParameters(), Ports(model=model)))
    assert len(result.alternatives) == 1
