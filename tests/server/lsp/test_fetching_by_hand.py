"""What a user does about one entry: fetch, choose, add the DOI, replace the preprint, open the PDF.

Each edit leaves every other byte of the .bib as it was.
"""

from pathlib import Path
from typing import Any

import pytest
from changing_entries import DRAFT, LATER
from fetching_client import editing, titled

from lsp_client import applied

pytestmark = pytest.mark.usefixtures("jobs_in_threads")


def done(text: str, action: dict[str, Any]) -> str:
    (change,) = action["edit"]["documentChanges"]
    return applied(text, change["edits"])


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


def test_choosing_the_right_paper_writes_its_identifier_and_nothing_else(tmp_path: Path) -> None:
    with editing(tmp_path, DRAFT, papers=LATER) as (editor, _, main):
        answer = editor.command("fetch", uri=main.as_uri(), key="bees")["result"]["fetched"]
        assert [one["outcome"] for one in answer] == ["ambiguous"]
        assert "ambiguous" in editor.said()[0]
        bib = main.with_name("refs.bib")
        text = bib.read_text()
        choices = titled(editor.actions(bib, "@misc{bees"), "Choose the right paper")
        assert len(choices) == 2
        (wu,) = [one for one in choices if "Wu, 2009, Journal of Bees" in one["title"]]
        after = done(text, wu)
        entry = "@misc{bees, title = {A Survey of Dancing Bees in Cities}"
        assert after.startswith(text.partition(entry)[0] + entry)
        added = after.partition(entry)[2]
        assert "".join(added.split()) == ",doi={10.1000/bees.9}}"
        bib.write_text(after)
        editor.save(bib)
        answer = editor.command("fetch", uri=main.as_uri(), key="bees")["result"]["fetched"]
        assert [(one["outcome"], one["how"]) for one in answer] == [("matched", "DOI")]


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


def test_a_client_with_nothing_but_commands_gets_answers(tmp_path: Path) -> None:
    bare: dict[str, Any] = {"workspace": {}}
    with editing(tmp_path, DRAFT, capabilities=bare) as (editor, _, main):
        fetched = editor.command("fetch", uri=main.as_uri())["result"]["fetched"]
        assert sorted(one["key"] for one in fetched) == ["bees", "garden", "graphs"]
        answer = editor.command("openPdf", uri=main.as_uri(), key="garden")["result"]
        assert answer == {"url": "https://arxiv.org/pdf/1905.01234", "opened": False}
        assert editor.said()[-1] == "The PDF is at https://arxiv.org/pdf/1905.01234"


def test_full_texts_are_fetched_where_they_are_asked_for(tmp_path: Path) -> None:
    page = (
        "<html><body><article class='ltx_document'><section class='ltx_section'>"
        "<h2 class='ltx_title ltx_title_section'>1 Introduction</h2><div class='ltx_para'>"
        "<p class='ltx_p'>Gardens are small for good reasons.</p></div></section></article>"
        "</body></html>"
    )
    files = {"/html/1905.01234": ("text/html", page.encode())}
    with editing(tmp_path, DRAFT, files=files) as (editor, services, main):
        editor.open(main)
        asked = {"uri": main.as_uri(), "keys": ["garden", "graphs"]}
        came = editor.command("fetch", **asked)["result"]["fetched"]
        assert [one["fullText"] for one in came] == ["", ""]
        assert services.count("arxiv_pages") == 0
        came = editor.command("fetch", **asked, fullText=True)["result"]["fetched"]
        said = {one["key"]: (one["fullText"], one["notes"]) for one in came}
        assert said["garden"] == ("HTML", [])
        assert said["graphs"][0].startswith("none")
        assert (tmp_path / "data" / "full-texts").is_dir()
