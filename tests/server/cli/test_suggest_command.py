"""`citeloom suggest`: it lists candidates, and adds one or dismisses it when it is told to."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tabled import tabled

from citeloom.actions.suggesting.query import SuggestionQuery
from citeloom.actions.suggesting.sources import Candidates
from citeloom.papers.paper import Author, Paper
from projects import make_project, sample

DRAFT = sample("suggest_command")
GRAPHS = Paper(
    "doi:10.1000/graphs",
    title="Graph parsers that look at all trees",
    authors=(Author("Ek", "Bo"), Author("Lee", "Ann")),
    year=2001,
    venue="Journal of Parsing",
    doi="10.1000/graphs",
    abstract="We show graph parsers. They look at all trees of a sentence and are slow.",
)
OTHER = Paper("arxiv:1001.00001", title="Morphology of \x1b[31mbees", arxiv_id="1001.00001")
Run = Callable[..., tuple[int, str, str]]


@dataclass(frozen=True)
class Given:
    papers: tuple[Paper, ...]
    name: str = "corpus"

    async def find(self, query: SuggestionQuery) -> Candidates:
        return Candidates(self.papers, notes=("it was searched by words",))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, own_data_folder: Path) -> list[dict[str, Any]]:
    """Let suggestions come from two papers; return what the sources are made for."""
    asked: list[dict[str, Any]] = []

    def sources(*arguments: object, **named: Any) -> tuple[Given, ...]:
        asked.append(named)
        return (Given((GRAPHS, OTHER)),)

    monkeypatch.setattr("citeloom.cli.suggesting.command.all_sources", sources)
    return asked


@pytest.fixture
def main(tmp_path: Path) -> Path:
    return make_project(tmp_path / "draft", DRAFT)


def files(main: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in main.parent.iterdir() if path.is_file()}


@pytest.mark.usefixtures("asked")
def test_it_lists_candidates_and_adds_nothing(run: Run, main: Path) -> None:
    before = files(main)
    code, out, err = run("suggest", main)
    assert code == 0 and files(main) == before
    assert "1. Graph parsers that look at all trees (Ek and Lee, 2001, Journal of Parsing)" in out
    assert "[doi:10.1000/graphs]" in out and "from corpus" in out
    # However long and hyphenated a path is, it stands in one piece.
    assert f"{main}:7: Graph parsers look at all trees of a" in " ".join(out.split())
    assert "They look at all trees of a sentence" in " ".join(out.split())
    assert "2. Morphology of" in out and "\x1b" not in out
    assert "it was searched by words" in err
    assert len(run("suggest", main, "--most", 1)[1]) < len(out)


@pytest.mark.usefixtures("asked")
def test_json_has_what_the_list_has(run: Run, main: Path) -> None:
    code, out, _ = run("suggest", main, "--json")
    answer = json.loads(out)
    assert code == 0 and answer["version"] == 1
    assert answer["notes"] == ["corpus: it was searched by words"]
    first = answer["suggestions"][0]
    assert first["id"] == GRAPHS.id and first["paper"]["authors"] == ["Bo Ek", "Ann Lee"]
    assert first["sources"] == ["corpus"] and first["abstract"] == GRAPHS.abstract
    sentence = first["sentence"]
    assert (sentence["file"], sentence["line"]) == (str(main), 7)
    text = main.read_text("utf-8")[sentence["start"] : sentence["end"]]
    assert text == "Graph parsers look at all trees of a sentence."


@pytest.mark.usefixtures("asked")
def test_one_that_is_taken_gets_entry_and_citation(run: Run, main: Path) -> None:
    before = files(main)
    code, shown, err = run("suggest", main, "--take", GRAPHS.id, "--dry-run")
    assert code == 0 and files(main) == before
    assert "+@article{ek2001," in shown and "+Graph parsers look at all trees" in shown
    code, out, err = run("suggest", main, "--take", GRAPHS.id)
    assert (code, out) == (0, shown) and "'ek2001' was written to" in err
    bib, text = (main.with_name("refs.bib").read_text("utf-8"), main.read_text("utf-8"))
    assert bib.startswith(before["refs.bib"].decode().rstrip()) and "doi = {10.1000/graphs}" in bib
    assert "trees of a sentence \\citep{ek2001}.\n" in text
    _, out, err = run("suggest", main)
    assert "1. Morphology" in out and "use --take ID to add" in err
    once = files(main)
    assert run("suggest", main, "--take", GRAPHS.id)[0] == 2 and files(main) == once


@pytest.mark.usefixtures("asked")
def test_a_dismissed_one_comes_again_only_when_it_is_restored(run: Run, main: Path) -> None:
    assert run("suggest", main, "--dismissed")[1] == ""
    code, _, err = run("suggest", main, "--dismiss", GRAPHS.id)
    assert code == 0 and "dismissed: Graph parsers" in err
    assert "Graph parsers that" not in run("suggest", main)[1]
    assert GRAPHS.id in run("suggest", main, "--dismissed")[1]
    assert run("suggest", main, "--restore", "doi:10.9/none")[0] == 2
    assert run("suggest", main, "--restore", GRAPHS.id)[0] == 0
    assert "Graph parsers that" in run("suggest", main)[1]


@pytest.mark.usefixtures("asked")
def test_one_is_cited_at_the_sentence_that_is_named(
    run: Run, main: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(main.parent)
    assert run("suggest", "main.tex", "--at", "main.tex:6", "--take", GRAPHS.id)[0] == 0
    assert "fast \\citep{old1999,ek2001}.\n" in main.read_text("utf-8")


@pytest.mark.usefixtures("asked")
def test_a_column_names_one_of_several_sentences_of_a_line(
    run: Run, main: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = main.read_text("utf-8").replace("{old1999}.\n", "{old1999}. ")
    main.write_text(text, "utf-8")
    monkeypatch.chdir(main.parent)
    column = text.splitlines()[5].index("Graph") + 1
    first, second = (
        json.loads(run("suggest", "main.tex", "--json", "--at", at)[1])["suggestions"][0]
        for at in (f"main.tex:6:{column - 2}", f"main.tex:6:{column}")
    )
    assert first["sentence"]["text"] == "Transition parsers are fast."
    assert second["sentence"]["text"] == "Graph parsers look at all trees of a sentence."
    assert (
        "line 6 has 2 sentences, at columns 1 and "
        in run("suggest", "main.tex", "--at", "main.tex:6")[2]
    )
    assert run("suggest", "main.tex", "--at", "main.tex:6:900")[0] == 2
    at = f"main.tex:6:{column}"
    assert run("suggest", "main.tex", "--at", at, "--take", GRAPHS.id)[0] == 0
    assert "sentence \\citep{ek2001}.\n" in main.read_text("utf-8")


def test_services_are_asked_as_the_user_says(
    run: Run, main: Path, asked: list[dict[str, Any]]
) -> None:
    for options in ((), ("--online",), ("--offline",)):
        run("suggest", main, *options)
    assert [named["may_ask"] for named in asked] == [None, True, False]


def test_without_an_answer_to_that_it_says_what_would_ask_them(
    run: Run, main: Path, own_data_folder: Path
) -> None:
    _, _, err = run("suggest", main)
    assert "you have not agreed" in err and "--online asks them" in err
    _, _, err = run("suggest", main, "--offline")
    assert "you have not agreed" not in err and "--online" not in err


@pytest.mark.usefixtures("asked")
@tabled(least=10)
def test_what_cannot_be_done_is_said_and_nothing_is_written(
    run: Run, main: Path, options: tuple[str, ...], said: str
) -> None:
    before = files(main)
    code, _, err = run("suggest", main, *options)
    assert code == 2 and said in err and files(main) == before
