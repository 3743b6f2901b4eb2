"""``citeloom.references``: the references of a project for a client that shows them."""

from pathlib import Path

import pytest

from citeloom.lsp.features.commands import references as command
from lsp_inside import Inside, inside
from lsp_inside import command as ask
from projects import make_project
from writing_client import PAPER, Editor, refusal, run

pytestmark = pytest.mark.usefixtures("jobs_in_threads")


def test_each_reference_says_where_it_is_cited_and_what_is_known(tmp_path: Path) -> None:
    fixture = PAPER.replace("@misc{ash,", "@misc{ash, keywords = {trees}, doi = {10.1000/ash},")
    main = make_project(tmp_path, fixture.replace("\\cite{elm}", "\\cite{elm,lost}"))
    with Editor(tmp_path) as client:
        client.begin(capabilities={})
        found = run(client, "references", main.as_uri())
        assert client.leave() == 0
    assert found["uri"] == main.as_uri()
    assert [one["title"] for one in found["sections"]] == ["Introduction", "Method"]
    assert found["chosen"] == {
        "origin": "document",
        "keys": ["ash", "elm", "yew", "lost"],
        "inOwnText": [],
    }
    assert found["abstracts"] == {"known": 3, "cited": 3}
    assert found["hasSection"] is True
    ash, elm, _, lost, oak = found["references"]
    assert ash["cited"] == [
        {
            "section": 0,
            "uri": main.as_uri(),
            "range": {"start": {"line": 3, "character": 26}, "end": {"line": 3, "character": 29}},
        }
    ]
    assert (ash["title"], ash["keywords"], ash["state"]) == ("Ash Trees", ["trees"], "abstract")
    assert ash["abstractFrom"] == "the .bib file" and ash["lookedUp"] == ""
    assert ash["links"] == [{"name": "DOI", "url": "https://doi.org/10.1000/ash"}]
    assert ash["entry"]["uri"] == (tmp_path / "refs.bib").as_uri()
    assert [one["section"] for one in elm["cited"]] == [0, 1]
    assert (lost["key"], lost["entry"], lost["state"]) == ("lost", None, "not in the .bib")
    assert (oak["key"], oak["cited"]) == ("oak", [])


def test_it_reads_what_the_editor_holds_and_says_what_is_wrong(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)
    with Editor(tmp_path) as client:
        client.begin(capabilities={})
        assert "No document is open" in refusal(client, "references")
        document = client.open(main)
        text = main.read_text().replace("\\cite{yew}", "\\cite{oak}")
        client.change(document, text)
        found = run(client, "references")
        assert {one["key"] for one in found["references"] if not one["cited"]} == {"yew"}


def test_of_a_library_only_what_is_cited_is_looked_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_project(tmp_path, PAPER)
    monkeypatch.setattr(command, "MOST_LOOKED_UP", 3)

    async def talk(client: Inside) -> None:
        main = (tmp_path / "main.tex").as_uri()
        answer = await client.request("workspace/executeCommand", ask("references", uri=main))
        state = {one["key"]: one["state"] for one in answer["result"]["references"]}
        assert state == {"ash": "abstract", "elm": "abstract", "yew": "abstract", "oak": None}

    inside(tmp_path, {}, talk)
