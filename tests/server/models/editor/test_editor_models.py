"""A model of the editor's is asked as an endpoint is, and no half of an answer counts."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from editor_models import NAME, StandInEditor, failure
from pydantic import BaseModel
from tabled import tabled

from citeloom.models.editor.model import ASKED_FOR, END, EditorModel, without_end
from citeloom.models.memo import Memo
from citeloom.models.model import Model
from citeloom.models.port import (
    BudgetExceededError,
    ContextTooLongError,
    Message,
    ModelError,
    Question,
    RefusedError,
)
from citeloom.models.usage import Ledger, Limits
from modelled_runs import Impatient
from virtual_time import timed


class Words(BaseModel):
    words: list[str]


QUESTION = Question(
    "naming",
    (Message("system", "You name things."), Message("user", "Name three trees.")),
    Words,
    temperature=0.0,
)


def model_of(
    editor: Any, memo: Path | None = None, limits: Limits | None = None, context: int = 0
) -> Model:
    ledger = Ledger(limits or Limits())
    source = EditorModel(NAME, editor, Impatient(8), ledger, 20.0, context)
    return Model(source, Memo(memo), ledger)


def ask(editor: Any, question: Question[Words] = QUESTION, **more: Any) -> tuple[Words, Ledger]:
    async def run() -> tuple[Words, Ledger]:
        model = model_of(editor, **more)
        try:
            return await model.ask(question), model.ledger
        finally:
            await model.close()

    return asyncio.run(run())


def test_the_answer_is_a_call_of_one_tool_with_its_schema() -> None:
    editor = StandInEditor()
    found, ledger = ask(editor)
    (asked,) = editor.asked
    assert found.words
    assert (asked["vendor"], asked["id"]) == ("standin", "open")
    assert asked["messages"] == [
        {"role": "user", "text": "You name things.\n\nName three trees."}
    ], "there is no system role"
    assert asked["tool"]["schema"]["required"] == ["words"]
    assert asked["options"] == {"temperature": 0.0}
    assert (ledger.total.calls, ledger.total.output_tokens, ledger.untold) == (1, 7, 0)


def test_the_memo_knows_it_by_vendor_and_id(tmp_path: Path) -> None:
    editor = StandInEditor()
    memo = tmp_path / "memo.sqlite"
    first, _ = ask(editor, memo=memo)
    again, ledger = ask(editor, memo=memo)
    assert again == first
    assert (len(editor.asked), ledger.total.memo_hits) == (1, 1)

    async def another() -> None:
        ledger = Ledger()
        source = EditorModel("other/open", editor, Impatient(8), ledger, 20.0)
        model = Model(source, Memo(memo), ledger)
        await model.ask(QUESTION)
        await model.close()

    asyncio.run(another())
    assert len(editor.asked) == 2, "ids are unique for each vendor alone"


def test_tokens_that_nobody_counts_are_unknown_and_still_bound_by_limits() -> None:
    editor = StandInEditor(told=False)
    _, ledger = ask(editor)
    assert ledger.untold == 1
    with pytest.raises(BudgetExceededError):
        ask(editor, limits=Limits(tokens=20))
    assert len(editor.asked) == 1
    ask(editor, limits=Limits(tokens=5_000))
    assert 0 < editor.asked[-1]["options"]["max_tokens"] <= 5_000


def test_a_model_without_tools_is_asked_in_words_from_then_on() -> None:
    editor = StandInEditor([failure("NoTools")])
    found, ledger = ask(editor)
    assert found.words
    assert [bool(asked["tool"]) for asked in editor.asked] == [True, False]
    assert ASKED_FOR in editor.asked[1]["messages"][0]["text"]
    assert any("in words" in note for note in ledger.notes)


def test_a_model_that_talks_in_place_of_calling_the_tool_is_asked_in_words() -> None:
    editor = StandInEditor([{"text": "Oak, ash and elm are trees."}])
    found, _ = ask(editor)
    assert found.words
    assert [bool(asked["tool"]) for asked in editor.asked] == [True, False]


def test_one_that_writes_the_whole_object_in_place_of_calling_is_believed() -> None:
    editor = StandInEditor([{"text": '```json\n{"words": ["oak"]}\n```'}])
    found, _ = ask(editor)
    assert (found.words, len(editor.asked)) == (["oak"], 1)


WHOLE = '{"words": ["oak {", "ash", "elm }"]}'


@pytest.mark.parametrize("length", range(len(WHOLE) + len(END) + 1))
def test_no_part_of_an_answer_is_taken_for_the_whole(length: int) -> None:
    shown = f"{WHOLE}\n{END}"[:length]
    assert without_end(shown) in (None, WHOLE, f"{WHOLE}\n")
    cut = {"text": shown}
    editor = StandInEditor([failure("NoTools"), cut])
    found, ledger = ask(editor)
    is_taken = ledger.total.calls == 2
    assert (found.words == ["oak {", "ash", "elm }"]) == is_taken
    assert is_taken or without_end(shown) is None


def test_a_part_with_a_whole_object_inside_is_no_answer() -> None:
    cut = {"text": 'Thinking: {"words": ["draft"]} and so the answer is {"words": ["o'}
    editor = StandInEditor([failure("NoTools"), cut])
    found, _ = ask(editor)
    assert found.words != ["draft"]
    assert len(editor.asked) == 3


def test_a_call_whose_argument_is_cut_off_is_no_answer() -> None:
    editor = StandInEditor([{"call": '{"words": ["o'}])
    found, ledger = ask(editor)
    assert found.words
    assert (len(editor.asked), ledger.total.repeated) == (2, 1)


@tabled(least=6)
def test_what_no_other_try_can_mend_is_said_at_once(code: str, said: str) -> None:
    editor = StandInEditor([failure(code, "for a reason")] * 9)
    with pytest.raises(ModelError, match=said) as caught:
        ask(editor)
    assert len(editor.asked) == 1
    assert caught.value.problem.advice


def test_a_rate_is_waited_for_and_a_fault_that_stays_is_told() -> None:
    editor = StandInEditor([failure("RateLimited", "slow down")] * 2)
    found, ledger = ask(editor)
    assert found.words
    assert ledger.total.repeated == 2
    editor = StandInEditor([failure("RateLimited", "slow down")] * 99)
    with pytest.raises(ModelError, match=r"accepts no more requests for now \(slow down\)"):
        ask(editor)
    assert len(editor.asked) == 6
    editor = StandInEditor([failure("", "it broke")] * 99)
    with pytest.raises(ModelError, match=r"open of standin gave no answer \(it broke\)"):
        ask(editor)
    assert len(editor.asked) == 3


@pytest.mark.parametrize(
    "nonsense",
    [
        {},
        {"call": 3},
        {"text": ["a"]},
        {"text": "{}", "inputTokens": -4},
        {"text": "{}", "outputTokens": "many"},
        {"failure": "no"},
        ["not an object"],
        {"text": "x" * 2_000_001},
    ],
    ids=["nothing", "number", "list", "negative", "words", "failure", "no-object", "long"],
)
def test_nonsense_of_an_editor_is_no_answer(nonsense: Any) -> None:
    editor = StandInEditor([nonsense] * 99)
    with pytest.raises(ModelError):
        ask(editor)
    assert len(editor.asked) <= 6


def test_a_text_that_is_too_long_or_not_taken_is_told_apart() -> None:
    with pytest.raises(ContextTooLongError):
        ask(StandInEditor([failure("", "Message exceeds token limit.")]))
    with pytest.raises(ContextTooLongError, match="context of open, 10 tokens"):
        ask(StandInEditor(), context=10)
    with pytest.raises(RefusedError, match="does not accept this text"):
        ask(StandInEditor([failure("", "blocked by the content filter")]))


def test_a_temperature_that_is_refused_is_left_out() -> None:
    editor = StandInEditor([failure("", "temperature is not supported")])
    found, _ = ask(editor)
    assert found.words
    assert editor.asked[1]["options"] == {}


def test_before_its_user_has_once_allowed_it_the_editor_is_asked_one_thing_at_a_time() -> None:
    class Asking(StandInEditor):
        async def __call__(self, text: str, hear: Callable[[str], None]) -> str:
            if len(self.asked) == 0:
                self.asked.append(json.loads(text))
                await asyncio.sleep(5)
                assert len(self.asked) == 1, "the question to the user stands still"
                self.asked.clear()
            return await super().__call__(text, hear)

    editor = Asking()

    async def run() -> None:
        model = model_of(editor)
        questions = (Question("s", QUESTION.messages, Words, sample=n) for n in range(8))
        await asyncio.gather(*(model.ask(question) for question in questions))

    timed(run())
    assert len(editor.asked) == 8
    assert editor.most_at_once > 1


def test_one_that_refuses_does_not_keep_the_others_waiting() -> None:
    editor = StandInEditor([failure("NoPermissions")] * 8, pieces=())

    async def run() -> list[object]:
        model = model_of(editor)
        questions = [Question("s", QUESTION.messages, Words, sample=n) for n in range(3)]
        return await asyncio.gather(
            *(model.ask(question) for question in questions), return_exceptions=True
        )

    assert [type(error) for error in asyncio.run(run())] == [ModelError] * 3


def test_an_editor_that_never_answers_is_not_waited_for_without_end() -> None:
    async def silent(text: str, hear: Callable[[str], None]) -> str:
        await asyncio.Event().wait()
        return ""

    async def silent_once_allowed(text: str, hear: Callable[[str], None]) -> str:
        hear("")
        return await silent(text, hear)

    async def stops(text: str, hear: Callable[[str], None]) -> str:
        hear("")
        hear('{"words')
        return await silent(text, hear)

    async def never_ends(text: str, hear: Callable[[str], None]) -> str:
        while True:
            hear("more ")
            await asyncio.sleep(1)

    async def told(editor: Any, said: str) -> None:
        with pytest.raises(ModelError, match=said):
            await model_of(editor).ask(QUESTION)

    def seconds_until_told(editor: Any, said: str) -> float:
        return timed(told(editor, said))[1]

    late = "did not answer in time"
    assert seconds_until_told(silent, "has not said whether") == 600
    assert 20 <= seconds_until_told(silent_once_allowed, late) < 30
    assert 20 <= seconds_until_told(stops, late) < 30
    assert seconds_until_told(never_ends, late) < 1_000


def test_who_waits_no_longer_has_the_editor_told() -> None:
    ended = []

    async def slow(text: str, hear: Callable[[str], None]) -> str:
        hear("")
        try:
            await asyncio.Event().wait()
        finally:
            ended.append(text)
        return ""

    async def run() -> None:
        asking = asyncio.create_task(model_of(slow).ask(QUESTION))
        await asyncio.sleep(0.01)
        asking.cancel()
        await asyncio.wait([asking])

    asyncio.run(run())
    assert len(ended) == 1
