"""What of an entry no record of its paper confirms."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from tabled import tabled

from bench.papers.references import HALLMARK, as_of_a_service, paper_of
from citeloom.papers.differences import differences
from citeloom.papers.found import Found
from citeloom.papers.matching import judge
from citeloom.papers.paper import Author, Paper
from citeloom.papers.venues import same_venue

OTHER = [
    ("ICML", "International Conference on Learning Representations"),
    ("Science", "PLOS Biology"),
    ("International Conference on Trees", "International Conference on Speech"),
    ("NeurIPS", "Proceedings of the AAAI Conference on Artificial Intelligence"),
]


@tabled(least=9)
def test_names_of_one_venue(one: str, other: str) -> None:
    assert same_venue(one, other) and same_venue(other, one)


@pytest.mark.parametrize(("one", "other"), OTHER)
def test_names_of_different_venues(one: str, other: str) -> None:
    assert not same_venue(one, other) and not same_venue(other, one)


def people(names: str) -> tuple[Author, ...]:
    return tuple(Author(*name.split("/")) for name in names.split())


ENTRY = Paper(
    "x",
    ("k",),
    "A Study of Deep Sleep",
    people("Ash/Ann Birch/Bob"),
    2020,
    "ICML",
    "inproceedings",
    "10.1/a",
)
RECORD = replace(ENTRY, venue="International Conference on Machine Learning", keys=())
PREPRINT = replace(RECORD, venue="arXiv.org", doi="10.48550/arXiv.1905.1", arxiv_id="1905.1")

GRAVITY = "The gravity of a black hole is what we ask for in this talk on the waves of a star."
SLEEP = "We look at how mice lie down in the dark and rest, and at what they do when they awake."
SCHLAF = "Wir betrachten, wie Mäuse im Dunkeln ruhen und was sie tun, sobald sie wieder wach sind."

CASES: dict[str, tuple[dict[str, object], Sequence[Paper], Sequence[str]]] = {
    "alike": ({}, [RECORD], []),
    "a word misspelt": ({"title": "A Study of Deep Sheep"}, [RECORD], ["title"]),
    "another paper's abstract": (
        {"abstract": GRAVITY},
        [replace(RECORD, abstract=SLEEP)],
        ["abstract"],
    ),
    "an abstract in other words": (
        {"abstract": f"{GRAVITY} So is sleep."},
        [replace(RECORD, abstract=SLEEP)],
        [],
    ),
    "a translated abstract": ({"abstract": GRAVITY}, [replace(RECORD, abstract=SCHLAF)], []),
    "without its subtitle": ({}, [replace(RECORD, title=f"{RECORD.title}: In Mice")], []),
    "an author is missing": ({"authors": people("Ash/Ann")}, [RECORD], ["authors"]),
    "and others": ({"authors": people("Ash/Ann others")}, [RECORD], []),
    "initials": ({"authors": people("Ash/A. Birch/B.")}, [RECORD], []),
    "swapped": ({"authors": people("Birch/Bob Ash/Ann")}, [RECORD], ["authors"]),
    "others": ({"authors": people("Oak/Olga Elm/Eve")}, [RECORD], ["authors"]),
    "one year apart": ({"year": 2021}, [RECORD], []),
    "one apart from two": ({"year": 2021}, [RECORD, replace(RECORD)], ["year"]),
    "the year of a second record": ({"year": 2022}, [RECORD, replace(RECORD, year=2022)], []),
    "far in the future": ({"year": 2035}, [RECORD], ["year"]),
    "another conference": ({"venue": "CVPR"}, [RECORD], ["venue"]),
    "a publisher": ({"type": "book", "venue": "Elsevier"}, [RECORD], []),
    "a preprint as published": ({"doi": ""}, [PREPRINT], ["venue"]),
    "published meanwhile": ({"doi": ""}, [PREPRINT, RECORD], []),
    "a preprint of the year before": (
        {"venue": "arXiv", "year": 2018, "doi": "", "sources": {"venue": "bib"}},
        [RECORD],
        [],
    ),
    "the year of a preprint's last version": (
        {"venue": "arXiv", "year": 2022, "doi": "", "sources": {"venue": "bib"}},
        [PREPRINT],
        [],
    ),
    "published, beside bioRxiv": (
        {"doi": ""},
        [replace(RECORD, venue="", doi="10.1101/002832")],
        ["venue"],
    ),
    "published under a DOI that nobody was asked for": ({}, [PREPRINT], []),
    "an article before the title": ({"title": "The Study of Deep Sleep"}, [RECORD], []),
    "no article before the title": ({"title": "Study of Deep Sleep"}, [RECORD], []),
    "the DOI of its preprint": ({"doi": "10.1101/002832"}, [RECORD], []),
    "another DOI": ({"doi": "10.1/b"}, [RECORD], ["doi"]),
    "the preprint's own DOI": ({}, [RECORD, PREPRINT], []),
    "nothing known": ({}, [Paper("y", (), ENTRY.title)], []),
}


@pytest.mark.parametrize("case", CASES)
def test_fields(case: str) -> None:
    changes, records, expected = CASES[case]
    entry = replace(ENTRY, **changes)  # type: ignore[arg-type]
    told = differences(entry, [Found(record) for record in records])
    assert [it.field for it in told] == expected


def test_values_are_told() -> None:
    many = tuple(Author(family, "A.") for family in ("Ash", "Birch", "Cedar", "Elm", "Fir"))
    record = replace(RECORD, authors=many, sources={"authors": "crossref"})
    (told,) = differences(ENTRY, [Found(record)])
    assert (told.own, told.record, told.source) == (
        "Ann Ash, Bob Birch",
        "A. Ash, A. Birch, A. Cedar and 2 more",
        "crossref",
    )


NAMED = {
    "merged_citation": "authors",
    "future_date": "year",
    "wrong_venue": "venue",
    "partial_author_list": "authors",
    "swapped_authors": "authors",
    "placeholder_authors": "authors",
    "preprint_as_published": "venue",
    "nonexistent_venue": "venue",
}


@pytest.mark.skipif(not HALLMARK.exists(), reason="the shared data are not there")
def test_real_and_made_up_references() -> None:
    """Of 513 real ones at most 3 % differ; of each kind of made-up one .85 are told why.

    The records are the real entries, as a service has them: initials, full names of conferences.
    """
    entries = [json.loads(line) for line in HALLMARK.read_text("utf-8").splitlines()]
    held = [as_of_a_service(paper_of(it), number) for number, it in enumerate(entries) if real(it)]
    by_title = {words(paper): paper for paper in held}
    real_ones = [paper_of(it) for it in entries if real(it)]
    flagged = [paper for paper in real_ones if differences(paper, [Found(by_title[words(paper)])])]
    assert len(flagged) <= 0.03 * len(real_ones)
    told, asked = Counter[str](), Counter[str]()
    for it in entries:
        kind, paper = it.get("hallucination_type"), paper_of(it)
        if kind in NAMED and (record := by_title.get(words(paper))):
            verdict = judge(paper, [record])
            likeliest = verdict.match or next(iter(verdict.candidates), None)
            asked[kind] += 1
            if likeliest is not None:
                fields = [told.field for told in differences(paper, [Found(likeliest)])]
                told[kind] += NAMED[kind] in fields
    assert asked.keys() == NAMED.keys()
    assert {
        kind: told[kind] / asked[kind] for kind in asked if told[kind] < 0.85 * asked[kind]
    } == {}


def real(it: dict[str, object]) -> bool:
    return it["label"] == "VALID"


def words(paper: Paper) -> str:
    return " ".join(paper.title.casefold().split())
