"""Providers that refuse a text, votes that fail: what was paid for is kept, and all is named."""

import asyncio
import re
from pathlib import Path

import pytest
from covering import covering

from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.result import Result
from citeloom.methods.task import DraftText, WritingTask
from citeloom.methods.verify import verify
from citeloom.methods.weaving import WeavingTask
from citeloom.models.port import Answer, AnswerError, ModelError, Question, RefusedError
from endpoint_server import Behaviour, running
from modelled_runs import MODELLED, model_at, paper, task, write
from stand_in_model import StandIn
from virtual_time import timed

SIX = task(6)
TEXT, TITLE = r"in setting 1\b", r"Work 1 on"
NOTES = re.compile(r"Work [14] on [^\n]*\n(?!\(nothing is known)")
"""What the abstract of the second paper says, and its title; notes on two of the papers."""


def cited(result: Result) -> set[str]:
    return {i for part in result.paragraphs for one in part.sentences for i in one.cites}


@pytest.mark.parametrize(
    ("name", "how"), covering(MODELLED, ["filter", "filter-in-stream", "excuse", "german-excuse"])
)
def test_a_paper_whose_text_is_refused_is_written_about_by_its_title(name: str, how: str) -> None:
    with running(Behaviour(objects_to=TEXT, objects_by=how)) as server:
        result = asyncio.run(write(name, SIX, model_at(server)))
    verify(result, SIX)
    assert result.uncited == ()
    said = [line for line in result.warnings if "refuses" in line]
    assert said == ["key1: the model refuses its text; it is written about by its title alone"]


@pytest.mark.parametrize("name", MODELLED)
def test_one_whose_title_is_refused_too_is_left_out_and_named(name: str) -> None:
    with running(Behaviour(objects_to=f"{TEXT}|{TITLE}", objects_by="filter")) as server:
        result = asyncio.run(write(name, SIX, model_at(server)))
    verify(result, SIX)
    assert result.uncited == (paper(1).id,)
    said = [line for line in result.warnings if "refuses" in line]
    assert said == ["key1: the model refuses its text and its title; it was left out"]


@pytest.mark.parametrize("name", MODELLED)
def test_what_was_paid_for_is_not_asked_for_again(name: str, tmp_path: Path) -> None:
    with running(Behaviour(objects_to=TEXT, objects_by="filter")) as server:
        first = asyncio.run(write(name, SIX, model_at(server, tmp_path / "m")))
        model = model_at(server, tmp_path / "m")
        again = asyncio.run(write(name, SIX, model))
    assert again.paragraphs == first.paragraphs
    written = sum(step.output_tokens for step in model.ledger.steps.values())
    assert written == 0, "only what was refused is asked again"


@pytest.mark.parametrize(
    ("name", "switches"),
    [
        *((name, {}) for name in MODELLED),
        ("chatcite-at-once", {}),
        ("chatcite", {"turns": "paragraph"}),
    ],
)
def test_a_model_that_refuses_everything_ends_the_run_soon(
    name: str, switches: dict[str, object]
) -> None:
    with running(Behaviour(always="filter")) as server, pytest.raises(ModelError):
        asyncio.run(write(name, SIX, model_at(server), **switches))
    assert len(server.asked) <= 20


@pytest.mark.parametrize("name", MODELLED)
def test_no_excuse_comes_into_a_text(name: str) -> None:
    with running(Behaviour(objects_to=TEXT, objects_by="excuse-in-json")) as server:
        result = asyncio.run(write(name, SIX, model_at(server)))
    verify(result, SIX)
    written = [own.text for part in result.paragraphs for own in part.sentences]
    assert not any("sorry" in text for text in written)
    assert cited(result) == {own.id for own in SIX.references}


@pytest.mark.parametrize("number", [8, 20])
def test_a_provider_that_refuses_every_reference_is_soon_known(number: int) -> None:
    given = task(number)
    every = Behaviour(objects_to=r"Work \d+ on", objects_by="filter")
    with running(every) as server, pytest.raises(RefusedError, match="refuses the first 5 refer"):
        asyncio.run(write("chatcite", given, model_at(server)))
    # The draft, each text at once, and the titles of the first five.
    assert number <= len(server.asked) <= 1 + number + 5


@pytest.mark.parametrize("name", ["chatcite", "chatcite-at-once"])
def test_a_text_that_only_turns_object_to_is_found(name: str) -> None:
    class Objecting(StandIn):
        async def ask(self, question: Question[Answer]) -> Answer:
            said = "\n".join(message.text for message in question.messages)
            if question.step == "increments" and NOTES.search(said):
                raise RefusedError("no", "")
            return await super().ask(question)

    model, method = Objecting(), method_named(name)
    parameters = method.parameters()
    result, _ = timed(method.write(SIX, parameters, Ports(model=model)))
    verify(result, SIX)
    assert result.uncited == ()
    named = {line.split(":")[0] for line in result.warnings if "by its title alone" in line}
    assert named == {"key1", "key4"}


class Voting(StandIn):
    """Gives no vote, or only those of some numbers."""

    def __init__(self, fails: frozenset[int]) -> None:
        super().__init__()
        self.fails = fails

    async def ask(self, question: Question[Answer]) -> Answer:
        if question.step == "votes" and question.sample in self.fails:
            raise AnswerError("no vote", "")
        return await super().ask(question)


@pytest.mark.parametrize(("fails", "votes"), [({1}, 2), ({0, 1, 2}, 0)])
def test_votes_that_fail_do_not_count(fails: set[int], votes: int) -> None:
    method = method_named("chatcite")
    ports = Ports(model=Voting(frozenset(fails)))
    result, _ = timed(method.write(SIX, method.parameters(), ports))
    verify(result, SIX)
    assert [len(turn["votes"]) for turn in result.trace["turns"]] == [votes] * 6
    told = "6 of 18" if votes else "5 of 5"
    assert any(f"{told} answers (votes) could not be used" in line for line in result.warnings)
    if not votes:
        assert all(turn["best"] == 0 for turn in result.trace["turns"])


def test_a_turn_that_fails_loses_no_text_that_was_written_before() -> None:
    class Tired(StandIn):
        async def ask(self, question: Question[Answer]) -> Answer:
            if question.step == "increments" and len(self.asked) > 25:
                raise AnswerError("nonsense", "")
            return await super().ask(question)

    model, method = Tired(), method_named("chatcite")
    result, _ = timed(method.write(SIX, method.parameters(), Ports(model=model)))
    verify(result, SIX)
    assert 0 < len(result.trace["turns"]) < 6
    assert result.uncited == (), "the question for forgotten papers brings in the others"
    assert any("could not be used" in line for line in result.warnings)


def test_a_draft_whose_text_is_refused_is_read_by_its_title() -> None:
    draft = DraftText("A tool", "We present a FORBIDDEN thing.", "abstract")
    given = WritingTask(draft, SIX.references)
    with running(Behaviour(objects_to="FORBIDDEN", objects_by="filter")) as server:
        result = asyncio.run(write("chatcite", given, model_at(server)))
    assert any("draft's text" in line for line in result.warnings)
    title = WritingTask(DraftText("FORBIDDEN", "", "nothing"), SIX.references)
    with (
        running(Behaviour(objects_to="FORBIDDEN", objects_by="filter")) as server,
        pytest.raises(RefusedError, match="the draft's own text"),
    ):
        asyncio.run(write("chatcite", title, model_at(server)))


@pytest.mark.parametrize("name", ["ckma", "zero-shot"])
def test_other_methods_name_the_draft_too(name: str) -> None:
    draft = DraftText("A tool", "We present a FORBIDDEN thing.", "abstract")
    given = WritingTask(draft, SIX.references)
    with (
        running(Behaviour(objects_to="FORBIDDEN", objects_by="filter")) as server,
        pytest.raises(RefusedError, match="the draft"),
    ):
        asyncio.run(write(name, given, model_at(server)))


def test_a_reference_that_is_woven_in_is_tried_by_its_title() -> None:
    weaver = method_named("chatcite").weaver
    assert weaver is not None
    weaving = WeavingTask(SIX.draft, paper(1), ())

    async def woven(address_of: Behaviour) -> object:
        with running(address_of) as server:
            model = model_at(server)
            try:
                return await weaver.weave(
                    weaving, method_named("chatcite").parameters(), Ports(model=model)
                )
            finally:
                await model.close()

    weave = asyncio.run(woven(Behaviour(objects_to=TEXT, objects_by="filter")))
    assert any("by its title alone" in line for line in weave.warnings)  # type: ignore[attr-defined]
    with pytest.raises(RefusedError):
        asyncio.run(woven(Behaviour(objects_to=f"{TEXT}|{TITLE}", objects_by="filter")))
