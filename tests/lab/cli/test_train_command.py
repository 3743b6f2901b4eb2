"""`citeloom train taxonomy`: weights in a file, nothing overwritten, a clean end."""

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from citeloom_lab.training.network.weights import weights_of
from made_taxonomies import as_lines, made_taxonomy

Run = Callable[..., tuple[int, str, str]]

needs_torch = pytest.mark.skipif(
    find_spec("torch") is None, reason="the extra 'train' is not installed"
)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    file = tmp_path / "papers.jsonl"
    file.write_text(as_lines(made_taxonomy(papers=4)))
    return file


@needs_torch
def test_weights_are_written(run: Run, data: Path, tmp_path: Path) -> None:
    output = tmp_path / "topics.npz"
    code, out, err = run("train", "taxonomy", data, "--output", output, "--width=8", "--epochs=2")
    assert (code, out) == (0, "")
    assert f"written to {output}" in err
    weights = weights_of(output.read_bytes())
    assert weights.shape.width == 8
    assert weights.notes.startswith("48 papers of 12 topics; epoch ")


@needs_torch
def test_an_interrupted_training_keeps_its_best_weights(
    run: Run, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stage(self: object, name: str, done: int = 0, total: int = 0) -> None:
        if done == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr("citeloom.cli.console.ShownProgress.stage", stage)
    output = tmp_path / "topics.npz"
    code, _, err = run("train", "taxonomy", data, "--output", output, "--width=8")
    assert code == 130
    assert "interrupted; these are the best weights until then" in err
    assert weights_of(output.read_bytes()).shape.width == 8


def test_an_output_that_is_there_is_kept(run: Run, data: Path, tmp_path: Path) -> None:
    output = tmp_path / "topics.npz"
    output.write_text("mine")
    code, _, err = run("train", "taxonomy", data, "--output", output)
    assert code == 2
    assert "already exists (use --force to overwrite it)" in err
    assert output.read_text() == "mine"


def test_without_torch_it_says_what_to_install(
    run: Run, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("citeloom_lab.training.taxonomy.find_spec", lambda name: None)
    code, _, err = run("train", "taxonomy", data, "--output", tmp_path / "topics.npz")
    assert code == 2
    assert "training needs libraries that are not installed" in err
    assert '-m pip install "citeloom-lab[train]"' in err


@needs_torch
@pytest.mark.parametrize("width", [5, 4 * 2048 + 4], ids=["uneven", "large"])
def test_widths_that_cannot_be(run: Run, data: Path, tmp_path: Path, width: int) -> None:
    output = tmp_path / "topics.npz"
    code, _, err = run("train", "taxonomy", data, "--output", output, f"--width={width}")
    assert code == 2
    assert "width" in err
    assert not output.exists()


@needs_torch
def test_papers_that_cannot_be_learnt_from(run: Run, tmp_path: Path) -> None:
    data = tmp_path / "papers.jsonl"
    data.write_text(as_lines(made_taxonomy(fields=1, topics=3)))
    code, _, err = run("train", "taxonomy", data, "--output", tmp_path / "topics.npz")
    assert code == 2
    assert f"{data}: error: has 3 topics with two papers or more" in err
