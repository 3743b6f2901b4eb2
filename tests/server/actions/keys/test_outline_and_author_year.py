"""Entries in a few words: authors and year, the outline of a .bib file, what a search finds."""

from pathlib import Path

import pytest
from tabled import tabled

from citeloom.actions.context import Context, Opened, open_project
from citeloom.actions.keys.author_year import author_year
from citeloom.actions.keys.outline import outline, search_entries
from citeloom.actions.keys.places import citations
from projects import make_project, sample

PROJECT = sample("outline_and_author_year")


@pytest.fixture
def opened(tmp_path: Path) -> Opened:
    return open_project(make_project(tmp_path, PROJECT), Context())


@tabled(least=5)
def test_who_wrote_a_paper_when_and_how_often_it_is_cited(
    opened: Opened, key: str, label: str, times: int
) -> None:
    entry = opened.project.entry(key)
    assert entry is not None and author_year(entry) == label
    assert len(citations(opened.project, key)) == times


def test_the_outline_of_a_bib_file(opened: Opened) -> None:
    (bib,) = opened.project.bibliographies
    assert [(entry.key, entry.title) for entry in outline(bib)] == [
        ("lee", "On Bees"),
        ("wu", ""),
        ("bare", "Bare"),
        ("many", ""),
        ("never", "Never cited, bees"),
    ]


@tabled(least=5)
def test_a_search_by_words(opened: Opened, query: str, keys: list[str]) -> None:
    hits = search_entries(opened.project, query, 100)
    assert [entry.key for entry in hits] == keys
    assert [entry.key for entry in search_entries(opened.project, query, 1)] == keys[:1]
    people = {entry.key: entry.people for entry in hits}
    assert people.get("lee", "Lee & van der Berg 2020") == "Lee & van der Berg 2020"
    for entry in hits:
        assert entry.key_span.of(entry.source.text) == entry.key
