"""What an editor shows names paths as its user knows them, and is short."""

import os
import re
from pathlib import Path

import pytest

from citeloom.lsp.connection.brief import LOG_HAS_MORE, LONGEST, brief
from citeloom.lsp.connection.problem_message import problem_message
from citeloom.problem import InputError, Place, Remedy
from projects import make_project
from writing_client import PAPER, Editor, ask, heard, run, writing

FETCHING = f"F{Remedy.FETCH_ALL.value[1:]}"

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


def test_of_several_folders_a_path_has_its_folder_before_it() -> None:
    papers = Path.home() / "papers"
    one, two = papers / "one" / "main.tex", papers / "two" / "main.tex"
    said = brief(f"{one} and {two} differ", [papers / "one", papers / "two"])
    assert said == f"{Path('one', 'main.tex')} and {Path('two', 'main.tex')} differ"


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
    (tmp_path / "a").mkdir()
    with writing(tmp_path) as (client, _):
        gone = ask(client, "write", {"uri": (tmp_path / "a" / "gone.tex").as_uri()})
        none = ask(client, "references", {"uri": (tmp_path / "a").as_uri()})
        error = ask(client, "write", {"section": "None such"})["error"]
    assert str(Path("a", "gone.tex")) in gone["error"]["message"]
    assert str(tmp_path) not in f"{gone['error']} {none['error']}"
    assert error["data"]["fault"] == "The document has no section 'None such'."
    assert error["message"] == f"{error['data']['fault']} {error['data']['advice']}"


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


def test_a_problem_is_sentences_and_the_log_has_its_details(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    main = tmp_path / "main.tex"
    main.write_text("x", "utf-8")
    error = InputError("words differ", Place(main, 3), "see the preview", "- mine\n+ theirs")
    found = problem_message(error.problem, [tmp_path])
    assert found.words == f"main.tex:3: words differ. See the preview. {LOG_HAS_MORE}"
    assert "+ theirs" in caplog.text
    place = {"uri": main.as_uri(), "line": 2}
    assert found.as_json() == {
        "fault": "main.tex:3: words differ.",
        "advice": "See the preview.",
        "remedy": "",
        "logHasMore": True,
        "place": place,
    }


@pytest.mark.parametrize(
    ("error", "failed", "shown"),
    [
        (InputError("nobody answers", advice="wait a while"), "", "Nobody answers. Wait a while."),
        (InputError("'a' is cited"), "Weaving failed", "Weaving failed: 'a' is cited."),
        (InputError("is a folder", Place(Path("x"))), "", "x is a folder."),
        (InputError("no abstract", advice=Remedy.FETCH_ALL), "", f"No abstract. {FETCHING}."),
        (InputError("y " * LONGEST), "", f"Y … {LOG_HAS_MORE}"),
    ],
)
def test_a_problem_is_told_with_what_to_do(error: InputError, failed: str, shown: str) -> None:
    found = problem_message(error.problem, [], failed=failed)
    assert re.sub(r"( y)+", "", found.words) == shown
    remedy = error.problem.advice
    assert found.remedy == (remedy.name if isinstance(remedy, Remedy) else "")
