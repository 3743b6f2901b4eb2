"""Data sets in the forms in which others publish them; all texts here are made up.

Sources of the forms: Multi-XScience, github.com/yaolu/Multi-XScience (README, "Dataset Format")
and the loader of huggingface/datasets (`multi_x_science_sum`); TAD and TAS2,
github.com/iriscxy/Target-aware-RWG (`src/prepro/tad`, which reads them); OARelatedWork,
github.com/KNOT-FIT-BUT/OAPapers (README, "Fields"; `oapapers/hierarchy.py`) and the fixtures of
github.com/KNOT-FIT-BUT/OAPapersLoader.
"""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from citeloom.methods.result import CitationMark
from citeloom.methods.task import DraftSection
from citeloom.papers.paper import Author
from citeloom.problem import InputError
from citeloom_lab.evaluation.reading import read_data_set

TREES = "Trees are parsed in linear time, with their roots and leaves."

XSCIENCE: dict[str, Any] = {
    "aid": "math0001",
    "mid": "17",
    "abstract": "We parse.",
    "related_work": "Trees help @cite_3 , and so do graphs @cite_14 .",
    "ref_abstract": {
        "@cite_3": {"mid": "1", "abstract": TREES},
        "@cite_14": {"mid": "2", "abstract": ""},
    },
}
TARGET_AWARE: dict[str, Any] = {
    "abstract": ["We parse .", "It is quick ."],
    "relatedwork": ["Others parse trees .", "Few parse graphs ."],
    "refs": [
        {
            "abstract": [
                "Trees are parsed in linear time , with their roots and leaves .",
                "All of them .",
            ]
        },
        {},
        {"abstract": ["Graphs are parsed in quadratic time , with all of their edges ."]},
    ],
}


def _text(words: str, *spans: tuple[int | None, int, int]) -> dict[str, Any]:
    citations = [{"index": index, "start": start, "end": end} for index, start, end in spans]
    content = {"text": words, "citations": citations, "references": []}
    return {"headline": None, "content": content}


def _section(heading: str | None, *sentences: dict[str, Any]) -> dict[str, Any]:
    return {"headline": heading, "content": [{"headline": None, "content": list(sentences)}]}


OA_PAPER: dict[str, Any] = {
    "id": 11,
    "title": "A parser",
    "authors": ["Ada Smith"],
    "year": 2020,
    "citations": [31, 32],
    "hierarchy": {
        "headline": "A parser",
        "content": [
            _section("Abstract", _text("We parse."), _text("It is quick.")),
            _section("Introduction", _text("Parsing is old.")),
        ],
    },
    "related_work": _section(
        "Related Work",
        _text("Trees help [3].", (1, 11, 14)),
        _text("So do graphs [4] and luck [5].", (2, 13, 16), (None, 26, 29)),
    ),
    "bibliography": [
        {"id": None, "title": "A lost one"},
        {"id": 31, "title": "Trees"},
        {"id": 32, "title": "Graphs"},
    ],
}
OA_CITED: dict[str, Any] = {
    "id": 31,
    "title": "Trees",
    "authors": ["Bo Lee"],
    "year": 2011,
    "hierarchy": {
        "headline": "Trees",
        "content": [
            _section("Abstract", _text(TREES)),
            _section("Method", _text("We cut them.")),
        ],
    },
}


def _lines(path: Path, *values: object) -> Path:
    path.write_text("".join(f"{json.dumps(value)}\n" for value in values), encoding="utf-8")
    return path


def test_multi_xscience_as_its_authors_publish_it(tmp_path: Path) -> None:
    path = tmp_path / "test.json.gz"
    second = {**XSCIENCE, "related_work": "Nobody parses graphs @cite_3 ."}
    path.write_bytes(gzip.compress(json.dumps([XSCIENCE, second], indent=1).encode()))
    first, other = read_data_set(path).examples
    assert (first.paper, other.paper) == ("math0001", "math0001")
    assert first.id != other.id
    assert [paper.abstract for paper in first.references] == [TREES, ""]
    marks = [part for part in first.gold if isinstance(part, CitationMark)]
    assert marks == [CitationMark(("ref:cite_3",)), CitationMark(("ref:cite_14",))]


def test_multi_xscience_as_a_loader_writes_its_lines(tmp_path: Path) -> None:
    columns = {
        "cite_N": ["@cite_3", "@cite_14"],
        "mid": ["1", "2"],
        "abstract": [TREES, ""],
    }
    line = {**XSCIENCE, "ref_abstract": columns}
    (found,) = read_data_set(_lines(tmp_path / "a.jsonl", line)).examples
    (same,) = read_data_set(_lines(tmp_path / "b.jsonl", XSCIENCE)).examples
    assert found == same


def test_texts_of_tad_and_tas2_are_lists_of_sentences(tmp_path: Path) -> None:
    (found,) = read_data_set(_lines(tmp_path / "train.json", TARGET_AWARE)).examples
    assert found.draft.abstract == "We parse . It is quick ."
    assert [paper.abstract for paper in found.references] == [
        "Trees are parsed in linear time , with their roots and leaves . All of them .",
        "Graphs are parsed in quadratic time , with all of their edges .",
    ]
    assert found.gold == ("Others parse trees . Few parse graphs .",)


def test_oa_related_work_has_its_references_in_a_file_beside_it(tmp_path: Path) -> None:
    _lines(tmp_path / "references.jsonl", OA_CITED)
    (found,) = read_data_set(_lines(tmp_path / "test.jsonl", OA_PAPER)).examples
    assert found.draft.abstract == "We parse. It is quick."
    assert found.draft.sections == (DraftSection("Introduction", "Parsing is old."),)
    (paper,) = found.references
    assert (paper.title, paper.authors, paper.year) == ("Trees", (Author("Lee", "Bo"),), 2011)
    assert paper.abstract == TREES
    assert [section.heading for section in found.texts[paper.id].sections] == ["Method"]
    assert found.gold == ("Trees help", CitationMark(("ref:31",)), ". So do graphs  and luck .")


def test_without_the_file_of_references_it_says_which(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no file of the papers that it cites") as caught:
        read_data_set(_lines(tmp_path / "test.jsonl", OA_PAPER))
    assert "references.jsonl" in str(caught.value)


@pytest.mark.parametrize("text", ["[1, 2]", "[{", '[{"id": 1'], ids=["numbers", "cut off", "half"])
def test_a_list_of_something_else_is_named(text: str, tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="no list of JSON objects"):
        read_data_set(path)


def test_an_object_of_a_wrong_kind_inside_a_known_form(tmp_path: Path) -> None:
    _lines(tmp_path / "references.jsonl", OA_CITED)
    wrong = [
        {**XSCIENCE, "ref_abstract": 3},
        {**TARGET_AWARE, "refs": [3]},
        {**TARGET_AWARE, "refs": 3},
        {**OA_PAPER, "hierarchy": 3},
        {**OA_PAPER, "bibliography": [3]},
        {**OA_PAPER, "related_work": {"content": {"text": "a", "citations": [{"start": "x"}]}}},
    ]
    for at, line in enumerate(wrong):
        with pytest.raises(InputError):
            read_data_set(_lines(tmp_path / f"wrong{at}.jsonl", line))
