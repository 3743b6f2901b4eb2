"""``citeloom corpus`` as its user types it."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from citeloom.actions.corpus.opening import CorpusFolder

pytest.importorskip("lancedb", reason="the extra 'corpus' is not installed")


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITELOOM_DATA", str(tmp_path / "data"))


Run = Callable[..., tuple[int, str, str]]


def dump(path: Path, *titles: str) -> Path:
    lines = [json.dumps({"id": title.lower(), "title": title}) for title in titles]
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_a_corpus_is_built_searched_updated_and_shown(tmp_path: Path, run: Run) -> None:
    code, out, _ = run("corpus", "build", dump(tmp_path / "a", "Parsing", "Tagging"))
    assert code == 0
    assert out.startswith("2 new, 0 changed, 0 unchanged, 0 deleted as withdrawn\n2 records in ")
    _, out, _ = run("corpus", "update", dump(tmp_path / "b", "Tagging", "Chunking"))
    assert out.startswith("1 new, 0 changed, 1 unchanged")
    _, out, _ = run("corpus", "search", "chunking words")
    assert out == "chunking: Chunking (nobody named)\n"
    _, out, _ = run("corpus", "show", "parsing")
    assert out.endswith("no abstract\n")
    _, out, _ = run("corpus", "show")
    assert out.startswith("3 records in ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("search", "x"), "there is no corpus"),
        (("show",), "there is no corpus"),
        (("update", "missing"), "there is no corpus"),
        (("build", "missing"), "cannot be read"),
        (("build", "/dev/zero"), "cannot be read (is a device, not a file)"),
    ],
    ids=["search", "show", "update", "no dump", "a device"],
)
def test_what_cannot_be_done_is_said(run: Run, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = run("corpus", *arguments)
    assert (code, out) == (2, "")
    assert said in err


def test_a_second_build_is_refused(tmp_path: Path, run: Run) -> None:
    run("corpus", "build", dump(tmp_path / "a", "Parsing"))
    code, _, err = run("corpus", "build", dump(tmp_path / "b", "Tagging"))
    assert code == 2
    assert "citeloom corpus update" in err


def test_bad_lines_are_named(tmp_path: Path, run: Run) -> None:
    path = dump(tmp_path / "a", "Parsing", *("" for _ in range(7)))
    code, _, err = run("corpus", "build", path)
    assert code == 0
    assert "line 2 holds no record: it has no title" in err
    assert "2 further lines hold no record" in err


def test_the_corpus_is_shown_among_the_data_and_cleared_only_by_its_name(
    tmp_path: Path, run: Run
) -> None:
    records = dump(tmp_path / "a", "Parsing")
    folder = tmp_path / "data" / "corpus"
    assert "a corpus to search" not in run("data", "show")[1]
    run("corpus", "build", records)
    assert f"{folder}: a corpus to search, 0.0 MB" in run("data", "show")[1]
    cleared = run("data", "clear")[1]
    assert f"stays: {folder}: a corpus to search, 0.0 MB (citeloom data clear --corpus)" in cleared
    assert run("corpus", "show")[0] == 0
    (folder / "update.json").write_text("{}", "utf-8")
    code, out, _ = run("data", "clear", "--corpus")
    assert (code, out) == (0, f"removed: {folder}: the corpus, 0.0 MB\n")
    assert [path.name for path in folder.iterdir()] == ["writing.sqlite"]
    assert "a corpus to search" not in run("data", "show")[1]
    assert "no corpus is there" in run("data", "clear", "--corpus")[1]
    assert "there is no corpus" in run("corpus", "show")[2]
    assert run("corpus", "build", records)[0] == 0


def test_a_corpus_is_not_cleared_while_another_program_writes_it(tmp_path: Path, run: Run) -> None:
    run("corpus", "build", dump(tmp_path / "a", "Parsing"))
    with CorpusFolder(tmp_path / "data" / "corpus").writing():
        code, out, err = run("data", "clear", "--corpus")
    assert (code, out) == (2, "")
    assert "another program is building or updating the corpus" in err
    assert run("corpus", "show", "parsing")[0] == 0
