"""What ``citeloom doctor`` says of the embedder."""

import os
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from endpoint_server import running

Run = Callable[..., tuple[int, str, str]]


def said(run: Run, settings: str = "") -> str:
    Path(os.environ["CITELOOM_CONFIG"]).write_text(settings, encoding="utf-8")
    lines = run("doctor")[1].splitlines()
    return next(line for line in lines if line[4:].startswith("embeddings"))


def test_without_one_a_corpus_is_searched_by_words(run: Run) -> None:
    assert said(run) == "ok  embeddings: none configured; a corpus is searched by words only"


def test_an_endpoint_is_named_with_its_key_masked(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CITELOOM_EMBEDDINGS_KEY", "sk-a-very-secret-key-9876")
    assert said(run, '[embeddings]\nprovider = "openai"\nname = "text-embedding-3-small"') == (
        "ok  embeddings: text-embedding-3-small at api.openai.com, "
        "key …9876 from the environment (CITELOOM_EMBEDDINGS_KEY)"
    )


def test_a_local_endpoint_that_lacks_the_model_is_told_of(run: Run) -> None:
    with running() as server:
        settings = f'[embeddings]\nprovider = "custom"\naddress = "{server.address}"\n'
        assert "does not offer 'other', only: stand-in" in said(run, f'{settings}name = "other"')
        assert said(run, f'{settings}name = "stand-in"').startswith("ok ")


def test_wrong_settings_are_told_of(run: Run) -> None:
    assert said(run, '[embeddings]\nprovider = "nobody"').startswith("NO  embeddings: ")


@pytest.mark.skipif(find_spec("sentence_transformers") is not None, reason="it is installed")
def test_a_missing_library_names_the_command_that_installs_it(run: Run) -> None:
    line = said(run, '[embeddings]\nprovider = "sentence-transformers"\nname = "a-model"')
    assert line.startswith("NO  embeddings: ")
    assert f"{sys.executable} -m pip install" in line
    assert '"citeloom[embeddings]"' in line
