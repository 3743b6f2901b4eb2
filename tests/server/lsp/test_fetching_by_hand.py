"""What a user does about papers by hand: fetch an abstract, look on this disk, open the PDF."""

import time
from pathlib import Path

import pytest
from changing_entries import DRAFT
from fetching_client import SECONDS, Editor, editing, titled
from pdfs import pdf_of_lines

pytestmark = pytest.mark.usefixtures("jobs_in_threads")


def test_an_abstract_is_fetched_for_one_entry_from_the_tex_file(tmp_path: Path) -> None:
    with editing(tmp_path, DRAFT) as (editor, services, main):
        (action,) = titled(editor.actions(main, r"\cite{gra"), "Fetch abstract")
        assert action["title"].endswith(
            "'graphs' (sends title, first author, year and identifiers, nothing of the draft)"
        )
        answer = editor.request("workspace/executeCommand", action["command"])["result"]
        (came,) = answer["fetched"]
        assert (came["key"], came["outcome"], came["abstract"]) == ("graphs", "matched", True)
        assert editor.said() == [
            "graphs: matched (title, authors and year; Crossref, Semantic Scholar)."
        ]
        assert "Trees are graphs" in editor.hover(main, r"\cite{graphs")
        assert not titled(editor.actions(main, r"\cite{gra"), "Fetch abstract")
        assert not any(b"garden" in one.body for one in services.log), "one entry alone"
        assert not (tmp_path / "data" / "fetching.json").exists(), "this once is no agreement"


def test_the_pdf_of_the_user_comes_first_and_then_arxiv(tmp_path: Path) -> None:
    with editing(tmp_path, DRAFT) as (editor, _, main):
        (action,) = titled(editor.actions(main, r"\cite{gar"), "Open PDF")
        answer = editor.request("workspace/executeCommand", action["command"])["result"]
        assert answer == {"url": "https://arxiv.org/pdf/1905.01234", "opened": True}
        (shown,) = editor.heard_of("window/showDocument")
        assert shown["external"] is True
        own = main.with_name("own.pdf")
        own.write_bytes(b"%PDF-1.4")
        bib = main.with_name("refs.bib")
        bib.write_text(bib.read_text().replace("{my favourite}", "{mine}, file = {:own.pdf:PDF}"))
        editor.save(bib)
        answer = editor.command("openPdf", uri=main.as_uri(), key="garden")["result"]
        assert answer["url"] == own.as_uri()
        assert (
            "No PDF" in editor.command("openPdf", uri=main.as_uri(), key="bees")["error"]["message"]
        )


DISK = "Look on this disk"
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
    ("fetch", "offered"),
    [("off", [DISK, "Write anyway"]), ("ask", ["Fetch abstracts", DISK, "Write anyway"])],
    ids=["off", "not agreed"],
)
def test_a_button_looks_on_this_disk_and_asks_nobody(
    fetch: str, offered: list[str], library: Path, tmp_path: Path
) -> None:
    with editing(tmp_path, button=DISK, fetch=fetch, library=[library]) as (editor, services, main):
        answer = editor.command("abstracts", uri=main.as_uri())["result"]
        assert answer["known"] == 0
        make_library(library)
        message, buttons = wait_for_question(editor, 1)
        assert "0 of 2 cited papers have an abstract" in message and buttons == offered
        said = editor.wait_for("window/showMessage", "abstracts were found")["message"]
        assert said.startswith("1 of 2 abstracts were found") and "no service was asked" in said
        assert "We draw graphs and trees" in editor.hover_until(main, r"\cite{graphs", "We draw")
        if fetch == "off":
            refused = editor.command("fetch", uri=main.as_uri())["error"]["message"]
            assert "Fetching is off" in refused
        editor.stays_quiet()
        assert len(questions(editor)) == 1
        assert services.log == []
        assert not (tmp_path / "data/fetching.json").exists()
