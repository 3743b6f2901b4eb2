"""What an editor shows names paths as its user knows them, and is short."""

import os
from pathlib import Path

import pytest

from citeloom.lsp.connection.brief import LOG_HAS_MORE, LONGEST, brief
from projects import make_project
from writing_client import PAPER, Editor, ask, heard, run

pytestmark = pytest.mark.usefixtures("jobs_in_threads")


def test_a_path_is_one_of_the_users_folder() -> None:
    folder, home = Path.home() / "paper", Path.home()
    other = Path(os.sep, "elsewhere", "x.bib")
    sections = Path("sections", "a.tex")
    message = (
        f"{folder / sections}:3: wrong; {home / 'b.bib'} and {other} are outside of {folder}. "
        f"{folder}-2 is another"
    )
    assert brief(message, [folder, Path(os.sep)]) == (
        f"{sections}:3: wrong; ~{os.sep}b.bib and {other} are outside of paper. "
        f"~{os.sep}paper-2 is another"
    )


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("It is short.", "It is short."),
        ("First. " + "x" * LONGEST, f"First. {LOG_HAS_MORE}"),
        ("y " * LONGEST, ""),
    ],
    ids=["short", "a long end", "one long sentence"],
)
def test_a_long_message_ends_after_a_sentence(message: str, shown: str) -> None:
    found = brief(message, [])
    assert len(found) <= LONGEST
    assert found == shown or (not shown and found.endswith(f" … {LOG_HAS_MORE}"))


def test_no_message_of_a_session_names_a_whole_path(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)
    (tmp_path / "a").mkdir()
    with Editor(tmp_path) as client:
        client.begin()
        client.open(main)
        gone = ask(client, "write", {"uri": (tmp_path / "a" / "gone.tex").as_uri()})
        none = ask(client, "check", {"uri": (tmp_path / "a").as_uri()})
    assert str(Path("a", "gone.tex")) in gone["error"]["message"]
    assert str(tmp_path) not in f"{gone['error']} {none['error']}"


def test_nor_does_a_question(tmp_path: Path) -> None:
    shared = PAPER.replace("\\bibliography{refs}", "\\bibliography{../refs}")
    main = make_project(tmp_path / "p", shared)
    (tmp_path / "p" / "refs.bib").rename(tmp_path / "refs.bib")
    with Editor(tmp_path / "p", answers=False) as client:
        client.begin(capabilities={"window": {"showMessage": {}}})
        client.open(main)
        run(client, "fetch", {"uri": main.as_uri(), "key": "ash", "offline": True})
        (asked,) = heard(client, "window/showMessageRequest")[:1]
    assert str(tmp_path / "p") not in asked["message"]
