"""ChatCite's rules against values worked out by hand, and its calls against the formulas."""

from collections.abc import Sequence

import pytest

from citeloom.methods.chatcite.answered_elements import AnsweredElements, as_notes, elements_of
from citeloom.methods.chatcite.cost import candidates_drafted
from citeloom.methods.chatcite.method import ChatCite
from citeloom.methods.chatcite.parameters import ChatCiteParameters
from citeloom.methods.chatcite.voting import rank_by_votes, vote_among
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import DraftText, WritingTask
from citeloom.methods.verify import verify
from citeloom.papers.key_elements import KeyElement
from citeloom.papers.paper import Author, Paper
from stand_in_model import StandIn
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
    assert candidates_drafted(4, ChatCiteParameters(n_samples=2, n_keep=1)) == [2, 2, 2, 2]
    assert candidates_drafted(4, ChatCiteParameters(n_samples=2, n_keep=3)) == [2, 4, 6, 6]
    assert candidates_drafted(3, ChatCiteParameters(n_samples=3, n_keep=2)) == [3, 6, 6]
    assert candidates_drafted(2, ChatCiteParameters(votes=False)) == [1, 1]


@pytest.mark.parametrize("number", [1, 2, 3, 4, 10, 60])
def test_calls_and_chain_are_those_of_the_formula(number: int) -> None:
    model = StandIn()
    result, seconds = run(number, model)
    # T + 1 key elements; n_samples = 2 drafts and n_votes = 3 votes a turn, one kept
    assert dict(model.calls) == {
        "key elements": number + 1,
        "increments": 2 * number,
        "votes": 3 * number,
    }
    assert seconds == pytest.approx(1 + 2 * number)
    cost = ChatCite().cost(task(number), ChatCiteParameters())
    assert {one.step: one.least for one in cost.steps} == dict(model.calls)
    assert cost.least_chain == cost.most_chain == 1 + 2 * number
    verify(result, task(number))
    assert result.uncited == ()


@pytest.mark.parametrize(
    ("switches", "calls", "chain"),
    [
        ({"n_keep": 2}, {"key elements": 5, "increments": 2 + 4 * 3, "votes": 12}, 9),
        ({"key_elements": False}, {"key elements": 5, "increments": 8, "votes": 12}, 9),
        ({"increments": False}, {"key elements": 5, "increments": 2, "votes": 3}, 3),
        ({"votes": False}, {"key elements": 5, "increments": 4}, 5),
    ],
)
def test_every_switch(switches: dict[str, object], calls: dict[str, int], chain: int) -> None:
    model = StandIn()
    result, seconds = run(4, model, **switches)
    assert dict(model.calls) == calls
    assert seconds == pytest.approx(chain)
    cost = ChatCite().cost(task(4), ChatCiteParameters.model_validate(switches))
    assert {one.step: one.most for one in cost.steps} == calls
    assert cost.most_chain == chain
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
    votes = [one for one in model.asked if one.step == "votes"][:3]
    assert [one.sample for one in votes] == [0, 1, 2]
    assert len({one.messages for one in votes}) == 1
    assert {one.temperature for one in votes} == {0.7}


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
