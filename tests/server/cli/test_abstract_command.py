"""`citeloom abstract`: an abstract that the user pastes counts, or goes into the .bib."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from citeloom.papers.store.store import Store
from citeloom.settings import user_settings
from projects import make_project, sample

Run = Callable[..., tuple[int, str, str]]

ABSTRACT = "We count ash trees in the north and find fewer of them than ever before."
PROJECT = sample("abstract_command")


@pytest.fixture
def main(tmp_path: Path) -> Path:
    return make_project(tmp_path, PROJECT)


@pytest.fixture
def paste(monkeypatch: pytest.MonkeyPatch, run: Run) -> Callable[..., tuple[int, str, str]]:
    def paste(text: str | bytes, *arguments: object) -> tuple[int, str, str]:
        data = text if isinstance(text, bytes) else text.encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        return run("abstract", *arguments)

    return paste


def test_a_pasted_abstract_is_kept_and_shown_as_pasted(main: Path, paste: Run, run: Run) -> None:
    before = (main.parent / "refs.bib").read_bytes()
    text = "Abstract. We count ash trees in the north and find fe-\nwer of them than ever\nbefore."
    code, out, err = paste(text, main, "ash")
    assert (code, out.strip()) == (0, ABSTRACT) and "saved as the abstract of 'ash'" in err
    code, out, _ = run("show", main, "ash")
    assert "abstract pasted by you, 20" in out and ABSTRACT in " ".join(out.split())
    assert (main.parent / "refs.bib").read_bytes() == before
    assert "no-abstract" not in run("check", main)[1]


def test_it_stays_when_the_entry_gets_a_doi_and_goes_when_it_becomes_another_paper(
    main: Path, paste: Run, run: Run
) -> None:
    paste(ABSTRACT, main, "ash")
    bib = main.parent / "refs.bib"
    text = bib.read_text()
    bib.write_text(text.replace("2020", "2020, doi = {10.1000/ash}"))
    assert "pasted by you" in run("show", main, "ash")[1]
    bib.write_text(text.replace("Ash Trees", "Ash Trees II"))
    assert "pasted by you" not in run("show", main, "ash")[1]


def test_a_second_one_replaces_the_first_and_forget_takes_it_back(
    main: Path, paste: Run, run: Run
) -> None:
    paste(ABSTRACT, main, "ash")
    paste(ABSTRACT.replace("ash", "rowan"), main, "ash")
    shown = " ".join(run("show", main, "ash")[1].split())
    assert "rowan" in shown and ABSTRACT not in shown
    assert "removed the pasted abstract" in run("abstract", main, "ash", "--forget")[2]
    assert "pasted" not in run("show", main, "ash")[1]
    assert "you pasted no abstract" in run("abstract", main, "ash", "--forget")[2]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["unix", "windows"])
def test_it_is_written_into_the_entry_and_no_other_byte_changes(
    line_end: str, main: Path, paste: Run, run: Run
) -> None:
    bib = main.parent / "refs.bib"
    before = bib.read_text().replace("\n", line_end).encode()
    bib.write_bytes(before)
    text = "We spend 5% of all & count ash trees in the north, fewer than ever."
    code, out, _ = paste(text, main, "ash", "--write")
    assert code == 0 and "+    abstract" in out
    after = bib.read_bytes()
    place = before.index(b"2020") + len(b"2020")
    new = after[place : place + len(after) - len(before)]
    assert after == before[:place] + new + before[place:]
    assert rb"We spend 5\% of all \& count ash trees" in new and new.startswith(b",")
    assert new.count(line_end.encode()) == new.count(b"\n") == 1
    assert "abstract from the .bib file" in run("show", main, "ash")[1]
    assert "already" in paste(text, main, "ash", "--write")[2] and bib.read_bytes() == after


def test_an_entry_with_an_abstract_keeps_it_unless_it_is_to_be_written(
    main: Path, paste: Run
) -> None:
    code, _, err = paste(ABSTRACT, main, "oak")
    assert code == 2 and "has an abstract" in err
    assert paste(ABSTRACT, main, "oak", "--write")[0] == 0
    assert "ash trees" in (main.parent / "refs.bib").read_text()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Too short.",
        "Ash Trees",
        "No abstract available." + " " * 99,
        b"\xff\x00\x1b[2J",
        "x" * 99_999,
    ],
    ids=["empty", "short", "title", "placeholder", "bytes", "book"],
)
def test_what_is_no_abstract_is_refused(text: str | bytes, main: Path, paste: Run) -> None:
    code, out, err = paste(text, main, "ash")
    assert code == 2 and "not an abstract" in err and out == ""
    assert not user_settings().store.exists()


def test_a_wrong_key_is_told_before_anything_is_read(main: Path, paste: Run) -> None:
    code, _, err = paste(ABSTRACT, main, "ahs")
    assert code == 2 and "did you mean ash?" in err


def test_a_file_gives_it_too(main: Path, tmp_path: Path, run: Run) -> None:
    file = tmp_path / "abstract.txt"
    file.write_text(ABSTRACT)
    assert run("abstract", main, "ash", "--file", file)[0] == 0
    assert run("abstract", main, "ash", "--file", tmp_path / "none")[0] == 2


def test_a_bib_outside_of_the_project_is_not_written_unasked(tmp_path: Path, paste: Run) -> None:
    (tmp_path / "paper").mkdir()
    make_project(tmp_path / "paper", PROJECT)
    (tmp_path / "paper/refs.bib").rename(tmp_path / "refs.bib")
    main = tmp_path / "paper/main.tex"
    main.write_text(main.read_text().replace("{refs}", "{../refs}"))
    before = (tmp_path / "refs.bib").read_bytes()
    code, _, err = paste(ABSTRACT, main, "ash", "--write")
    assert code == 2 and "outside" in err and (tmp_path / "refs.bib").read_bytes() == before
    assert paste(ABSTRACT, main, "ash", "--write", "--outside")[0] == 0


def test_it_serves_all_projects_and_goes_with_the_data(
    main: Path, tmp_path: Path, paste: Run, run: Run
) -> None:
    paste(ABSTRACT, main, "ash")
    (tmp_path / "other").mkdir()
    other = make_project(
        tmp_path / "other", PROJECT.replace("{ash,", "{smith20,").replace("ash}", "smith20}")
    )
    assert "pasted by you" in run("show", other, "smith20")[1]
    # Who would clear the data should know that these words go, too.
    assert "1 abstract that you pasted" in run("data", "show")[1]
    run("data", "clear")
    with Store.open(user_settings().store) as store:
        assert not store._connection.execute("SELECT * FROM own_abstracts").fetchall()
