"""The embedder on this machine, Sentence Transformers, by a stand-in."""

import asyncio
import sys
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from citeloom.extras import MissingExtraError
from citeloom.models.embedders.port import Vectors
from citeloom.models.embedders.setup import EmbedderSetup
from citeloom.models.embedders.with_sentence_transformers import SentenceTransformersEmbedder
from citeloom.models.keys import Key
from citeloom.problem import InputError
from citeloom.settings import EmbeddingSettings, ModelSettings


def embedder_of(name: str, **settings: Any) -> SentenceTransformersEmbedder:
    given = EmbeddingSettings(name=name, **settings)
    return SentenceTransformersEmbedder(
        EmbedderSetup("sentence-transformers", "", Key(), given, ModelSettings())
    )


def test_a_missing_library_names_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(MissingExtraError, match=r'-m pip install "citeloom\[embeddings\]"'):
        asyncio.run(embedder_of("m").embed(["parsing"]))


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
    embedder = embedder_of("a/model", query_prefix="query: ", batch=16)
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
        asyncio.run(embedder_of("absent").embed(["parsing"]))
    assert "'hf download absent'" in str(found.value)


def test_a_width_that_a_model_does_not_give_is_told_of(stand_in: type[StandIn]) -> None:
    with pytest.raises(InputError, match="vectors with 3 dimensions, and 64 were asked for"):
        asyncio.run(embedder_of("a", dimensions=64).embed(["parsing"]))
    assert stand_in.made[1]["truncate_dim"] == 64
