"""BERTScore by hand, and what it says where it cannot be had."""

from typing import Any

import numpy as np
import pytest

from citeloom.extras import MissingExtraError
from citeloom.problem import InputError
from citeloom_lab.evaluation import bert_score
from citeloom_lab.evaluation.bert_score import BertScores, TransformersTokens, bert_scores

MADE = {"trees": (1.0, 0.0), "graphs": (0.0, 1.0), "forests": (0.8, 0.6)}


class MadeTokens:
    """A vector for each word of a text, from a list."""

    name = "made"

    def vectors(self, text: str) -> Any:
        return np.array([MADE[word] for word in text.split()]).reshape(-1, 2)


def test_tokens_are_matched_greedily_both_ways() -> None:
    found = bert_scores("forests trees", "trees graphs", MadeTokens())
    # forests: .8 to trees, .6 to graphs; trees: 1 to trees, 0 to graphs.
    precision, recall = (0.8 + 1) / 2, (1 + 0.6) / 2
    assert found.precision == pytest.approx(100 * precision)
    assert found.recall == pytest.approx(100 * recall)
    assert found.f1 == pytest.approx(200 * precision * recall / (precision + recall))


def test_a_text_has_all_of_itself_and_nothing_of_an_empty_one() -> None:
    assert bert_scores("trees graphs", "graphs trees", MadeTokens()).f1 == pytest.approx(100)
    assert bert_scores("", "trees", MadeTokens()) == BertScores(0, 0, 0)
    assert bert_scores("trees", "", MadeTokens()) == BertScores(0, 0, 0)
    assert bert_scores("trees", "graphs", MadeTokens()).f1 == 0


def test_without_its_libraries_it_says_how_to_install_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing(module: str, extra: str, what: str, of: str) -> None:
        raise MissingExtraError(extra, what, of)

    monkeypatch.setattr(bert_score, "import_library", missing)
    with pytest.raises(MissingExtraError, match="BERTScore needs libraries") as caught:
        TransformersTokens()
    assert "citeloom-lab[bertscore]" in str(caught.value)


def test_a_model_that_is_not_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    class Nothing:
        @staticmethod
        def from_pretrained(name: str, *, local_files_only: bool) -> None:
            assert local_files_only
            raise OSError(f"{name}\n is not there")

    class Library:
        AutoTokenizer = AutoModel = Nothing

    monkeypatch.setattr(bert_score, "import_library", lambda *_: Library)
    with pytest.raises(InputError, match="the model roberta-large cannot be loaded") as caught:
        TransformersTokens()
    assert "hf download roberta-large" in str(caught.value)
    with pytest.raises(InputError, match="which layer is to be taken is not known"):
        TransformersTokens("somebody/else")
