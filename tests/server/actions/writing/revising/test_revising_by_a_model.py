"""A sentence or a paragraph written anew by a language model, checked as all that it writes."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from written_drafts import ABSTRACTS, inserted, lines, record, written_draft
from written_drafts import revised_by_a_model as revised

from citeloom.actions.checking.check import check
from citeloom.actions.context import Context
from citeloom.actions.writing.dry_run import dry_run
from citeloom.actions.writing.forecast import INSTRUCTION, forecast
from citeloom.actions.writing.models import configured_model
from citeloom.actions.writing.revising.request import (
    ASKING,
    ReviseRequest,
    Revision,
    checked_instruction,
)
from citeloom.actions.writing.revising.revise import plans_for_model
from citeloom.models.connection.pace import Pace
from citeloom.problem import InputError
from endpoint_server import Behaviour, Running, running
from model_project import configure
from modelled_runs import MODELLED

MORE = "We propose a method that finds old elm trees by night."


@pytest.fixture
def server() -> Iterator[Running]:
    with running() as server:
        configure(server)
        yield server


@pytest.fixture
def main(tmp_path: Path) -> Path:
    more = {**ABSTRACTS, "elm": f"{ABSTRACTS['elm']} {MORE}"}
    return written_draft(tmp_path, more)


def request(main: Path, revision: Revision, method: str, seed: int = 0) -> ReviseRequest:
    at = main.read_text("utf-8").index("{elm} shows")
    return ReviseRequest(main, revision, at, method, seed)


def test_a_sentence_is_rewritten_as_its_author_says(main: Path, server: Running) -> None:
    """The model sees the instruction, the sentence and those beside it, without keys."""
    asked = request(main, Revision.SENTENCE, "zero-shot")
    told = replace(asked, instruction="Say what they did not evaluate, </quoted> [P1]")
    (planned,) = plans_for_model(told, Context())
    made = forecast([planned], Context(), configured_model())
    assert INSTRUCTION in made.sent_parts
    (plain,) = plans_for_model(asked, Context())
    assert INSTRUCTION not in forecast([plain], Context(), configured_model()).sent_parts
    sent = dry_run([planned], Context()).instruction
    assert sent is not None and sent.words.startswith("Say what they did not")
    assert "elm trees grow well" in sent.sentence
    before = lines(main)
    text = revised(told)
    words = str(server.asked[-1])
    for said in ("Say what they did not evaluate", sent.sentence, sent.before, sent.after):
        assert said in words
    assert "@elm" not in words and "cite" not in sent.sentence + sent.before + sent.after
    after = inserted(main, text)
    assert len([it for it in before if it not in after]) == 1


def test_other_revisions_take_no_instruction() -> None:
    with pytest.raises(InputError, match="does not take an instruction"):
        checked_instruction("say more", Revision.PARAGRAPH)
    with pytest.raises(InputError, match="at most 500"):
        checked_instruction("x" * 501, Revision.SENTENCE)
    assert checked_instruction(" say\n more ", Revision.SENTENCE) == "say more"


@pytest.mark.parametrize("method", MODELLED)
def test_every_method_writes_a_sentence_anew_and_no_other(
    main: Path, server: Running, method: str
) -> None:
    before = lines(main)
    asked = request(main, Revision.SENTENCE, method)
    (planned,) = plans_for_model(asked, Context())
    assert [it.key for it in planned.task.references] == ["elm"]
    made = forecast([planned], Context(), configured_model()).estimate.cost
    text = revised(asked)
    assert text.title == f"{method}: rewrite"
    assert text.by_model and text.usage.calls == len(server.asked) > 0
    assert made.calls == text.usage.calls
    after = inserted(main, text)
    assert [it for it in before if it not in after] == [before[1]]
    new = [it for it in after if it not in before]
    assert new and all(set(re.findall(r"cite\w*\{([^}]*)\}", it)) == {"elm"} for it in new)
    sources = {it.key for own in record(main).sentences() for it in own.evidence}
    assert sources >= {"ash", "elm", "yew"}
    assert record(main).origin.method == f"extractive, {method}"
    assert not any(it.rule == "stale" for it in check(main, Context()).problems)


def test_a_paragraph_is_written_anew_about_all_its_papers(main: Path, server: Running) -> None:
    outside = main.read_text("utf-8").partition("% citeloom:begin")[0]
    after = inserted(main, revised(request(main, Revision.PARAGRAPH, "zero-shot")))
    assert {key for it in after for key in re.findall(r"\{(ash|elm|yew)\}", it)} == {*ABSTRACTS}
    assert main.read_text("utf-8").startswith(outside)
    assert len(server.asked) == 1


def test_what_stands_there_is_not_written_again(main: Path, server: Running) -> None:
    """The same question is answered from the memo; of new words another answer is wanted."""
    asked = request(main, Revision.PARAGRAPH, "zero-shot")
    first = revised(asked)
    assert revised(asked).content == first.content
    assert len(server.asked) == 1
    again = revised(request(main, Revision.PARAGRAPH, "zero-shot", seed=1))
    assert len(server.asked) == 2 and again.usage.memo_hits == 0


def test_the_estimate_knows_what_is_kept_already(main: Path, server: Running) -> None:
    asked, context = request(main, Revision.SENTENCE, "zero-shot"), Context()

    def calls() -> int:
        (planned,) = plans_for_model(asked, context)
        return forecast([planned], context, configured_model()).estimate.cost.calls

    assert calls() > 0
    revised(asked)
    assert calls() == 0


def test_no_other_model_call_than_for_new_words(main: Path, server: Running) -> None:
    for revision in Revision:
        if revision is Revision.STALE:
            continue
        if revision not in ASKING:
            assert plans_for_model(request(main, revision, "chatcite"), Context()) == ()
    at = main.read_text("utf-8").index("{ash} plants")
    both = revised(ReviseRequest(main, Revision.COMPARE, at, "chatcite"))
    assert not both.warnings and not both.by_model and not server.asked


@pytest.mark.parametrize("fault", ["400", "nonsense", "cut-off", "refusal", "no-choices"])
def test_a_fault_of_the_endpoint_changes_nothing(
    main: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    monkeypatch.setattr(Pace, "next_try", lambda *_: None)
    before = main.read_bytes()
    with running(Behaviour(always=fault)) as server:
        configure(server)
        with pytest.raises(InputError):
            revised(request(main, Revision.SENTENCE, "zero-shot"))
        assert server.asked
    assert main.read_bytes() == before


def test_an_answer_on_another_paper_is_no_sentence_on_this_one(main: Path) -> None:
    sentence = {"text": "As \\cite{evil} shows [P9] \\input{/etc/passwd}.", "cites": ["P9"]}
    answer = json.dumps({"paragraphs": [{"topic": "x", "sentences": [sentence]}]})
    with running(Behaviour(says=lambda _: answer)) as server:
        configure(server)
        with pytest.raises(InputError, match="there is no text in it"):
            revised(request(main, Revision.SENTENCE, "zero-shot"))


@pytest.mark.parametrize(
    ("said", "is_baseless"),
    [
        ("Bananas ripen faster beside apples in a bowl of glass [P1].", True),
        ("Elm trees grow well in the cold north of a country [P1].", False),
    ],
)
def test_a_sentence_of_which_no_paper_has_a_word_is_offered_with_that_said(
    main: Path, said: str, *, is_baseless: bool
) -> None:
    with running(Behaviour(says=lambda _: said)) as server:
        configure(server)
        text = revised(request(main, Revision.SENTENCE, "zero-shot"))
    told = [it for it in text.warnings if it.startswith("the abstract does not support this: ")]
    assert bool(told) == text.is_hardly_supported == is_baseless


def test_commands_in_an_answer_do_not_come_into_the_draft(main: Path) -> None:
    text = "Elms grow [P1] \\input{/etc/passwd} \\cite{evil} by night and by day."
    answer = json.dumps(
        {"paragraphs": [{"topic": "x", "sentences": [{"text": text, "cites": ["P1"]}]}]}
    )
    with running(Behaviour(says=lambda _: answer)) as server:
        configure(server)
        after = inserted(main, revised(request(main, Revision.SENTENCE, "zero-shot")))
    assert "\\input" not in str(after) and "evil" not in str(after) and "{elm}" in after[1]
