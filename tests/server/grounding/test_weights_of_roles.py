"""The file of what the model of roles learnt."""

import subprocess
import sys
from pathlib import Path

import pytest

from citeloom.grounding.roles.role import Role
from citeloom.grounding.roles.weights import (
    shipped_weights,
    weights_as_text,
    weights_of,
)

ROOT = Path(__file__).parents[3]
SHIPPED = ROOT / "server/citeloom/grounding/roles/weights.tsv"
TRAINING = ROOT.parent / "shared/data/csabstruct/train.jsonl"
WEIGHTS = {"we": (1, -2, 3, 0, 0), "trees grow": (0, 0, 0, 0, 7)}


def test_weights_are_read_as_they_were_written() -> None:
    assert weights_of(weights_as_text(WEIGHTS)) == WEIGHTS


def test_the_shipped_weights_are_whole_and_small() -> None:
    weights = shipped_weights()
    assert weights_as_text(weights) == SHIPPED.read_text(encoding="utf-8")
    assert all(len(numbers) == len(Role) for numbers in weights.values())
    assert SHIPPED.stat().st_size < 300_000


def _trained(data: Path, target: Path) -> bytes:
    subprocess.run([sys.executable, ROOT / "tools/train-roles", data, target], check=True)
    return target.read_bytes()


def test_training_gives_the_same_bytes_again(tmp_path: Path) -> None:
    data = tmp_path / "train.jsonl"
    data.write_text(
        '{"sentences": ["Trees are old.", "We count them."], '
        '"labels": ["background", "method"], "confs": [1.0, 0.5]}\n' * 30,
        encoding="utf-8",
    )
    first = _trained(data, tmp_path / "first.tsv")
    assert first == _trained(data, tmp_path / "again.tsv")
    trees = weights_of(first.decode())["trees"]
    assert max(trees) == trees[list(Role).index(Role.BACKGROUND)] > 0


@pytest.mark.slow
@pytest.mark.shared("csabstruct")
def test_the_shipped_weights_are_those_of_the_data(tmp_path: Path) -> None:
    trained = weights_of(_trained(TRAINING, tmp_path / "weights.tsv").decode())
    shipped = weights_of(SHIPPED.read_text("utf-8"))
    assert trained.keys() == shipped.keys()
    # A value in the middle between two is rounded up on one processor and down on another.
    assert all(
        abs(one - other) <= 1
        for name in shipped
        for one, other in zip(trained[name], shipped[name], strict=True)
    )
