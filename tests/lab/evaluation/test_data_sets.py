"""Data sets of related-work texts: both forms, and lines that are of neither."""

import json
from pathlib import Path
from typing import Any

import pytest

from citeloom.methods.result import CitationMark
from citeloom.methods.task import DraftSection
from citeloom.papers.paper import Author
from citeloom.problem import InputError
from citeloom_lab.evaluation.example import Example
from citeloom_lab.evaluation.reading import read_data_set
from projects import SHARED

OWN: dict[str, Any] = {
    "id": "a",
    "title": "Our paper",
    "abstract": "We parse.",
    "sections": [{"heading": "Introduction", "text": "Parsing is old."}],
    "references": [
        {
            "id": "smith",
            "title": "Parsers",
            "authors": ["Ada Smith"],
            "year": 2001,
            "abstract": "A.",
        },
        {"id": "lee", "title": "Trees", "sections": [{"heading": "Idea", "text": "One.\n\nTwo."}]},
    ],
    "text": "Others parse [@smith; @lee]. Trees help [@lee].",
}
NUMBERED: dict[str, Any] = {
    "id": "b",
    "title": "Our paper",
    "abstract": "We parse.",
    "introduction": "Parsing is old.",
    "related_work": "@cite_1 parse. So do @cite_2 and @cite_9.",
    "ref_abstract": {
        "@cite_1": {
            "title": "Parsers",
            "abstract": "A.",
            "year": "2001",
            "authors": "['Ada Smith']",
        },
        "@cite_2": {"title": "", "abstract": "", "year": ""},
    },
}


def _file(folder: Path, *lines: object) -> Path:
    path = folder / "some.jsonl"
    texts = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    path.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return path


def _only(folder: Path, line: object) -> Example:
    (example,) = read_data_set(_file(folder, line)).examples
    return example


def test_our_own_form(tmp_path: Path) -> None:
    example = _only(tmp_path, OWN)
    smith, lee = example.references
    assert (smith.title, smith.authors, smith.year) == ("Parsers", (Author("Smith", "Ada"),), 2001)
    assert example.draft.sections == (DraftSection("Introduction", "Parsing is old."),)
    assert example.gold == (
        "Others parse",
        CitationMark((smith.id, lee.id)),
        ". Trees help",
        CitationMark((lee.id,)),
        ".",
    )
    text = example.of(lee)
    assert text is not None
    assert [part.text for part in text.sections[0].paragraphs] == ["One.", "Two."]
    assert example.of(smith) is None


def test_form_of_numbered_marks(tmp_path: Path) -> None:
    example = _only(tmp_path, NUMBERED)
    first, second = example.references
    assert (first.authors, first.year, second.year) == ((Author("Smith", "Ada"),), 2001, None)
    assert [part.papers for part in example.gold if isinstance(part, CitationMark)] == [
        (first.id,),
        (second.id,),
        (),
    ]


def test_a_task_holds_nothing_of_the_text_that_its_authors_wrote(tmp_path: Path) -> None:
    example = _only(tmp_path, OWN | {"text": "Sesquipedalian [@lee]."})
    task = example.task(words=90, seed=4)
    assert (task.words, task.seed, task.references) == (90, 4, example.references)
    assert task.surroundings.headings == {"ref:lee": ("Idea",)}
    assert "Sesquipedalian" not in repr(task)


def test_examples_of_one_citing_paper_are_told(tmp_path: Path) -> None:
    named = (OWN | {"id": str(number), "paper": "p"} for number in range(2))
    known = (NUMBERED | {"id": f"n{number}"} for number in range(3))
    found = read_data_set(_file(tmp_path, *named, "", *known))
    assert (found.name, len(found.examples), found.papers) == ("some", 5, 2)


def test_a_digest_changes_with_all_that_is_read(tmp_path: Path) -> None:
    changed = [
        OWN,
        OWN | {"text": "Others parse [@smith]."},
        OWN | {"abstract": "We cook."},
        OWN | {"references": [OWN["references"][0], OWN["references"][1] | {"sections": []}]},
        OWN | {"references": [OWN["references"][0] | {"year": 1999}, OWN["references"][1]]},
    ]
    assert len({_only(tmp_path, line).digest for line in changed}) == len(changed)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "Invalid JSON"),
        ("[]", "should be an object"),
        (OWN | {"text": ""}, "text: "),
        (OWN | {"references": []}, "references: "),
        (OWN | {"references": OWN["references"] * 2}, "'smith' stands there twice"),
        (OWN | {"text": "Others [@kim]."}, "cites 'kim'"),
        (OWN | {"abstract": ["We"]}, "abstract: "),
        (NUMBERED | {"ref_abstract": {}}, "ref_abstract: "),
        (NUMBERED | {"ref_abstract": {"@cite_1": "A."}}, "ref_abstract.@cite_1: "),
        ({"id": "a", "text": "Others."}, "references: "),
    ],
    ids=[
        "no JSON", "no object", "no text", "no references", "one reference twice",
        "unknown key", "a list for a text", "no numbered references", "a text for a reference",
        "no list of references",
    ],
)  # fmt: skip
def test_a_bad_line_is_named_with_what_is_wrong(line: object, said: str, tmp_path: Path) -> None:
    path = _file(tmp_path, OWN | {"id": "first"}, line)
    with pytest.raises(InputError) as raised:
        read_data_set(path)
    assert str(raised.value).startswith(f"{path}:2: error: ")
    assert said in str(raised.value)


def test_two_examples_of_one_id_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="'a' stands there twice"):
        read_data_set(_file(tmp_path, OWN, OWN))


@pytest.mark.parametrize("text", ["", "\n\n"], ids=["empty", "blank lines"])
def test_a_file_without_examples_is_an_error(text: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no examples"):
        read_data_set(_file(tmp_path, text))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_data_set(tmp_path / "none.jsonl")


@pytest.mark.shared("rwg")
@pytest.mark.parametrize(
    ("name", "examples", "papers", "references"),
    [
        ("multi_xscience_sample50", 50, 21, 242),
        ("rwsg_ccby10", 10, 10, 134),
        ("tdms_rw_dev", 89, 66, 655),
    ],
)
def test_the_shared_sets_are_read_whole(
    name: str, examples: int, papers: int, references: int
) -> None:
    found = read_data_set(SHARED / "rwg" / f"{name}.jsonl")
    counted = sum(len(example.references) for example in found.examples)
    assert (len(found.examples), found.papers, counted) == (examples, papers, references)
    if name == "rwsg_ccby10":
        people = [author.family for author in found.examples[0].references[1].authors]
        assert people == ["Zhang", "Utiyama", "Sumita", "Neubig", "Nakamura"]
        assert [section.heading for section in found.examples[0].draft.sections] == ["Introduction"]
