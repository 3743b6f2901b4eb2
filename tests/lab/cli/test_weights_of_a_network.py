"""`--set weights=FILE`: the trained network finds the topics; a bad file is named."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from citeloom_lab.training.network.weights import weights_as_bytes
from endpoint_server import running
from model_project import PROJECT, configure
from projects import make_project
from small_networks import drawn_weights, small_shape

Run = Callable[..., tuple[int, str, str]]


def write(run: Run, tmp_path: Path, *given: str) -> tuple[int, str, str]:
    with running() as server:
        configure(server)
        settings = [part for value in given for part in ("--set", value)]
        main = make_project(tmp_path, PROJECT)
        return run("write", main, "--method", "hireview-by-paper", "--json", "--trace", *settings)


def test_the_network_of_a_file_finds_the_topics(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "topics.npz"
    file.write_bytes(weights_as_bytes(drawn_weights(small_shape(features=64))))
    code, out, err = write(run, tmp_path, f"weights={file}")
    assert code == 0, err
    assert '"probabilities": "trained network (width 8)"' in json.dumps(json.loads(out))
    _, without, _ = write(run, tmp_path)
    assert '"probabilities": "texts and citations"' in json.dumps(json.loads(without))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "the file of weights does not exist"),
        (b"text", "is not a file of weights"),
        (
            weights_as_bytes(drawn_weights(small_shape().model_copy(update={"embedder": "x"}))),
            "was trained on 'x' of width 6, which is not the 'hashed-words-1' of width 6",
        ),
    ],
    ids=["none", "text", "another embedder"],
)
def test_a_bad_file_is_named(run: Run, tmp_path: Path, content: bytes | None, message: str) -> None:
    file = tmp_path / "topics.npz"
    if content is not None:
        file.write_bytes(content)
    code, _, err = write(run, tmp_path, f"weights={file}")
    assert code == 2
    assert f"{file}: error: {message}" in err
