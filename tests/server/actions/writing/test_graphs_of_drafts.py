"""Which references a draft, or a text that was written for it, cites together."""

import asyncio
import json
from pathlib import Path
from typing import Any

from citeloom.actions.checking.claims.written_check import check_versions
from citeloom.actions.context import Context, open_project
from citeloom.actions.writing.graphs import draft_graph, graph_json, result_graphs
from citeloom.actions.writing.task.plan import plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.write import write
from citeloom.cli.writing.write_json import written_json
from citeloom.methods.graph import Graph, Node, NodeKind
from citeloom.methods.result import (
    CitationForm,
    CitationMark,
    Paragraph,
    Result,
    Sentence,
    SentenceKind,
)
from citeloom.papers.paper import Author, Paper
from projects import make_project, sample

PAPER = sample("graphs_of_drafts")


def shown(folder: Path, fixture: str = PAPER) -> dict[str, Any]:
    opened = open_project(make_project(folder, fixture), Context())
    return graph_json(*draft_graph(opened))


def test_what_is_cited_together_in_one_citation_sentence_or_paragraph(tmp_path: Path) -> None:
    graph = shown(tmp_path)
    key = {one["id"]: one["keys"][0] for one in graph["nodes"]}
    found = {
        (key[one["start"]], key[one["end"]]): (one["weight"], one["detail"])
        for one in graph["edges"]
    }
    assert found == {
        ("oak", "ash"): (1, "once in one citation"),
        ("ash", "elm"): (1, "once in one citation"),
        ("ash", "yew"): (0.5, "once in one sentence"),
        ("elm", "yew"): (0.5, "2 times in one paragraph"),
        ("box", "fir"): (1, "once in one citation"),
    }
    assert not any(one["directed"] for one in graph["edges"])


def test_only_what_the_author_wrote_counts(tmp_path: Path) -> None:
    ours = (
        "\n\n% citeloom:begin 0123456789\nTogether \\cite{oak,yew,uncited}.\n"
        "% citeloom:end 0123456789\n\\bibliography{refs}"
    )
    graph = shown(tmp_path, PAPER.replace("\n\\bibliography{refs}", ours))
    assert "uncited" not in {node["keys"][0] for node in graph["nodes"]}
    assert graph["edges"] == shown(tmp_path / "before")["edges"]


def test_papers_are_named_as_people_name_them(tmp_path: Path) -> None:
    labels = {one["keys"][0]: one["label"] for one in shown(tmp_path)["nodes"]}
    assert labels == {
        "ash": "Smith et al. 2020 (ash)",
        "yew": "Smith et al. 2020 (yew)",
        "elm": "Lee and Wu 2021",
        "oak": "Grün",
        "fir": "fir",
        "box": "1999",
    }


def test_a_draft_that_cites_nothing_has_an_empty_graph(tmp_path: Path) -> None:
    graph = shown(tmp_path, "%! main.tex\n\\documentclass{article}\n\\begin{document}\nA.\n")
    assert graph["nodes"] == graph["edges"] == []


def test_entries_of_one_paper_are_one_node(tmp_path: Path) -> None:
    graph = shown(
        tmp_path,
        """
        %! main.tex
        \\documentclass{article}
        \\begin{document}
        A \\cite{one,two}. B \\cite{two,other}.
        \\bibliography{refs}
        %! refs.bib
        @misc{one, title = {Trees}, author = {Ash, A.}, year = 2020}
        @misc{two, title = {Trees}, author = {Ash, A.}, year = 2020}
        @misc{other, title = {Shrubs}, author = {Yew, Y.}, year = 2021}
        """,
    )
    assert [one["keys"] for one in graph["nodes"]] == [["one"], ["other"]]
    assert [one["weight"] for one in graph["edges"]] == [1]


def test_a_result_has_its_own_graphs_and_that_of_its_text() -> None:
    papers = (Paper("1", ("a",), "A", (Author("Ash"),), 2020), Paper("2", ("b",)), Paper("3"))
    textual = CitationMark(("1",), CitationForm.TEXTUAL, "Ash")
    sentence = Sentence(
        (textual, " shows it", CitationMark(("2",)), "."), SentenceKind.STATEMENT, ()
    )
    made = Graph("minigraph", "M", (Node("x", "X", NodeKind.TERM, papers=("1", "3")),))
    result = Result((Paragraph("", (sentence,)),), graphs=(made,))
    minigraph, together = (
        graph_json(one, {"1": "a", "2": "b"}) for one in result_graphs(result, papers)
    )
    assert minigraph["nodes"][0]["keys"] == ["a"]
    assert [(one["label"], one["keys"]) for one in together["nodes"]] == [
        ("Ash 2020", ["a"]),
        ("b", ["b"]),
    ]
    assert [one["detail"] for one in together["edges"]] == ["once in one sentence"]


def test_what_is_written_comes_with_its_graphs(tmp_path: Path) -> None:
    said = "We propose a method that plants ash trees in rows and counts them every year."
    abstracts = PAPER.replace("@misc{ash,", f"@misc{{ash, abstract = {{{said}}},")
    context = Context()
    planned = plan(WriteRequest(make_project(tmp_path, abstracts), keys=("ash",)), context)
    written = asyncio.run(write(planned, context))
    (graph,) = json.loads(written_json(written, check_versions(written), trace=True))["graphs"]
    assert [one["keys"] for one in graph["nodes"]] == [["ash"]]
    assert "graphs" not in json.loads(written_json(written, check_versions(written)))
