"""Papers with their topics, read from lines of JSON; each fault is named with its line."""

import json
from pathlib import Path

import pytest

from citeloom.problem import InputError
from citeloom_lab.training.labelled_file import read_labelled_papers

LINE = {"id": "a", "title": "Parsing", "path": ["Language", "Syntax"], "cites": ["b", "b", "x"]}


def test_papers_topics_and_citations_are_read(tmp_path: Path) -> None:
    file = tmp_path / "papers.jsonl"
    other = {"id": 2, "terms": ["speech", "TCP/IP"], "path": ["Sound"], "more": 1, "cites": ["a"]}
    file.write_text(
        f"\ufeff{json.dumps(LINE)}\r\n\n{json.dumps({**LINE, 'id': 'b'})}\n{json.dumps(other)}",
        "utf-8",
    )
    papers = read_labelled_papers(file)
    assert [(paper.id, paper.title) for paper in papers.papers] == [
        ("a", "Parsing"),
        ("b", "Parsing"),
        ("2", "speech TCP/IP"),
    ]
    assert papers.paths["a"] == ("Language", "Syntax")
    assert papers.cites == {"a": ("b",), "b": ("b",), "2": ("a",)}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", ":2: error: "),
        ("[1]", ":2: error: "),
        (json.dumps({**LINE, "id": "a"}), ":2: error: the paper 'a' stands there twice"),
        (json.dumps({"id": "b", "title": "T"}), ":2: error: path: "),
        (json.dumps({**LINE, "id": "b", "path": []}), ":2: error: path: "),
        (json.dumps({**LINE, "id": "b", "path": [""]}), r":2: error: path\.0: "),
        (json.dumps({**LINE, "id": "b", "title": " "}), ":2: error: the paper 'b' has neither"),
        ("[" * 5000, ":2: error: "),
    ],
    ids=["json", "list", "twice", "no path", "empty path", "empty name", "no title", "deep"],
)
def test_a_wrong_line_is_named(line: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "papers.jsonl"
    file.write_text(f"{json.dumps(LINE)}\n{line}\n")
    with pytest.raises(InputError, match=message):
        read_labelled_papers(file)


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the file does not exist"):
        read_labelled_papers(tmp_path / "none.jsonl")
    with pytest.raises(InputError, match="cannot be read"):
        read_labelled_papers(tmp_path)
    (tmp_path / "latin.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="is no UTF-8"):
        read_labelled_papers(tmp_path / "latin.jsonl")
