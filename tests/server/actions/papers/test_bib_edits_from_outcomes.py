"""Edits of a .bib from what was found, for entries as people have them."""

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from citeloom.actions.papers.entries.bib_edits import (
    choice_edits,
    difference_edits,
    doi_edit,
    publication_edit,
)
from citeloom.draft.document import Bibliography
from citeloom.papers.found import Found
from citeloom.papers.from_bib import papers_of
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Author, Paper, known_fields
from citeloom.papers.store.trust import fill_gaps
from citeloom_latex.bib.resolve import ResolvedEntry, resolve
from citeloom_latex.bib.scan import scan_bib
from citeloom_latex.lined import LinedText
from services.sample import SAMPLE

GARDEN = SAMPLE[0]
AROUND = "% before\r\n@misc{other, title = {Other}}\r\n\r\n", "\r\n\r\n@comment{after}\r\n"


def read(entry: str) -> tuple[Bibliography, ResolvedEntry]:
    text = entry.replace("\n", "\r\n").join(AROUND)
    facts = scan_bib(text)
    return Bibliography(Path("refs.bib"), LinedText(text), "utf-8", facts), resolve(
        [(text, facts)]
    )[1]


def found(entry: ResolvedEntry, paper: Paper) -> Outcome:
    (own,) = papers_of([entry])
    said = replace(paper, sources=MappingProxyType(dict.fromkeys(known_fields(paper), "crossref")))
    return Outcome(fill_gaps(own, said), Status.MATCHED, "title", (Found(said),))


def changed(bib: Bibliography, edit: object) -> str:
    """Return the entry after an edit; all around it is as it was."""
    after: str = edit.edit.applied_to(bib.text)  # type: ignore[attr-defined]
    head, tail = AROUND
    assert after.startswith(head) and after.endswith(tail)
    return after[len(head) : -len(tail)].replace("\r\n", "\n")


@pytest.mark.parametrize(
    ("paper", "before", "after", "said"),
    [
        (
            GARDEN,
            "@misc{g,\n  title = {Attention},\n  eprint = {1905.01234},\n  year = {2019}\n}",
            "@article{g,\n  title = {Attention},\n  eprint = {1905.01234},\n  year = {2019},\n"
            "  doi = {10.1000/garden.1},\n  journal = {Journal of Gardens}\n}",
            "(@article instead of @misc; doi = 10.1000/garden.1, journal = Journal of Gardens)",
        ),
        (
            replace(GARDEN, type="inproceedings", venue="Proceedings of A & B", year=2020),
            "@article{g,\n  title = {Attention},\n  journal = {CoRR},\n"
            "  volume = {abs/1905.01234},\n  year = {2019}\n}",
            "@inproceedings{g,\n  title = {Attention},\n  year = {2020},\n"
            "  doi = {10.1000/garden.1},\n  booktitle = {Proceedings of A \\& B},\n"
            "  eprint = {1905.01234},\n  archiveprefix = {arXiv}\n}",
            "without journal = CoRR, without volume = abs/1905.01234",
        ),
    ],
)
def test_a_preprint_as_people_have_it(paper: Paper, before: str, after: str, said: str) -> None:
    bib, entry = read(before)
    outcome = found(entry, paper)
    made = publication_edit(bib, entry, outcome)
    assert made is not None and said in made.title
    assert changed(bib, made) == after
    assert doi_edit(bib, entry, outcome) is None


@pytest.mark.parametrize("name", ["doi", "url", "file"])
def test_what_is_too_long_to_be_read_is_not_replaced(name: str) -> None:
    bib, entry = read(f"@misc{{g, title = {{Attention}}, {name} = {{{'x' * 30_000}}}}}")
    assert doi_edit(bib, entry, found(entry, GARDEN)) is None


@pytest.mark.parametrize("venue", ["", "arXiv.org", "CoRR"])
def test_no_published_version_where_nobody_says_where(venue: str) -> None:
    bib, entry = read("@misc{g, title = {Attention}, eprint = {1905.01234}}")
    outcome = found(entry, replace(GARDEN, venue=venue))
    assert publication_edit(bib, entry, outcome) is None
    made = doi_edit(bib, entry, outcome)
    assert made is not None and "doi = {10.1000/garden.1}" in changed(bib, made)


@pytest.mark.parametrize(
    "written",
    ["@article{g, title = {Attention}, doi = {10.1/own}}", "@article{g, title = {Attention}, doi"],
)
def test_an_entry_with_a_doi_or_too_broken_is_left_alone(written: str) -> None:
    bib, entry = read(written)
    assert doi_edit(bib, entry, found(entry, GARDEN)) is None


def test_choices_say_what_they_replace_and_need_an_identifier() -> None:
    bib, entry = read("@article{g, title = {Attention}, doi = {10.1/wrong}}")
    (own,) = papers_of([entry])
    nameless = Paper("x", title="Attention")
    outcome = Outcome(own, Status.AMBIGUOUS, candidates=(GARDEN, SAMPLE[2], nameless))
    first, second = choice_edits(bib, entry, outcome)
    assert first.title.endswith("(doi = 10.1000/garden.1 instead of 10.1/wrong)")
    assert changed(bib, first) == "@article{g, title = {Attention}, doi = {10.1000/garden.1}}"
    assert changed(bib, second) == (
        "@article{g, title = {Attention}, doi = {10.1/wrong}, eprint = {2101.00042}, "
        "archiveprefix = {arXiv}}"
    )


def test_each_difference_can_be_taken_from_its_record_alone() -> None:
    given = GARDEN.authors[0]
    name = f"{given.family}, {given.given}"
    bib, entry = read(
        f"@article{{g,\n  title = {{{GARDEN.title}}},\n  author = {{{name}}},\n"
        "  journal = {Journal of Gardens},\n  date = 1999\n}"
    )
    record = replace(GARDEN, authors=(given, Author("Ash & Elm", "")), year=2019)
    outcome = found(entry, record)
    (own,) = papers_of([entry])
    people, year = difference_edits(bib, entry, own, outcome)
    assert r"and {Ash \& Elm}}" in changed(bib, people) and "1999" in changed(bib, people)
    assert "date = 2019\n" in changed(bib, year) or "date = {2019}\n" in changed(bib, year)
    assert year.title == "Take from Crossref: date = 2019 instead of 1999"
    agreed = replace(own, authors=record.authors, year=2019)
    assert not list(difference_edits(bib, entry, agreed, outcome))
