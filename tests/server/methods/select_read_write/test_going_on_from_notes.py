"""A run of Select-Read-Write that goes on from the notes of an earlier one, without a memo."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from covering import covering
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from reading_samples import Readings, Texts, sample

from citeloom.grounding.evidence import DRAFT
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.select_read_write.memory import AnsweredMemory
from citeloom.methods.select_read_write.walk import Choice
from citeloom.methods.task import DraftSection, Surroundings, WritingTask
from citeloom.methods.verify import verify
from citeloom.models.port import ModelError, Question, RefusedError
from citeloom.papers.fulltext.text import TextParagraph
from citeloom_lab.baselines.selectors import SelectorParameters, SelectorReading
from hypothesis_profiles import examples
from stand_in_model import Answer, StandIn
from virtual_time import timed

Task = tuple[WritingTask, Texts]
SELECTORS = ("sequential", "random", "free", "co-occurrence-graph", "citation-graph")


class NotingModel(StandIn):
    """Notes each section as a note on its paper and one on how it relates to the one before.

    It reads the last section that it may, ends after ``most`` and stops answering after ``stop``.
    Both ids and words of a note name the papers.
    """

    def __init__(self, most: int = 99, stop: int = 999, refuse: str = "") -> None:
        super().__init__()
        self.most, self.stop, self.refuse = most, stop, refuse

    async def ask(self, question: Question[Answer]) -> Answer:
        if len(self.asked) >= self.stop:
            raise ModelError("stopped")
        text = question.messages[-1].text
        if self.refuse and question.step == "reading" and self.refuse in text:
            self.asked.append(question)  # type: ignore[arg-type]
            raise RefusedError("no", "")
        found: Any = await super().ask(question)
        if isinstance(found, Choice):
            listed = text.rpartition("<quoted-")[2].split("\n")[1:]
            names = [line.split()[0] for line in listed if line.startswith("P")]
            found.choice = names[-1] if self.calls["selecting"] <= self.most else "end"
        if isinstance(found, AnsweredMemory):
            return question.answer.model_validate({"notes": self._notes(text)})
        return found  # type: ignore[no-any-return]

    def _notes(self, text: str) -> list[dict[str, Any]]:
        before = text.partition("Notes so far:")[2].partition("The section to read now")[0]
        old = before.partition('{"notes"')[2]
        notes = (
            AnsweredMemory.model_validate_json('{"notes"' + old.split("\n</")[0]) if old else None
        )
        kept = [note.model_dump() for note in notes.notes] if notes else []
        name = text.partition("The section to read now is of ")[2].split(",")[0]
        last = kept[-1]["papers"][0] if kept else "P0"
        number = len(kept)
        new = {"papers": [name], "note": f"Section {number}: {name} goes beyond {last}."}
        return [*kept, new] if name == last else [*kept, {**new, "papers": [name, last]}]


def run(
    given: Task, readings: Readings | None, model: StandIn | None = None, **parameters: object
) -> tuple[Result, StandIn]:
    task, texts = given
    model = model or NotingModel()
    ports = Ports(model=model, texts=texts, readings=readings or Readings())
    own = SelectorParameters.model_validate(parameters)
    result, _ = timed(SelectorReading().write(task, own, ports))
    verify(result, task)
    return result, model


def without(given: Task, place: int) -> Task:
    """Return a task without one of its references."""
    task, texts = given
    papers = (*task.references[:place], *task.references[place + 1 :])
    gone = task.references[place].id
    known = task.surroundings
    cites = {
        by: tuple(name for name in cited if name != gone)
        for by, cited in known.cites.items()
        if by != gone
    }
    headings = {name: own for name, own in known.headings.items() if name != gone}
    return replace(task, references=papers, surroundings=Surroundings(headings, (), cites)), texts


def path(result: Result) -> list[tuple[str, int]]:
    return [(step["paper"], step["section"]) for step in result.trace["path"]]


def as_if_whole(result: Result) -> dict[str, Any]:
    return {**result.trace, "from_earlier_runs": 0}


@pytest.mark.parametrize("selector", SELECTORS)
def test_without_a_change_a_second_run_reads_nothing(selector: str) -> None:
    given, readings = sample(4, 3, {0: (1, 2)}), Readings()
    first, _ = run(given, readings, selector=selector)
    again, model = run(given, readings, selector=selector)
    assert dict(model.calls) == {"writing": 1}
    assert as_if_whole(again) == first.trace
    assert again.trace["from_earlier_runs"] == len(path(first))
    assert (again.paragraphs, again.warnings) == (first.paragraphs, first.warnings)


@pytest.mark.parametrize(("place", "selector"), covering([0, 2, 4], SELECTORS))
def test_with_one_more_reference_only_its_sections_are_read(selector: str, place: int) -> None:
    whole, readings = sample(5, 5, {0: (1,), 3: (1, 4)}), Readings()
    before, _ = run(without(whole, place), readings, selector=selector)
    after, model = run(whole, readings, selector=selector)
    new = whole[0].references[place].id
    assert path(after)[:-3] == path(before)
    assert {paper for paper, _ in path(after)[-3:]} == {new}
    asks = {"selecting": 3} if selector not in ("sequential", "random") else {}
    assert dict(model.calls) == {**asks, "reading": 3, "writing": 1}
    assert [step["run"] for step in after.trace["path"]] == [1] * len(path(before)) + [2] * 3
    # Short ids have moved; what the notes say of whom has not.
    noted = before.trace["memory"]
    assert [note["papers"] for note in after.trace["memory"][: len(noted)]] == [
        note["papers"] for note in noted
    ]
    short = {paper.id: f"P{n}" for n, paper in enumerate(whole[0].references, 1)} | {DRAFT: "P0"}
    for note in after.trace["memory"]:
        assert f"{short[note['papers'][0]]} goes beyond" in note["note"]
    assert any("come from an earlier run" in line for line in after.warnings)


def test_a_walk_goes_on_from_the_draft_so_that_a_new_reference_is_in_reach() -> None:
    whole, readings = sample(4, 4, {0: (1,), 1: (0,)}), Readings()
    run(without(whole, 3), readings, NotingModel(most=2))
    asked: list[str] = []

    class Looking(NotingModel):
        async def ask(self, question: Question[Answer]) -> Answer:
            if question.step == "selecting":
                asked.append(question.messages[-1].text)
            return await super().ask(question)

    result, _ = run(whole, readings, Looking(most=1))
    assert "You are at: P0" in asked[0] and "P4/1 Introduction" in asked[0]
    assert result.trace["path"][2]["back_to_draft"]
    assert result.trace["ended"] == "the selector ended it"


def test_a_section_that_has_changed_is_read_again_with_all_that_came_after_it() -> None:
    (task, texts), readings = sample(3, 3), Readings()
    first, _ = run((task, texts), readings, selector="sequential")
    second = task.references[1]
    text = texts.kept[second.id]
    sections = list(text.sections)
    sections[2] = replace(sections[2], paragraphs=(TextParagraph("Quite another method."),))
    changed = Texts({**texts.kept, second.id: replace(text, sections=tuple(sections))})
    again, model = run((task, changed), readings, selector="sequential")
    stayed = path(first).index((second.id, 2))
    assert again.trace["from_earlier_runs"] == stayed
    assert model.calls["reading"] == len(path(first)) - stayed
    assert path(again) == path(first)
    assert any("come from an earlier run" in line for line in again.warnings)


def test_a_changed_section_of_the_draft_counts_as_any_other() -> None:
    (task, texts), readings = sample(3, 3), Readings()
    run((task, texts), readings, selector="sequential")
    sections = (task.draft.sections[0], DraftSection("Method", "It is another one."))
    changed = replace(task, draft=replace(task.draft, sections=sections))
    again, _ = run((changed, texts), readings, selector="sequential")
    assert again.trace["from_earlier_runs"] == 1


def test_of_a_reference_that_is_gone_no_note_stays() -> None:
    whole, readings = sample(4, 4), Readings()
    run(whole, readings, selector="sequential")
    gone = whole[0].references[2].id
    again, model = run(without(whole, 2), readings, selector="sequential")
    assert again.trace["from_earlier_runs"] == 2 + 3 + 3
    assert model.calls["reading"] == 3
    assert gone not in str(again.trace)
    once_more, model = run(without(whole, 2), readings, selector="sequential")
    assert dict(model.calls) == {"writing": 1}
    assert as_if_whole(once_more) == as_if_whole(again)


CHANGES: dict[str, Callable[[Task], Task]] = {
    "another title": lambda it: (replace(it[0], draft=replace(it[0].draft, title="New")), it[1]),
    "another abstract": lambda it: (
        replace(it[0], draft=replace(it[0].draft, abstract="Quite new.")),
        it[1],
    ),
    "another language": lambda it: (
        replace(it[0], draft=replace(it[0].draft, language="de")),
        it[1],
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_stands_in_every_question_decides_whose_notes_count(
    change: Callable[[Task], Task],
) -> None:
    given, readings = sample(2, 2), Readings()
    run(given, readings, selector="sequential")
    again, _ = run(change(given), readings, selector="sequential")
    assert again.trace["from_earlier_runs"] == 0


def test_another_model_selector_or_limit_has_notes_of_its_own() -> None:
    given, readings = sample(2, 2), Readings()
    run(given, readings, selector="sequential")
    other = NotingModel()
    other.name = "another model"
    assert run(given, readings, other, selector="sequential")[0].trace["from_earlier_runs"] == 0
    for parameters in ({"selector": "random"}, {"selector": "sequential", "memory_tokens": 300}):
        assert run(given, readings, **parameters)[0].trace["from_earlier_runs"] == 0
    again = replace(given[0], seed=1), given[1]
    assert run(again, readings, selector="random")[0].trace["from_earlier_runs"] == 0
    assert run(again, readings, selector="sequential")[0].trace["from_earlier_runs"] > 0


def test_reading_can_begin_anew_and_the_new_notes_take_the_place_of_the_old() -> None:
    given, readings = sample(2, 2), Readings()
    run(given, readings, NotingModel(most=1))
    anew, model = run(given, readings, earlier_notes=False)
    assert anew.trace["from_earlier_runs"] == 0 and model.calls["reading"] == 8
    again, model = run(given, readings)
    assert (path(again), dict(model.calls)) == (path(anew), {"writing": 1})


@pytest.mark.parametrize("selector", SELECTORS)
@settings(max_examples=examples(15))
@given(stop=st.integers(0, 23))
def test_a_run_that_is_stopped_anywhere_goes_on_as_if_it_had_not_been(
    selector: str, stop: int
) -> None:
    given = sample(3, 3, {0: (1,)})
    whole, model = run(given, None, selector=selector, steps=9)
    assume(stop < len(model.asked))
    readings = Readings()
    with pytest.raises(ModelError):
        run(given, readings, NotingModel(stop=stop), selector=selector, steps=9)
    resumed, after = run(given, readings, selector=selector, steps=9)
    assert as_if_whole(resumed) == whole.trace
    assert resumed.warnings == whole.warnings
    # A choice whose section was not read any more is asked for again.
    assert len(model.asked) - stop <= len(after.asked) <= len(model.asked) - stop + 1


def test_the_limit_counts_what_a_run_reads_itself() -> None:
    whole, readings = sample(5, 5), Readings()
    before, _ = run(without(whole, 4), readings, steps=4)
    assert before.trace["ended"] == "the limit of 4 sections"
    after, model = run(whole, readings, steps=4)
    assert model.calls["reading"] == 4 and len(path(after)) == 8
    assert len(set(path(after))) == 8
    again, model = run(whole, readings, steps=4)
    assert dict(model.calls) == {"writing": 1} and path(again) == path(after)


def test_what_was_refused_is_asked_again_and_what_follows_stays_where_it_still_is() -> None:
    given, readings = sample(3, 3), Readings()
    refusing = NotingModel(refuse="The Method of Work 1")
    first, _ = run(given, readings, refusing, selector="sequential")
    again, model = run(
        given, readings, NotingModel(refuse="The Method of Work 1"), selector="sequential"
    )
    asked = [one.messages[-1].text for one in model.asked if one.step == "reading"]
    assert asked and all("The Method of Work 1" in text for text in asked)
    assert (as_if_whole(again), again.warnings) == (first.trace, first.warnings)
    third, model = run(given, readings, selector="sequential")
    assert model.calls["reading"] == len(path(first)) - 6
    assert not any(step["fault"] for step in third.trace["path"])
    last, model = run(given, readings, selector="sequential")
    assert dict(model.calls) == {"writing": 1} and path(last) == path(third)
