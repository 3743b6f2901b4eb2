"""A stale sentence that is rewritten by the model of the chosen method."""

from pathlib import Path

import pytest
from written_drafts import change, inserted, lines, record, take_out, written_draft
from written_drafts import revised_by_a_model as revised

from citeloom.actions.checking.check import check
from citeloom.actions.context import Context
from citeloom.actions.writing.forecast import revising_forecast
from citeloom.actions.writing.revising.planned import plans_for_model
from citeloom.actions.writing.revising.request import ReviseRequest, Revision
from citeloom.models.connection.pace import Pace
from citeloom.problem import InputError
from endpoint_server import Behaviour, running
from model_project import configure
from modelled_runs import MODELLED


@pytest.fixture
def main(tmp_path: Path) -> Path:
    main = written_draft(tmp_path)
    change(main.with_name("refs.bib"), "grow well in the cold", "grow badly in the hot")
    change(main.with_name("refs.bib"), "count their rings", "count their leaves")
    return main


def request(main: Path, method: str = "zero-shot", at: str = "{elm} shows") -> ReviseRequest:
    offset = main.read_text("utf-8").index(at)
    return ReviseRequest(main, Revision.STALE, offset, method)


@pytest.mark.parametrize("method", MODELLED)
def test_every_method_rewrites_the_sentence_at_the_place_alone(main: Path, method: str) -> None:
    before = lines(main)
    with running() as server:
        configure(server)
        asked = request(main, method)
        made = revising_forecast(asked, Context())
        assert made is not None and made.references == 1 and made.method == method
        text = revised(asked)
        assert made.estimate.cost.least <= text.usage.calls == len(server.asked)
    assert text.title == f"{method}: 1 sentence rewritten from changed sources"
    assert text.by_model and method in text.origin.method
    after = inserted(main, text)
    assert [it for it in before if it not in after] == [before[1]]
    assert record(main).origin.method == f"extractive, {method}"
    stale = [it for it in check(main, Context()).problems if it.rule == "stale"]
    assert len(stale) == 1 and "'ash'" in stale[0].message
    sources = [it.sentence for own in record(main).sentences() for it in own.evidence]
    assert not any("grow well in the cold" in source for source in sources)


def test_nothing_is_asked_where_no_words_are_needed(main: Path) -> None:
    take_out(main.with_name("refs.bib"), "yew")
    asked = request(main, at="{yew} measures")
    assert plans_for_model(asked, Context()) == ()
    assert revising_forecast(asked, Context()) is None
    with running() as server:
        configure(server)
        text = revised(asked)
        assert not server.asked and not text.by_model
    assert len(inserted(main, text)) == 2


def test_a_model_that_fails_leaves_the_sentence_and_says_so(
    main: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Pace, "next_try", lambda *_: None)
    before = main.read_bytes()
    with running(Behaviour(always="400")) as server:
        configure(server)
        with pytest.raises(InputError):
            revised(request(main))
    assert main.read_bytes() == before
