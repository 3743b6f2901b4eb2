"""Agreements on what a project may send to whom."""

from pathlib import Path

from citeloom.actions.user.sending_agreement import Receiver, has_agreed, keep_agreement

MODEL = Receiver("models.example", "large")
EMBEDDER = Receiver("vectors.example", "small", "embeddings")


def test_a_language_model_and_an_embedder_are_agreed_to_apart(tmp_path: Path) -> None:
    root = tmp_path / "paper"
    keep_agreement(tmp_path, root, MODEL, ["text"])
    assert not has_agreed(tmp_path, root, EMBEDDER)
    assert not has_agreed(tmp_path, root, Receiver("models.example", "large", "embeddings"))
    keep_agreement(tmp_path, root, EMBEDDER)
    assert has_agreed(tmp_path, root, MODEL, ["text"])
    assert has_agreed(tmp_path, root, EMBEDDER)


def test_another_project_and_more_of_the_draft_are_asked_for_by_themselves(tmp_path: Path) -> None:
    root = tmp_path / "paper"
    keep_agreement(tmp_path, root, MODEL, ["title"])
    assert not has_agreed(tmp_path, root, MODEL, ["title", "paragraphs"])
    assert not has_agreed(tmp_path, tmp_path / "other", MODEL, ["title"])


def test_an_agreement_to_another_of_the_same_role_is_forgotten(tmp_path: Path) -> None:
    root = tmp_path / "paper"
    keep_agreement(tmp_path, root, MODEL)
    keep_agreement(tmp_path, root, EMBEDDER)
    assert not has_agreed(tmp_path, root, Receiver("vectors.example", "larger", "embeddings"))
    assert not has_agreed(tmp_path, root, EMBEDDER)
    assert has_agreed(tmp_path, root, MODEL)
