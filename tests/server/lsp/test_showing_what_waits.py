"""What a command tells of a text that waits, sentence by sentence, and of a paper."""

from pathlib import Path

import pytest

from projects import make_project
from writing_client import PAPER, Editor, run, writing

pytestmark = pytest.mark.usefixtures("jobs_in_threads")


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
    assert sentence["parts"] == [
        "Version 0 tells of Elm Trees",
        {"cites": ["elm"], "form": "parenthetical", "names": "", "note": ""},
        ".",
    ]
    assert (sentence["text"], sentence["cites"]) == ("Version 0 tells of Elm Trees.", ["elm"])
    (source,) = sentence["evidence"]
    assert (source["key"], source["source"]) == ("elm", "abstract")
    assert source["sentence"] == "We show that elm trees grow well in the north."
    assert second["paragraphs"][0]["sentences"][0]["text"].startswith("Version 1 tells of")
    assert first["uncited"] == ["ash"]
    assert first["references"][0] == {"key": "ash", "title": "Ash Trees", "hasAbstract": False}
    assert first["notes"] == []
    measured = {"references": 2, "edges": 0, "average_degree": 0.0, "clustering": 0.0}
    assert first["metrics"] == measured
    assert first["foot"].startswith("It cites 2 references. 0 pairs share a sentence")


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
