"""What commands tell a client that shows it: references, a text that waits, a paper."""

from pathlib import Path

import pytest

from citeloom.lsp.features.commands import papers as command
from lsp_inside import Inside, inside
from lsp_inside import command as ask
from projects import make_project
from writing_client import PAPER, Editor, refusal, run, writing

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
    ash, elm, _, lost, oak = found["references"]
    (cited,) = ash["cited"]
    assert cited["range"]["start"] == {"line": 3, "character": 26}
    assert (ash["title"], ash["keywords"], ash["state"]) == ("Ash Trees", ["trees"], "abstract")
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


def test_each_sentence_comes_with_its_words_citations_and_sources(tmp_path: Path) -> None:
    fixture = PAPER.replace(", abstract = {We plant ash trees in rows and count them.}", "")
    main = tmp_path / "main.tex"
    with writing(tmp_path, fixture, capabilities={}, alternatives=1) as (client, _):
        offer = client.written()
        first, second = run(client, "show", {"offer": offer})["offers"]
    assert (first["version"], second["version"]) == (0, 1)
    assert first["uri"] == main.as_uri() and first["section"] == "Related Work"
    (paragraph,) = first["paragraphs"]
    assert paragraph["topic"] == "all of it"
    sentence = paragraph["sentences"][0]
    assert (sentence["text"], sentence["cites"]) == ("Version 0 tells of Elm Trees.", ["elm"])
    (source,) = sentence["evidence"]
    assert (source["key"], source["source"]) == ("elm", "abstract")
    assert source["sentence"] == "We show that elm trees grow well in the north."
    assert second["paragraphs"][0]["sentences"][0]["text"].startswith("Version 1 tells of")
    assert first["uncited"] == ["ash"]
    assert first["references"][0]["hasAbstract"] is False
    assert first["foot"] == ""


def test_a_paper_comes_with_its_entry_its_abstract_and_its_links(tmp_path: Path) -> None:
    fixture = PAPER.replace("{Ash Trees},", "{Ash Trees}, doi = {10.1000/ash},")
    main = make_project(tmp_path, fixture)
    with Editor(tmp_path) as client:
        client.begin(capabilities={})
        shown = run(client, "show", {"uri": main.as_uri(), "key": "ash"})
    assert shown["entry"]["uri"] == (tmp_path / "refs.bib").as_uri()
    assert shown["entry"]["range"]["start"] == {"line": 0, "character": 0}
    assert (shown["title"], shown["abstractFrom"]) == ("Ash Trees", "bib")
    assert shown["abstract"] == "We plant ash trees in rows and count them."
    assert shown["links"] == [{"name": "DOI", "url": "https://doi.org/10.1000/ash"}]
