"""What entries of .bib files get from what was found, and what stays as it is."""

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from citeloom.actions.context import Context, open_project, project_folder
from citeloom.actions.papers.entries.completing import CompletedEntries, complete_entries
from citeloom.actions.papers.entries.known_entries import KnownEntry
from citeloom.papers.found import Found
from citeloom.papers.from_bib import papers_of
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Author, Paper, known_fields
from citeloom.papers.store.trust import fill_gaps
from citeloom.problem import OutsideError
from citeloom.settings import UserSettings
from projects import make_project

LOOMS = Paper(
    "doi:10.1000/looms", title="Looms of the North", authors=(Author("Ek", "Ann"),), year=2020,
    venue="Journal of Looms", type="article", doi="10.1000/looms",
    abstract="We count the looms & weavers of the north.",
)  # fmt: skip
PREPRINT = replace(LOOMS, arxiv_id="2001.00001")
DRAFT = r"""
%! main.tex
\documentclass{article}\begin{document}\cite{a}\bibliography{refs}\end{document}
%! refs.bib
% kept
"""


def completed(
    folder: Path,
    bib: str,
    found: Mapping[str, Paper],
    *,
    publications: bool = False,
    chosen: Mapping[str, Paper] = MappingProxyType({}),
) -> tuple[CompletedEntries, str]:
    """Return what is completed, and the .bib file after it."""
    main = make_project(folder, DRAFT + bib)
    context = Context(user=UserSettings(data_folder=folder / "data"), folders=(folder,))
    project = open_project(main, context).project
    known = []
    for key in dict.fromkeys((*found, *chosen)):
        entry = project.entry(key)
        assert entry is not None
        (own,) = papers_of([entry])
        if key in chosen:
            outcome = Outcome(own, Status.AMBIGUOUS, candidates=(chosen[key],))
        else:
            fields = dict.fromkeys(known_fields(found[key]), "crossref")
            said = replace(found[key], sources=MappingProxyType(fields))
            outcome = Outcome(fill_gaps(own, said), Status.MATCHED, "title", (Found(said),))
        known.append(KnownEntry(key, outcome, outcome.paper, chosen.get(key)))
    made = complete_entries(
        known, project, project_folder(project, main, context), publications=publications
    )
    for change in made.changes:
        change.write()
    return made, (folder / "refs.bib").read_text("utf-8").removeprefix("% kept\n")


def test_an_entry_gets_what_it_lacks_as_the_file_writes_it(tmp_path: Path) -> None:
    bib = (
        "@article{a,\n  title = {Looms of the North},\n  author = {Ek, Ann},\n"
        "  year = 2020\n}\n\n@misc{b, title = {Other}}\n"
    )
    made, after = completed(tmp_path, bib, {"a": LOOMS})
    assert after == (
        "@article{a,\n  title = {Looms of the North},\n  author = {Ek, Ann},\n"
        "  year = 2020,\n  journal = {Journal of Looms},\n  doi = {10.1000/looms},\n"
        "  abstract = {We count the looms \\& weavers of the north.}\n}\n\n"
        "@misc{b, title = {Other}}\n"
    )
    assert made.fields == {"a": ("journal", "doi", "abstract")}


def test_what_an_entry_says_is_never_changed(tmp_path: Path) -> None:
    bib = (
        "@article{a, title = {Looms}, author = {E. and others}, date = {2019-03},\n"
        "  journaltitle = {J. Looms}, doi = {10.1/own}, abstract = {Own.}}\n"
    )
    made, after = completed(tmp_path, bib, {"a": PREPRINT})
    assert after == bib and not made.changes


def test_a_second_time_nothing_is_left_to_do(tmp_path: Path) -> None:
    bib = "@inproceedings{a, title = {Looms of the North}}\n"
    _, once = completed(tmp_path / "once", bib, {"a": LOOMS})
    made, twice = completed(tmp_path / "twice", once, {"a": LOOMS})
    assert "doi" in once and "journal" not in once
    assert twice == once and not made.changes


def test_a_preprint_stays_one_unless_publications_are_asked_for(tmp_path: Path) -> None:
    bib = "@misc{a,\n  title = {Looms of the North},\n  eprint = {2001.00001}\n}\n"
    _, kept = completed(tmp_path / "kept", bib, {"a": PREPRINT})
    assert kept.startswith("@misc") and "journal" not in kept and "10.1000" not in kept
    assert "abstract" in kept
    _, published = completed(tmp_path / "new", bib, {"a": PREPRINT}, publications=True)
    assert published.startswith("@article") and "journal = {Journal of Looms}" in published
    assert "doi = {10.1000/looms}" in published and "eprint = {2001.00001}" in published


def test_a_chosen_candidate_gives_its_identifier_alone(tmp_path: Path) -> None:
    made, after = completed(tmp_path, "@misc{a, title = {Looms}}\n", {}, chosen={"a": LOOMS})
    assert after == "@misc{a, title = {Looms}, doi = {10.1000/looms}}\n"
    assert made.fields == {"a": ("doi",)}


def test_many_entries_of_one_file_are_one_change(tmp_path: Path) -> None:
    bib = "".join(f"@misc{{k{number}, title = {{Looms of the North}}}}\n" for number in range(30))
    made, after = completed(tmp_path, bib, {f"k{number}": LOOMS for number in range(0, 30, 2)})
    assert len(made.changes) == 1 and len(made.fields) == 15
    lines = after.splitlines()
    assert [("doi" in line) for line in lines] == [number % 2 == 0 for number in range(30)]


def test_a_broken_entry_is_left_and_named(tmp_path: Path) -> None:
    bib = "@misc{b, title = {Looms of the North}}\n@misc{a, title = {Looms of the North}, year =\n"
    made, after = completed(tmp_path, bib, {"a": LOOMS, "b": LOOMS})
    assert made.left == ("a",) and after.endswith(bib.splitlines(keepends=True)[1])


def test_a_file_outside_of_the_project_is_not_changed(tmp_path: Path) -> None:
    (tmp_path / "refs.bib").write_text("@misc{a, title = {Looms}}\n", "utf-8")
    draft = DRAFT.replace("{refs}", "{../refs}")
    main = make_project(tmp_path / "paper", draft)
    context = Context(user=UserSettings(data_folder=tmp_path / "data"))
    project = open_project(main, context).project
    folder = project_folder(project, main, context)
    outcome = Outcome(LOOMS, Status.MATCHED, "title", (Found(LOOMS),))
    with pytest.raises(OutsideError):
        complete_entries([KnownEntry("a", outcome, LOOMS)], project, folder, publications=False)


def test_the_work_is_in_proportion_to_the_entries_and_the_file(tmp_path: Path) -> None:
    def work(entries: int) -> int:
        bib = "".join(
            f"@article{{k{number},\n  title = {{Looms of the North}},\n  year = {{2020}}\n}}\n\n"
            for number in range(entries)
        )
        main = make_project(tmp_path / str(entries), DRAFT + bib)
        context = Context(user=UserSettings(data_folder=tmp_path / "data"), folders=(tmp_path,))
        project = open_project(main, context).project
        outcome = Outcome(LOOMS, Status.MATCHED, "title", (Found(LOOMS),))
        known = [KnownEntry(f"k{number}", outcome, LOOMS) for number in range(0, entries, 5)]
        folder = project_folder(project, main, context)
        calls = 0

        def count(frame: object, event: str, argument: object) -> None:
            nonlocal calls
            calls += event == "call"

        sys.setprofile(count)
        try:
            made = complete_entries(known, project, folder, publications=True)
        finally:
            sys.setprofile(None)
        assert len(made.fields) == len(known)
        return calls

    small, middle, large = work(400), work(800), work(1600)
    assert large - middle < 2.2 * (middle - small)
