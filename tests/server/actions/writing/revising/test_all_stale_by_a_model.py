"""All stale sentences, rewritten one after the other by the model of the chosen method."""

import asyncio
import re
from pathlib import Path

import pytest
from written_drafts import ABSTRACTS, change, inserted, lines, record, take_out, written_draft
from written_drafts import revised_by_a_model as revised

from citeloom.actions.checking.check import check
from citeloom.actions.context import Context
from citeloom.actions.plan_of_order import plan_of_order
from citeloom.actions.writing.insert import insert_into_files
from citeloom.actions.writing.models import configured_model
from citeloom.actions.writing.revising.request import ReviseRequest
from citeloom.actions.writing.revising.revise import plans_for_model, revise
from citeloom.actions.writing.stored.made_texts import waiting_related_work
from citeloom.actions.writing.task.plan import plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.waiting import Unfinished
from citeloom.actions.writing.write import write
from citeloom.methods.port import NoProgress
from citeloom.models.connection.pace import Pace
from citeloom.problem import InputError
from endpoint_server import Behaviour, Running, running
from model_project import configure
from modelled_runs import TWO_MODELLED

NOT_BEGUN = "not started, because the model was no longer available"


@pytest.fixture
def main(tmp_path: Path) -> Path:
    main = written_draft(tmp_path)
    change(main.with_name("refs.bib"), "grow well in the cold", "grow badly in the hot")
    change(main.with_name("refs.bib"), "count their rings", "count their leaves")
    return main


def papers_asked(server: Running) -> list[str]:
    """Return of which paper each question spoke."""
    return [str(re.findall(r"On (\w+) Trees", str(body))[0]) for body in server.asked]


@pytest.mark.parametrize("method", TWO_MODELLED)
def test_the_forecast_counts_all_and_every_sentence_is_written(main: Path, method: str) -> None:
    before, asked = lines(main), ReviseRequest(main, method=method)
    with running() as server:
        configure(server)
        made = asyncio.run(plan_of_order(asked, Context())).forecast()
        assert made is not None and made.references == made.with_abstract == 2
        assert [it.key for it in asyncio.run(plan_of_order(asked, Context())).sent().papers] == [
            "ash",
            "elm",
        ]
        text = revised(asked)
        cost = made.estimate.cost
        assert cost.calls == text.usage.calls == len(server.asked)
        assert sum(step.calls for step in text.usage.steps) == text.usage.calls
        assert {step.step for step in text.usage.steps} == {
            step.step for step in cost.steps if step.calls
        }
        kept = asyncio.run(plan_of_order(asked, Context())).forecast()
        assert kept is not None and kept.estimate.cost.calls == 0
    assert text.title == f"{method}: 2 sentences rewritten from changed sources"
    after = inserted(main, text)
    assert [it for it in before if it not in after] == before[:1] + before[1:2]
    assert record(main).origin.method == f"extractive, {method}"
    assert not any(it.rule == "stale" for it in check(main, Context()).problems)


def test_of_the_sentence_at_a_place_alone_a_model_is_asked(main: Path) -> None:
    before = lines(main)
    asked = ReviseRequest(main, at=main.read_text("utf-8").index("{elm} shows"), method="ckma")
    with running() as server:
        configure(server)
        made = asyncio.run(plan_of_order(asked, Context())).forecast()
        assert made is not None and made.references == 1
        text = revised(asked)
        assert set(papers_asked(server)) == {"Elm"}
    after = inserted(main, text)
    assert [it for it in before if it not in after] == [before[1]]
    stale = [it for it in check(main, Context()).problems if it.rule == "stale"]
    assert len(stale) == 1 and "'ash'" in stale[0].message
    sources = [it.sentence for own in record(main).sentences() for it in own.evidence]
    assert not any("grow well in the cold" in source for source in sources)


def test_a_sentence_from_a_title_does_not_say_how_long_one_from_the_abstract_is(
    tmp_path: Path,
) -> None:
    main = written_draft(tmp_path, {**ABSTRACTS, "yew": ""})
    added = f"@misc{{yew, abstract = {{{ABSTRACTS['yew']}}},"
    change(main.with_name("refs.bib"), "@misc{yew,", added)
    with running() as server:
        configure(server)
        revised(ReviseRequest(main, method="ckma"))
        words = [int(it) for body in server.asked for it in re.findall(r"(\d+) words", str(body))]
    assert words == [25]


def test_where_no_words_are_needed_nothing_is_asked(main: Path) -> None:
    take_out(main.with_name("refs.bib"), "yew")
    at = main.read_text("utf-8").index("{yew} measures")
    asked = ReviseRequest(main, at=at, method="zero-shot")
    assert plans_for_model(asked, Context()) == ()
    assert asyncio.run(plan_of_order(asked, Context())).forecast() is None


def test_a_paper_counts_once_and_a_sentence_without_new_words_asks_nobody(main: Path) -> None:
    take_out(main.with_name("refs.bib"), "ash")
    made = asyncio.run(plan_of_order(ReviseRequest(main, method="zero-shot"), Context())).forecast()
    assert made is not None and (made.references, made.estimate.cost.calls) == (1, 1)
    assert made.notices == ()
    with running() as server:
        configure(server)
        text = revised(ReviseRequest(main, method="zero-shot"))
        assert papers_asked(server) == ["Elm"]
    assert text.title.endswith("1 sentence rewritten from changed sources, 1 left out")


def test_each_sentence_has_an_answer_of_its_own(main: Path) -> None:
    change(main.with_name("refs.bib"), "in the shade of", "in the light of")
    plans = plans_for_model(ReviseRequest(main, method="zero-shot"), Context())
    assert len({planned.first_sample for planned in plans}) == len(plans) == 3
    again = plans_for_model(ReviseRequest(main, method="zero-shot"), Context())
    assert [it.first_sample for it in again] == [it.first_sample for it in plans]


@pytest.mark.parametrize("method", ["zero-shot", "ckma"])
def test_what_two_texts_ask_alike_is_forecast_and_asked_once(tmp_path: Path, method: str) -> None:
    main = written_draft(tmp_path)
    change(main, "\\section{Related Work}\n", "\\section{Past}\n\n\\section{Related Work}\n")
    given = WriteRequest(main, method="extractive", keys=("ash", "elm", "yew"), section="Past")
    written = asyncio.run(write(plan(given, Context()), Context()))
    text = waiting_related_work(written, given)
    insert_into_files(text, written.plan.opened, written.plan.folder)
    change(main.with_name("refs.bib"), "grow well in the cold", "grow badly in the hot")
    asked = ReviseRequest(main, method=method)
    assert len(plans_for_model(asked, Context())) == 2
    made = asyncio.run(plan_of_order(asked, Context())).forecast()
    assert made is not None and made.notices[0] == "2 sentences are written, one after the other"
    with running() as server:
        configure(server)
        found = asyncio.run(plan_of_order(asked, Context())).forecast()
        assert found is not None
        text = revised(asked)
        cost = found.estimate.cost
        assert cost.calls == text.usage.calls == len(server.asked) > 0
    assert text.title == f"{method}: 2 sentences rewritten from changed sources"


def test_sentences_that_stay_for_one_reason_are_named_together(main: Path) -> None:
    change(main.with_name("refs.bib"), "in the shade of", "in the light of")
    with running() as server:
        configure(server)
        progress = CancelledAt(1, 3)
        asked = ReviseRequest(main, method="zero-shot")
        text = asyncio.run(revise(asked, Context(), progress, configured_model()))
    said = "each of the sentences on lines 13 and 14 stays as it is: cancelled"
    assert said in text.warnings and text.unfinished is Unfinished.CANCELLED


def test_what_is_written_before_a_failure_stays_and_the_rest_is_named(
    main: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pace, "next_try", lambda *_: None)
    change(main.with_name("refs.bib"), "in the shade of", "in the light of")
    before = lines(main)
    with running(Behaviour(objects_to="On Elm", objects_by="500")) as server:
        configure(server)
        text = revised(ReviseRequest(main, method="zero-shot"))
        assert "Yew" not in papers_asked(server)
        assert text.usage.calls == len(server.asked) == 2
    assert text.title == "zero-shot: 1 sentence rewritten from changed sources, 2 not"
    assert text.unfinished is Unfinished.FAILED
    failed, later = (it for it in text.warnings if "stays as it is" in it)
    assert failed.startswith("the sentence on line 13 stays as it is: ")
    assert later == f"the sentence on line 14 stays as it is: {NOT_BEGUN}"
    after = inserted(main, text)
    assert before[0] not in after and after[-len(before[1:]) :] == before[1:]


def test_what_needs_no_model_is_done_after_a_failure(
    main: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pace, "next_try", lambda *_: None)
    take_out(main.with_name("refs.bib"), "yew")
    with running(Behaviour(always="500")) as server:
        configure(server)
        text = revised(ReviseRequest(main, method="zero-shot"))
        assert text.usage.calls == len(server.asked) == 1
    assert text.title.startswith("1 sentence left out") and text.title.endswith(", 2 not")
    assert text.unfinished is Unfinished.FAILED
    assert text.used.startswith("1 call, ") and not text.by_model, (
        "no model wrote what stands there"
    )
    inserted(main, text)
    assert record(main).origin.method == "extractive"


def test_an_answer_that_cannot_be_used_does_not_stop_the_others(main: Path) -> None:
    def says(asked: str) -> str:
        return '{"paragraphs": []}' if "On Ash" in asked else elm

    elm = (
        '{"paragraphs": [{"topic": "x", "sentences": '
        '[{"text": "Elms grow badly in the hot [P1].", "cites": ["P1"]}]}]}'
    )
    with running(Behaviour(says=says)) as server:
        configure(server)
        text = revised(ReviseRequest(main, method="zero-shot"))
        assert 4 < text.usage.calls == len(server.asked) <= 10, "the wrong ones count"
    assert text.title == "zero-shot: 1 sentence rewritten from changed sources, 1 not"
    assert any("line 12 stays as it is: " in it for it in text.warnings)


def test_a_text_that_is_too_long_for_the_model_stops_its_own_sentence_alone(main: Path) -> None:
    change(main.with_name("refs.bib"), "in the shade of", "in the light of")
    with running(Behaviour(objects_to="On Elm", objects_by="too-long")) as server:
        configure(server)
        text = revised(ReviseRequest(main, method="zero-shot"))
        assert "Yew" in papers_asked(server)
    assert text.title == "zero-shot: 2 sentences rewritten from changed sources, 1 not"
    (kept,) = (it for it in text.warnings if "as it is" in it)
    assert kept.startswith("the sentence on line 13 stays as it is: ") and "too long" in kept


def test_a_limit_holds_for_all_sentences_together(main: Path) -> None:
    change(main.with_name("refs.bib"), "in the shade of", "in the light of")
    with running() as server:
        configure(server, calls=1)
        text = revised(ReviseRequest(main, method="zero-shot"))
        assert len(server.asked) == 1
    assert text.title == "zero-shot: 1 sentence rewritten from changed sources, 2 not"
    assert any("its limit of 1 call" in it for it in text.warnings)


class CancelledAt(NoProgress):
    """Cancels the run when so many sentences are done."""

    def __init__(self, done: int, total: int = 2) -> None:
        self._at = ("rewriting", done, total)

    def stage(self, name: str, done: int = 0, total: int = 0) -> None:
        if (name, done, total) == self._at:
            task = asyncio.current_task()
            assert task is not None
            task.cancel()


@pytest.mark.parametrize("method", ["zero-shot", "extractive"])
def test_what_is_written_before_it_is_cancelled_stays(main: Path, method: str) -> None:
    before = lines(main)
    asked = ReviseRequest(main, method=method)
    with running() as server:
        configure(server)
        text = asyncio.run(revise(asked, Context(), CancelledAt(1), configured_model()))
        assert len(server.asked) <= 1
    assert text.title.endswith("1 sentence rewritten from changed sources, 1 not")
    assert "the sentence on line 13 stays as it is: cancelled" in text.warnings
    after = inserted(main, text)
    assert before[0] not in after and before[1] in after


def test_cancelled_before_the_first_sentence_it_has_done_nothing(main: Path) -> None:
    with running() as server:
        configure(server)
        asked = ReviseRequest(main, method="zero-shot")
        with pytest.raises(asyncio.CancelledError):
            asyncio.run(revise(asked, Context(), CancelledAt(0), configured_model()))


def test_a_model_that_fails_at_once_changes_nothing(
    main: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pace, "next_try", lambda *_: None)
    with running(Behaviour(always="500")) as server:
        configure(server)
        with pytest.raises(InputError):
            revised(ReviseRequest(main, method="zero-shot"))
        assert set(papers_asked(server)) == {"Ash"}
