"""Completion of keys: what is typed, what fits, and in which order."""

from pathlib import Path

import pytest
from tabled import tabled

from citeloom.actions.keys.complete import MOST, candidates, typed_key_at
from citeloom.draft.document import Document
from cursors import at_cursor
from projects import sample

PROJECT = sample("complete_keys_project")


DANCES = sample("complete_keys_dances")


def completed(folder: Path, typed: str, project: str = PROJECT) -> tuple[str, list[str]] | None:
    """Complete where ``|`` stands in what is typed; return what is replaced, and the keys."""
    opened, source, offset = at_cursor(folder, project.replace("TYPED", typed))
    assert isinstance(source, Document)
    found = typed_key_at(source, offset)
    if found is None:
        return None
    assert found.text == source.text[found.span.start : offset]
    keys = [candidate.key for candidate in candidates(opened.project, source, found)]
    return found.span.of(source.text), keys


@tabled(least=11)
def test_candidates(tmp_path: Path, typed: str, replaced: str, keys: list[str]) -> None:
    assert completed(tmp_path, typed) == (replaced, keys)


@pytest.mark.parametrize(
    "typed", [r"\cite[p.|]{lee2019}", r"\cite{lee2019}|", "|", r"\emph{|}", r"\ref{|}", "bees|"]
)
def test_nothing_elsewhere(tmp_path: Path, typed: str) -> None:
    assert completed(tmp_path, typed) is None


@tabled(least=9)
def test_in_every_cite_command(tmp_path: Path, typed: str) -> None:
    found = completed(tmp_path, typed, DANCES)
    assert found is not None and "wu" in found[1]


@tabled(least=9)
def test_matched_on_key_title_authors_and_year_and_ranked(
    tmp_path: Path, typed: str, keys: list[str]
) -> None:
    found = completed(tmp_path, typed, DANCES)
    assert found is not None and found[1] == keys


@tabled(least=5)
def test_what_is_replaced_in_a_list_of_keys(tmp_path: Path, typed: str, replaced: str) -> None:
    assert completed(tmp_path, typed, DANCES) == (replaced, ["other"])


def test_never_more_than_a_hundred(tmp_path: Path) -> None:
    entries = "".join(f"@misc{{key{n:04}, title={{T}}}}\n" for n in range(500))
    opened, source, offset = at_cursor(
        tmp_path, f"%! main.tex\n\\cite{{key|}}\n%! refs.bib\n{entries}"
    )
    assert isinstance(source, Document)
    typed = typed_key_at(source, offset)
    assert typed is not None
    found = candidates(opened.project, source, typed)
    assert [one.key for one in found] == [f"key{n:04}" for n in range(MOST)]
