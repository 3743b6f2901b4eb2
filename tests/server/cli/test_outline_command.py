"""``citeloom outline`` and ``write --outline``: from the text to its outline and back."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from projects import make_project
from writing_client import PAPER, methods_for_tests

Run = Callable[..., tuple[int, str, str]]

OUTLINE = """\
All of it
  - ash: Ash Trees
  - elm: Elm Trees
  - yew: Yew Shrubs
"""
EDITED = """\
Trees
  - elm
  - ash
Shrubs
  - yew
"""


@pytest.fixture(autouse=True)
def outlined() -> Iterator[None]:
    with methods_for_tests():
        yield


@pytest.fixture
def main(tmp_path: Path) -> Path:
    return make_project(tmp_path, PAPER)


def without_comments(text: str) -> str:
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if line.strip() and not line.startswith("#"))


def edited(main: Path, text: str = EDITED) -> Path:
    path = main.with_name("edited.outline")
    path.write_text(text, "utf-8")
    return path


def topics(run: Run, main: Path, outline: Path) -> list[str]:
    code, out, err = run("write", main, "--method", "outlined", "--outline", outline, "--json")
    assert code == 0, err
    return [paragraph["topic"] for paragraph in json.loads(out)["paragraphs"]]


def test_an_outline_comes_from_the_text_and_goes_back_into_it(run: Run, main: Path) -> None:
    assert run("write", main, "--method", "outlined", "--in-place")[0] == 0
    code, shown, err = run("outline", main)
    assert (code, err) == (0, "")
    assert without_comments(shown) == OUTLINE
    path = edited(
        main, shown.replace("All of it\n", "Trees\n").replace("  - yew", "Shrubs\n  - yew")
    )
    written = run("write", main, "--method", "outlined", "--outline", path, "--in-place")
    assert written[0] == 0, written[2]
    assert without_comments(run("outline", main)[1]) == (
        "Trees\n  - ash: Ash Trees\n  - elm: Elm Trees\nShrubs\n  - yew: Yew Shrubs\n"
    )
    assert topics(run, main, path) == ["Trees", "Shrubs"]


def test_what_an_outline_leaves_out_is_named_and_can_be_brought_back(run: Run, main: Path) -> None:
    path = edited(main, "Trees\n  - elm\n  - ash\n")
    code, _, err = run("write", main, "--method", "outlined", "--outline", path, "--in-place")
    assert code == 0 and "1 paper is not written about: yew" in err
    assert "yew" not in main.read_text("utf-8").partition("Related Work")[2].partition("Method")[0]
    shown = without_comments(run("outline", main)[1])
    assert shown.endswith("[not written about]\n  - yew: Yew Shrubs\n")


def test_a_paper_that_the_outline_adds_is_written_about(run: Run, main: Path) -> None:
    assert topics(run, main, edited(main, f"{EDITED}Old ones\n  - oak\n")) == [
        "Trees",
        "Shrubs",
        "Old ones",
    ]


def test_what_was_woven_in_stands_under_a_last_topic_without_a_name(run: Run, main: Path) -> None:
    path = edited(main)
    assert run("write", main, "--method", "outlined", "--outline", path, "--in-place")[0] == 0
    code, _, err = run("weave", main, "oak", "--paragraph", "1", "--in-place")
    assert code == 0, err
    shown = run("outline", main)[1]
    assert without_comments(shown) == (
        "Trees\n  - elm: Elm Trees\n  - ash: Ash Trees\n"
        "Shrubs\n  - yew: Yew Shrubs\n?\n  - oak: Oak Trees\n"
    )
    asked = ("write", main, "--method", "outlined", "--outline", edited(main, shown), "--json")
    code, out, err = run(*asked)
    assert code == 0 and "tells of Oak Trees" in out, err


def test_what_was_woven_in_and_taken_out_again_is_not_in_the_outline(run: Run, main: Path) -> None:
    assert run("write", main, "--method", "outlined", "--in-place")[0] == 0
    assert run("weave", main, "oak", "--in-place")[0] == 0
    lines = main.read_text("utf-8").splitlines(keepends=True)
    main.write_text("".join(line for line in lines if "oak" not in line), "utf-8")
    assert without_comments(run("outline", main)[1]) == OUTLINE


def test_what_was_woven_into_a_text_whose_outline_has_an_error_is_named(
    run: Run, main: Path
) -> None:
    assert run("write", main, "--method", "outlined", "--in-place")[0] == 0
    assert run("weave", main, "oak", "--in-place")[0] == 0
    references = main.with_name("refs.bib")
    references.write_text(references.read_text("utf-8").replace("{yew,", "{taxus,"), "utf-8")
    assert without_comments(run("outline", main)[1]).endswith("  - yew\n?\n  - oak\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Trees\n  - elm\n  - fir\n", "edited.outline:3: error: 'fir' is not the key of a paper"),
        ("Trees\n  - elm\n  - elm\n  - fir\n", ":3: error: 'elm' is already on line 2 (and 1"),
        ("", "edited.outline: error: the outline has no papers"),
    ],
    ids=["an unknown key", "two errors", "nothing"],
)
def test_an_outline_that_is_not_clear_changes_nothing(
    run: Run, main: Path, text: str, message: str
) -> None:
    before = main.read_bytes()
    path = edited(main, text)
    code, out, err = run("write", main, "--method", "outlined", "--outline", path, "--in-place")
    assert (code, out) == (2, "") and message in err
    assert main.read_bytes() == before


def test_an_excluded_paper_stays_out(run: Run, main: Path) -> None:
    asked = ("write", main, "--method", "outlined", "--outline", edited(main))
    code, _, err = run(*asked, "--exclude", "yew")
    assert code == 2 and "'yew' is not the key of a paper to write about" in err


def test_windows_shells_write_outlines_in_utf_16(run: Run, main: Path) -> None:
    path = edited(main)
    path.write_bytes(b"\xff\xfe" + EDITED.replace("\n", "\r\n").encode("utf-16-le"))
    assert topics(run, main, path) == ["Trees", "Shrubs"]


def test_other_methods_and_other_texts_have_none(run: Run, main: Path, tmp_path: Path) -> None:
    code, _, err = run("write", main, "--method", "plain", "--outline", edited(main))
    assert code == 2 and "'plain' cannot follow an outline (choose the method " in err
    code, _, err = run("outline", main)
    assert code == 2 and "this related work has no outline" in err
    run("write", main, "--method", "plain", "--in-place")
    assert run("outline", main)[0] == 2
    code, _, err = run("write", main, "--method", "outlined", "--outline", tmp_path / "none")
    assert code == 2 and "none" in err


def test_strip_takes_outlines_away(run: Run, main: Path) -> None:
    run("write", main, "--method", "outlined", "--in-place")
    (record,) = main.parent.glob(".citeloom/*.json")
    record.with_suffix(".outline").write_text(EDITED)
    assert run("strip", main)[0] == 0
    assert not (main.parent / ".citeloom").exists()


def test_an_outline_can_come_before_any_text(run: Run, main: Path) -> None:
    before = main.read_bytes()
    code, shown, err = run("write", main, "--method", "outlined", "--outline-only")
    assert code == 0 and without_comments(shown) == OUTLINE, err
    path = main.with_name("new.outline")
    assert run("write", main, "--method", "outlined", "--outline-only", "--output", path)[0] == 0
    assert path.read_text("utf-8").rstrip("\n") == shown.rstrip("\n")
    assert main.read_bytes() == before
    code, _, err = run("write", main, "--method", "plain", "--outline-only")
    assert code == 2 and "'plain' cannot follow an outline" in err
    code, _, err = run("write", main, "--method", "outlined", "--outline-only", "--in-place")
    assert code == 2 and "cannot be used together" in err
