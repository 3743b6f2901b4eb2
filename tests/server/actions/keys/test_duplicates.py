"""Entries with the key of another one, and the text without them."""

from pathlib import Path

import pytest

from citeloom.actions.keys.duplicates import duplicate_at
from cursors import at_cursor
from projects import sample

TWICE = sample("duplicates")


@pytest.mark.parametrize(
    ("place", "key", "other", "same", "counts", "left"),
    [
        ("Sec|ond", "a", 1, False, False, "@misc{a, title = {Second}}\n\n"),
        ("@misc{a|, title = {First}}", "a", 7, False, True, "@misc{a, title = {First}}\n\n"),
        ("@misc{b,\n  title|", "b", 3, True, False, '\n\n@misc{b,\n  title = "B"}'),
    ],
)
def test_a_duplicate_is_taken_out(
    tmp_path: Path, place: str, key: str, other: int, same: bool, counts: bool, left: str
) -> None:
    fixture = TWICE.replace(place.replace("|", ""), place)
    opened, source, offset = at_cursor(tmp_path, fixture)
    found = duplicate_at(opened.project, source, offset)
    assert found is not None
    assert (found.key, found.other.line, found.same, found.counts) == (key, other, same, counts)
    assert found.removal.applied_to(source.text) == source.text.replace(left, "")


@pytest.mark.parametrize(("old", "new"), [("@misc{c", "@mi|sc{c"), (r"\cite{a", r"\cite{|a")])
def test_what_is_there_once_or_cited_is_no_duplicate(tmp_path: Path, old: str, new: str) -> None:
    opened, source, offset = at_cursor(tmp_path, TWICE.replace(old, new))
    assert duplicate_at(opened.project, source, offset) is None
