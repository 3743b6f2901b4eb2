"""What taking a suggestion puts into a draft's two files."""

from dataclasses import replace
from pathlib import Path

import pytest

from citeloom.actions.context import Context, Opened, open_project, project_folder
from citeloom.actions.suggesting.draft_sentences import WHOLE_DRAFT, asked_sentences
from citeloom.actions.suggesting.suggestion import DraftSentence, Suggestion
from citeloom.actions.suggesting.take import TakenSuggestion, take, write_taken
from citeloom.draft.folder import ProjectFolder
from citeloom.papers.paper import Author, Paper
from citeloom.placing import file_change
from citeloom.problem import InputError, OutsideError
from citeloom.settings import UserSettings
from projects import make_project

DRAFT = """
%! main.tex
\\documentclass{article}
\\usepackage{natbib}
\\begin{document}
\\input{body}
\\bibliography{refs}
\\end{document}
%! body.tex
Parsers of all kinds are fast \\citep{old}.
Graph parsers look at all trees of a sentence.
They are slower than all of the others.
%! refs.bib
@article{old,
  author = {Old, Ann},
  title = {Old things},
  year = {1999}
}
"""
PAPER = Paper(
    "doi:10.1/g", title="Graphs", authors=(Author("Ek", "Bo"),), year=2001, doi="10.1000/g"
)
GRAPHS = "Graph parsers look at all trees of a sentence."


def opened_draft(folder: Path, draft: str = DRAFT) -> tuple[Opened, ProjectFolder]:
    main = make_project(folder, draft)
    return read(main)


def read(main: Path) -> tuple[Opened, ProjectFolder]:
    context = Context(user=UserSettings(data_folder=main.parent / "data"), folders=(main.parent,))
    opened = open_project(main, context)
    return opened, project_folder(opened.project, main, context)


def sentence(opened: Opened, text: str) -> DraftSentence:
    return next(
        asked.sentence
        for asked in asked_sentences(opened, WHOLE_DRAFT)
        if asked.sentence.text.startswith(text)
    )


def suggestion(at: DraftSentence | None, paper: Paper = PAPER) -> Suggestion:
    return Suggestion(paper, 1.0, at, paper.title)


def take_at(folder: Path, text: str) -> tuple[TakenSuggestion, Opened]:
    opened, project = opened_draft(folder)
    return take(suggestion(sentence(opened, text)), opened, project), opened


def test_it_gets_an_entry_and_a_citation_in_one_edit_each(tmp_path: Path) -> None:
    taken, _ = take_at(tmp_path, GRAPHS)
    assert [path.name for path in taken.edits] == ["refs.bib", "body.tex"]
    assert all(len(edits) == 1 for edits in taken.edits.values())
    write_taken(taken)
    body = (tmp_path / "body.tex").read_text()
    assert (
        body.splitlines()[1]
        == "Graph parsers look at all trees of a sentence \\citep{ek2001graphs}."
    )
    added = (tmp_path / "refs.bib").read_text()
    assert "@misc{ek2001graphs,\n  author = {Ek, Bo},\n  title = {Graphs},\n" in added
    assert added.startswith("@article{old,\n  author = {Old, Ann},\n")


def test_it_joins_a_citation_that_stands_there(tmp_path: Path) -> None:
    taken, _ = take_at(tmp_path, "Parsers of all kinds")
    write_taken(taken)
    assert "fast \\citep{old,ek2001graphs}.\n" in (tmp_path / "body.tex").read_text()


def test_what_is_taken_again_changes_nothing(tmp_path: Path) -> None:
    taken, _ = take_at(tmp_path, GRAPHS)
    write_taken(taken)
    opened, folder = read(tmp_path / "main.tex")
    again = take(suggestion(sentence(opened, GRAPHS[:-1])), opened, folder)
    assert (again.key, again.changes) == (taken.key, ())


def test_a_paper_that_has_an_entry_is_cited_by_its_key(tmp_path: Path) -> None:
    opened, folder = opened_draft(tmp_path)
    (key, *_) = opened.project.entry_of
    at = sentence(opened, GRAPHS)
    taken = take(replace(suggestion(at), key=key), opened, folder)
    assert (taken.key, [change.source.path.name for change in taken.changes]) == (key, ["body.tex"])


def test_without_a_sentence_it_gets_its_entry_alone(tmp_path: Path) -> None:
    opened, folder = opened_draft(tmp_path)
    taken = take(suggestion(None), opened, folder)
    assert [path.name for path in taken.edits] == ["refs.bib"]
    elsewhere = take(suggestion(None), opened, folder, sentence(opened, "They are slower"))
    assert [path.name for path in elsewhere.edits] == ["refs.bib", "body.tex"]


def test_a_sentence_that_moved_is_found_again(tmp_path: Path) -> None:
    opened, _ = opened_draft(tmp_path)
    at = sentence(opened, GRAPHS)
    body = tmp_path / "body.tex"
    body.write_text("A new sentence stands here.\n" + body.read_text())
    opened, folder = read(tmp_path / "main.tex")
    write_taken(take(suggestion(at), opened, folder))
    assert "sentence \\citep{ek2001graphs}.\n" in body.read_text()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("all trees", "some trees"),
        (GRAPHS, f"\n\n{GRAPHS} And so on it goes. {GRAPHS}"),
        (GRAPHS, ""),
        (GRAPHS, f"% {GRAPHS}"),
    ],
    ids=["changed", "twice", "gone", "commented-out"],
)
def test_where_the_sentence_has_changed_nothing_is_written(
    tmp_path: Path, old: str, new: str
) -> None:
    opened, _ = opened_draft(tmp_path)
    at = sentence(opened, GRAPHS)
    body = tmp_path / "body.tex"
    body.write_text(body.read_text().replace(old, new))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    opened, folder = read(tmp_path / "main.tex")
    with pytest.raises(InputError, match="the sentence has changed since"):
        take(suggestion(at), opened, folder)
    assert before == {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}


def test_a_file_that_changed_meanwhile_is_not_written_and_neither_is_the_other(
    tmp_path: Path,
) -> None:
    taken, _ = take_at(tmp_path, GRAPHS)
    bib = (tmp_path / "refs.bib").read_bytes()
    (tmp_path / "body.tex").write_text("Other words.\n")
    with pytest.raises(InputError, match="changed since it was read"):
        write_taken(taken)
    assert (tmp_path / "refs.bib").read_bytes() == bib


def test_where_the_second_file_fails_the_entry_stays_and_nothing_is_cited_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken, _ = take_at(tmp_path, GRAPHS)
    write = file_change.write_atomically

    def write_bib_alone(path: Path, *arguments: object, **more: object) -> None:
        if path.suffix != ".bib":
            raise file_change.WriteError(path, "no space left on the disk")
        write(path, *arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(file_change, "write_atomically", write_bib_alone)
    with pytest.raises(
        InputError, match=r"no space left.*'ek2001graphs' was already added to refs\.bib"
    ):
        write_taken(taken)
    assert "ek2001graphs" in (tmp_path / "refs.bib").read_text()
    assert "ek2001graphs" not in (tmp_path / "body.tex").read_text()


def test_no_file_outside_of_the_project_is_changed(tmp_path: Path) -> None:
    (tmp_path / "out.tex").write_text("Graph parsers look at all trees of a sentence.\n")
    inside = tmp_path / "paper"
    inside.mkdir()
    opened, folder = opened_draft(inside, DRAFT.replace("\\input{body}", "\\input{../out}"))
    with pytest.raises(OutsideError):
        take(suggestion(sentence(opened, GRAPHS)), opened, folder)


def test_the_difference_of_each_file_can_be_shown(tmp_path: Path) -> None:
    taken, _ = take_at(tmp_path, GRAPHS)
    bib, tex = (change.difference(change.source.path.name) for change in taken.changes)
    assert "+@misc{ek2001graphs,\n" in bib
    assert tex.splitlines()[-3:-1] == [f"-{GRAPHS}", f"+{GRAPHS[:-1]} \\citep{{ek2001graphs}}."]


def test_letters_that_the_draft_cannot_set_are_told(tmp_path: Path) -> None:
    opened, folder = opened_draft(tmp_path)
    taken = take(suggestion(None, replace(PAPER, title="On 語")), opened, folder)
    assert taken.lost == "語"
