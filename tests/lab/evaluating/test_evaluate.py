"""Methods over data sets: nothing is written twice, nothing is lost by a kill."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from citeloom.actions.context import Context
from citeloom.actions.writing.models import configured_model
from citeloom.methods.port import MethodError
from citeloom.methods.registry import METHODS
from citeloom.methods.result import CitationMark, Paragraph, Result, Sentence, SentenceKind
from citeloom_lab.baselines.lexrank import LexRank
from citeloom_lab.evaluating.evaluate import Evaluation, evaluate, failures
from citeloom_lab.evaluating.plan import EvaluationRequest, plan_evaluation
from citeloom_lab.evaluation.baselines import Lead
from citeloom_lab.evaluation.comparison import MethodScores
from citeloom_lab.evaluation.evaluated_text import EvaluatedText
from citeloom_lab.methods import METHODS as BASELINES
from endpoint_server import running
from made_data_sets import made_data_set
from model_project import configure

COPYING = ("lead", "random", "lexrank", "textrank", "oracle")


def _evaluated(*data: Path, methods: tuple[str, ...] = ("lead",), **asked: Any) -> Evaluation:
    planned = plan_evaluation(EvaluationRequest(data, methods, **asked))
    return asyncio.run(evaluate(planned, Context()))


def _rows(evaluation: Evaluation, at: int = 0) -> Mapping[str, MethodScores]:
    return {row.method: row for row in evaluation.comparisons[at].rows}


def _shown(text: EvaluatedText) -> str:
    return "".join(part if isinstance(part, str) else "" for part in text.parts)


class _Written:
    """Counts the texts that a baseline writes, and may be interrupted at one of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count, self.ends_at = 0, -1
        write = Lead.write

        async def counted(method: Lead, *given: Any) -> Any:
            if self.count == self.ends_at:
                raise KeyboardInterrupt
            self.count += 1
            return await write(method, *given)

        monkeypatch.setattr(Lead, "write", counted)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> _Written:
    return _Written(monkeypatch)


def test_nothing_is_written_twice(tmp_path: Path, written: _Written) -> None:
    data = made_data_set(tmp_path)
    first, again = _evaluated(data), _evaluated(data)
    assert written.count == 4
    assert again.comparisons == first.comparisons


def test_an_interrupted_run_goes_on_where_it_was(tmp_path: Path, written: _Written) -> None:
    data = made_data_set(tmp_path, examples=6)
    written.ends_at = 4
    with pytest.raises(KeyboardInterrupt):
        _evaluated(data)
    written.ends_at = -1
    found = _evaluated(data)
    assert written.count == 6
    assert _rows(found)["lead"].means["coverage"].mean > 0


@pytest.mark.parametrize(
    "changed",
    [{"words": 20}, {"seed": 1}, {"methods": ("lead", "random")}],
    ids=["words", "seed", "a further method"],
)
def test_what_decides_on_a_text_makes_it_new(
    changed: dict[str, Any], tmp_path: Path, written: _Written
) -> None:
    data = made_data_set(tmp_path)
    _evaluated(data)
    _evaluated(data, **changed)
    assert written.count == (4 if "methods" in changed else 8)


def test_changed_data_and_changed_code_make_texts_new(
    tmp_path: Path, written: _Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = made_data_set(tmp_path)
    _evaluated(data)
    data.write_text(data.read_text().replace("language 2 in", "language 2 at", 1))
    _evaluated(data)
    assert written.count == 5
    monkeypatch.setattr("citeloom_lab.evaluating.writing_texts.code_digest", lambda: "other")
    _evaluated(data)
    assert written.count == 9


@pytest.mark.parametrize("left", [0, 1, 40, -1], ids=["nothing", "a sign", "a part", "all but one"])
def test_a_kept_text_that_is_cut_off_is_written_again(
    left: int, tmp_path: Path, written: _Written
) -> None:
    data, folder = made_data_set(tmp_path, examples=2), tmp_path / "kept"
    whole = _evaluated(data, folder=folder)
    for file in folder.rglob("*.json"):
        file.write_bytes(file.read_bytes()[:left])
    assert _evaluated(data, folder=folder).comparisons[0].rows[0].means == (
        whole.comparisons[0].rows[0].means
    )
    assert written.count == 4


def test_a_killed_process_loses_no_finished_text(tmp_path: Path, written: _Written) -> None:
    data, folder = made_data_set(tmp_path, examples=60), tmp_path / "kept"
    command = ["evaluate", str(data), "--method", "lead", "--keep", str(folder)]
    process = subprocess.Popen([sys.executable, "-m", "citeloom", *command], env={**os.environ})
    try:
        while process.poll() is None and len(list(folder.rglob("*.json"))) < 5:
            sleep(0.01)
    finally:
        process.kill()
        process.wait()
    kept = len(list(folder.rglob("*.json")))
    found = _evaluated(data, folder=folder)
    assert kept >= 5
    assert written.count == 60 - kept
    assert len(_rows(found)["lead"].examples) == 60


@pytest.mark.parametrize("method", COPYING)
def test_a_baseline_copies_nothing_of_the_papers_own_abstract(method: str, tmp_path: Path) -> None:
    found = _evaluated(made_data_set(tmp_path), methods=(method,), words=400)
    for text in found.texts["made"][method]:
        assert "parsing of language" in _shown(text)
        assert "zanzibarian" not in _shown(text)
    assert _rows(found)[method].means["verbatim"].mean == pytest.approx(100)


def test_lead_takes_first_sentences_first(tmp_path: Path) -> None:
    found = _evaluated(made_data_set(tmp_path, examples=1), methods=("lead",), words=25)
    (text,) = found.texts["made"]["lead"]
    assert [sentence.cites for sentence in text.sentences] == [
        ("ref:ref0",), ("ref:ref1",), ("ref:ref2",),
    ]  # fmt: skip
    assert all("We study" in sentence.sources[0] for sentence in text.sentences)


def test_random_sentences_go_by_the_seed(tmp_path: Path) -> None:
    data = made_data_set(tmp_path, references=9)
    first, again, other = (
        _evaluated(data, methods=("random",), seed=seed, folder=tmp_path / str(at)).texts
        for at, seed in enumerate((1, 1, 2))
    )
    texts = [[_shown(text) for text in each["made"]["random"]] for each in (first, again, other)]
    assert texts[0] == texts[1] != texts[2]


def test_no_choice_of_sentences_overlaps_more_than_the_oracle(tmp_path: Path) -> None:
    rows = _rows(_evaluated(made_data_set(tmp_path), methods=COPYING))
    best = rows["oracle"].means["rouge1"].mean + rows["oracle"].means["rouge2"].mean
    for name in COPYING[:-1]:
        assert rows[name].means["rouge1"].mean + rows[name].means["rouge2"].mean < best


def test_methods_are_compared_with_the_first_on_all_sets(tmp_path: Path) -> None:
    data = [made_data_set(tmp_path, examples=6, name=name) for name in ("one", "two")]
    found = _evaluated(*data, methods=("lead", "oracle"))
    assert [each.name for each in found.comparisons] == ["one", "two", "all 2 sets"]
    assert [each.examples for each in found.comparisons] == [6, 6, 12]
    rows = _rows(found, 2)
    assert rows["lead"].differences["rouge1"] is None
    apart = rows["oracle"].means["rouge1"].mean - rows["lead"].means["rouge1"].mean
    assert rows["oracle"].differences["rouge1"].mean == pytest.approx(apart)


def test_a_text_that_cannot_be_written_counts_and_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def write(*given: object) -> None:
        raise MethodError("nothing to say")

    monkeypatch.setattr(LexRank, "write", write)
    found = _evaluated(made_data_set(tmp_path, examples=2), methods=("lexrank",))
    assert _rows(found)["lexrank"].failed == 2
    assert _rows(found)["lexrank"].means["rouge1"].mean == 0
    assert next(iter(failures(found))) == "made, example0, lexrank: nothing to say"


def test_a_key_that_a_method_invents_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def write(method: object, task: Any, *given: object) -> Result:
        evil = Sentence(("It is", CitationMark(("ref:evil",)), "."), SentenceKind.STATEMENT, ())
        return Result((Paragraph("", (evil,)),), tuple(paper.id for paper in task.references))

    monkeypatch.setattr(LexRank, "write", write)
    row = _rows(_evaluated(made_data_set(tmp_path, examples=2), methods=("lexrank",)))["lexrank"]
    assert (row.faulty, row.means["invented"].mean) == (2, 1)


MODELLED = [each.name for each in (*METHODS, *BASELINES) if each.uses_model]


@pytest.mark.parametrize("method", MODELLED)
def test_methods_that_ask_a_model_run_and_are_counted_once(method: str, tmp_path: Path) -> None:
    data = made_data_set(tmp_path, examples=2)
    planned = plan_evaluation(EvaluationRequest([data], [method]))
    with running() as server:
        configure(server)
        setup = configured_model()
        first = asyncio.run(evaluate(planned, Context(), setup=setup))
        asked = len(server.asked)
        again = asyncio.run(evaluate(planned, Context(), setup=setup))
        assert len(server.asked) == asked
    row = _rows(first)[method]
    assert (row.failed, row.faulty, row.means["invented"].mean) == (0, 0, 0)
    assert row.usage.calls == asked > 0
    assert row.usage.input_tokens > 0
    assert row.models and row.models == _rows(again)[method].models
    assert _rows(again)[method].usage == row.usage
