"""Embedders on this machine: WordLlama without a network, Sentence Transformers by a stand-in."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from citeloom.extras import MissingExtraError
from citeloom.models.embedders.port import Vectors
from citeloom.models.embedders.with_sentence_transformers import SentenceTransformersEmbedder
from citeloom.models.embedders.with_wordllama import WordLlamaEmbedder
from citeloom.problem import InputError

needs_wordllama = pytest.mark.skipif(
    find_spec("wordllama") is None,
    reason="wordllama is not installed (pip install 'citeloom[wordllama]')",
)
TEXTS = ("dependency parsing of sentences", "syntactic parsing", "quantum chromodynamics")

OFFLINE = """
import asyncio, logging, socket
def refuse(*_, **__): raise OSError("the network was asked")
socket.socket.connect = socket.getaddrinfo = refuse
from citeloom.models.embedders.with_wordllama import WordLlamaEmbedder
rows = asyncio.run(WordLlamaEmbedder().embed(["dependency parsing"]))
root = logging.getLogger()
print(rows.shape, root.handlers, root.level == logging.WARNING)
"""


def embedded(texts: Sequence[str] = TEXTS) -> Vectors:
    return asyncio.run(WordLlamaEmbedder().embed(texts))


@needs_wordllama
def test_wordllama_embeds_without_a_network_and_leaves_logging_alone(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", OFFLINE],
        capture_output=True,
        text=True,
        env={**os.environ, **home},
        check=False,
    )
    assert done.stdout.strip() == "(1, 256) [] True", done.stderr
    assert done.stderr == ""
    assert not list(tmp_path.iterdir())


@needs_wordllama
def test_wordllama_finds_texts_alike() -> None:
    rows = embedded()
    assert rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1.0)
    alike = rows @ rows.T
    assert alike[0, 1] > alike[0, 2] + 0.3


@needs_wordllama
def test_wordllama_gives_a_text_the_same_vector_whatever_is_embedded_with_it() -> None:
    texts = [" ".join(["word", *TEXTS][: number % 4 + 1]) * (number + 1) for number in range(150)]
    together = embedded(texts)
    for place in (0, 7, 149):
        assert embedded(texts[place : place + 1])[0] == pytest.approx(together[place], abs=1e-6)


@needs_wordllama
def test_wordllama_takes_texts_of_any_form() -> None:
    rows = embedded(["", "\x00", "解析", "\ud800", "parsing " * 30_000, "x" * 100_000, "…"])
    assert rows.shape == (7, 256)
    assert np.isfinite(rows).all()
    assert not rows[0].any()


@pytest.mark.parametrize(
    ("module", "embedder", "extra"),
    [
        ("wordllama", WordLlamaEmbedder(), "wordllama"),
        ("sentence_transformers", SentenceTransformersEmbedder("m", {}, 0, 8), "embeddings"),
    ],
    ids=["wordllama", "sentence-transformers"],
)
def test_a_missing_library_names_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, module: str, embedder: Any, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError, match=rf'-m pip install "citeloom\[{extra}\]"'):
        asyncio.run(embedder.embed(["parsing"]))


class StandIn:
    """Stands in for ``SentenceTransformer``, and takes down how it is made and asked."""

    made: tuple[Any, ...] = ()
    encoded: tuple[Any, ...] = ()
    width = 3

    def __init__(self, name: str, **options: Any) -> None:
        if name == "absent":
            raise OSError("absent is not a local folder\nand is not cached")
        StandIn.made = (name, options)

    def encode(self, texts: list[str], **options: Any) -> Vectors:
        StandIn.encoded = (texts, options)
        return np.full((len(texts), self.width), 2.0, np.float32)


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> type[StandIn]:
    library = ModuleType("sentence_transformers")
    library.SentenceTransformer = StandIn  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sentence_transformers", library)
    return StandIn


def test_sentence_transformers_load_what_is_here_and_download_nothing(
    stand_in: type[StandIn],
) -> None:
    embedder = SentenceTransformersEmbedder("a/model", {"query": "query: "}, 0, 16)
    rows = asyncio.run(embedder.embed(["parsing"], "query"))
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1.0)
    assert embedder.name == "sentence-transformers/a/model"
    assert stand_in.made == (
        "a/model",
        {"local_files_only": True, "trust_remote_code": False, "truncate_dim": None},
    )
    texts, options = stand_in.encoded
    assert texts == ["query: parsing"]
    assert options["batch_size"] == 16


def test_a_model_that_is_not_here_is_named_with_what_brings_it(stand_in: type[StandIn]) -> None:
    with pytest.raises(InputError, match="absent is not a local folder and is not") as found:
        asyncio.run(SentenceTransformersEmbedder("absent", {}, 0, 8).embed(["parsing"]))
    assert "'hf download absent'" in str(found.value)


def test_a_width_that_a_model_does_not_give_is_told_of(stand_in: type[StandIn]) -> None:
    with pytest.raises(InputError, match="vectors of 3 numbers, and 64 were asked for"):
        asyncio.run(SentenceTransformersEmbedder("a", {}, 64, 8).embed(["parsing"]))
    assert stand_in.made[1]["truncate_dim"] == 64
