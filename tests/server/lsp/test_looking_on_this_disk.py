"""Where nothing may be fetched, abstracts come from this disk: by buttons, actions and commands."""

import time
from pathlib import Path

import pytest
from fetching_client import SECONDS, Editor, editing, titled
from pdfs import pdf_of_lines

from lsp_client import FULL

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

DISK = "Look on This Disk"
LINES = (
    "Graphs & Trees for C++ Programmers",
    "Róisín O'Neil",
    "Abstract",
    "We draw graphs and trees for those who write",
    "programs, and count how many of them fall.",
    "1 Introduction",
    "Trees are old, and nobody has counted all of them so far.",
)
GRAPHS = (
    r"@article{x, title = {Graphs \& Trees for C++ Programmers}, author = {O'Neil, R{\'o}is{\'i}n},"
    " year = 2021, file = {:graphs.pdf:PDF}}"
)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Name a library that is not there yet."""
    return tmp_path / "own/library.bib"


def make_library(library: Path) -> None:
    library.parent.mkdir()
    library.write_text(GRAPHS, "utf-8")
    (library.parent / "graphs.pdf").write_bytes(pdf_of_lines(LINES))


def questions(editor: Editor) -> list[tuple[str, list[str]]]:
    """Return what the user was asked so far, with the buttons."""
    return [
        (asked["message"], [button["title"] for button in asked.get("actions") or ()])
        for asked in editor.heard_of("window/showMessageRequest")
    ]


def wait_for_question(editor: Editor, number: int) -> tuple[str, list[str]]:
    end = time.monotonic() + SECONDS
    while len(questions(editor)) < number:
        assert time.monotonic() < end, questions(editor)
        editor.request("workspace/symbol", {"query": "nothing"})
        time.sleep(0.05)
    return questions(editor)[number - 1]


@pytest.mark.parametrize(
    ("fetch", "first", "then"),
    [
        ("off", [DISK, "Write With What Is There"], ["Write With What Is There"]),
        (
            "ask",
            ["Fetch Abstracts", DISK, "Write With What Is There"],
            ["Fetch Abstracts", "Write With What Is There"],
        ),
    ],
    ids=["off", "not agreed"],
)
def test_a_button_looks_on_this_disk_and_asks_nobody(
    fetch: str, first: list[str], then: list[str], library: Path, tmp_path: Path
) -> None:
    options = {"fetch": fetch, "library": [str(library)]}
    with editing(tmp_path, button=DISK, **options) as (editor, services, main):
        answer = editor.command("abstracts", uri=main.as_uri())["result"]
        assert answer["known"] == 0
        make_library(library)
        message, buttons = wait_for_question(editor, 1)
        assert "0 of 2 cited papers have an abstract" in message and buttons == first
        message, buttons = wait_for_question(editor, 2)
        assert message.startswith("This disk was looked through: 1 more of their abstracts are")
        assert "1 of 2 cited papers have an abstract" in message and buttons == then
        assert "We draw graphs and trees" in editor.hover_until(main, r"\cite{graphs", "We draw")
        editor.stays_quiet()
        assert len(questions(editor)) == 2
        assert services.log == []
        assert not (tmp_path / "data/fetching.json").exists()


def test_an_action_at_a_key_looks_on_this_disk(library: Path, tmp_path: Path) -> None:
    options = {"fetch": "off", "library": [str(library)]}
    with editing(tmp_path, **options) as (editor, services, main):
        (action,) = titled(editor.actions(main, r"\cite{gra"), "Look for the abstract")
        assert action["title"] == "Look for the abstract of 'graphs' on this disk"
        editor.request("workspace/executeCommand", action["command"])
        nothing = "graphs: nothing on this disk has its abstract; nobody else was asked."
        assert editor.said() == [nothing]
        make_library(library)
        answer = editor.request("workspace/executeCommand", action["command"])["result"]
        (came,) = answer["fetched"]
        assert came["abstract"] is True
        assert came["said"] == "graphs: its abstract is from a PDF of your own."
        assert editor.said() == [nothing, came["said"]]
        assert not titled(editor.actions(main, r"\cite{gra"), "Look for the abstract")
        assert services.log == []


def test_a_client_without_buttons_has_the_command(library: Path, tmp_path: Path) -> None:
    make_library(library)
    options = {"fetch": "off", "library": [str(library)]}
    with editing(tmp_path, capabilities=FULL, **options) as (editor, services, main):
        answer = editor.command("fetch", uri=main.as_uri(), offline=True)["result"]
        assert [came["abstract"] for came in answer["fetched"]] == [False, True]
        assert editor.said() == [
            "1 of 2 abstracts are known: 1 abstract from a PDF of your own. "
            "Nobody beyond this disk was asked."
        ]
        refused = editor.command("fetch", uri=main.as_uri())["error"]["message"]
        assert "Fetching is off" in refused
        assert services.log == []
