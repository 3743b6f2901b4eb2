"""``citeloom write --from-corpus``: papers of a corpus, their new entries, and the text at once."""

import asyncio
import gzip
import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from corpus_papers import records, write_dump

from answering_in_words import answer_in_words
from citeloom.actions.context import Context, open_project, project_folder
from citeloom.actions.corpus.find_references import find_references
from citeloom.actions.writing.insert import insert_into_files
from citeloom.actions.writing.stored.made_texts import waiting_related_work
from citeloom.actions.writing.task.plan import plan
from citeloom.actions.writing.task.request import WriteRequest
from citeloom.actions.writing.waiting import SectionText, WaitingText
from citeloom.actions.writing.write import write
from citeloom.papers.found import Found
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Author, Paper
from citeloom.papers.store.searches import keep_outcome
from citeloom.papers.store.store import Store
from citeloom.problem import InputError
from citeloom.settings import user_settings
from citeloom_latex.bib.scan import scan_bib
from endpoint_server import Running, running
from model_project import PROJECT, configure
from projects import make_project
from services.running import running as services

Run = Callable[..., tuple[int, str, str]]
FROM = ("--method", "citegeist", "--from-corpus")
SIX = ("--set", "citegeist.breadth=6")


@pytest.fixture
def server() -> Iterator[Running]:
    with running() as found:
        yield found


@pytest.fixture
def main(tmp_path: Path, run: Run, server: Running) -> Path:
    """Make a project, and a corpus with nine papers, two of which the project has."""
    configure(server)
    assert run("corpus", "build", write_dump(tmp_path / "dump.jsonl"))[0] == 0
    return make_project(tmp_path / "paper", PROJECT)


def new_entries(main: Path, before: str) -> dict[str, str]:
    """Return the fields of new entries as written, by keys; all other bytes are as before."""
    text = (main.parent / "refs.bib").read_text("utf-8")
    old = {entry.key for entry in scan_bib(before).entries}
    rest, found = text, {}
    for entry in scan_bib(text).entries:
        if entry.key not in old:
            found[entry.key] = entry.span.of(text)
            rest = rest.replace(found[entry.key], "")
    assert re.sub(r"\s+", "", rest) == re.sub(r"\s+", "", before)
    return found


def cited(main: Path) -> set[str]:
    text = main.read_text("utf-8").partition("citeloom:begin")[2]
    return {key for keys in re.findall(r"\\cite\w*\{([^}]*)\}", text) for key in keys.split(",")}


@pytest.mark.parametrize("says", [None, answer_in_words], ids=["schema", "words alone"])
def test_text_and_entries_come_together(
    run: Run, main: Path, server: Running, says: Callable[[str], str] | None
) -> None:
    server.behaviour.says = says
    before = (main.parent / "refs.bib").read_text("utf-8")
    code, out, err = run("write", main, *FROM, *SIX, "--in-place")
    assert (code, out) == (0, ""), err
    new = new_entries(main, before)
    assert len(new) == 4
    # What the .bib has keeps its key, found by its DOI and by title and author.
    assert cited(main) == {*new, "key0", "key1"}
    said = re.search(r"^with 4 new entries in refs.bib: (.*)$", err, re.MULTILINE)
    assert said is not None and set(said[1].split(", ")) == set(new)
    written = [line for line in err.splitlines() if line.startswith("written to")]
    assert [line.rpartition("/")[2] for line in written] == ["refs.bib", "main.tex"]
    for text in new.values():
        for field in ("title", "author", "year", "journal", "doi", "abstract"):
            assert re.search(rf"\b{field}\s*=", text), text
    assert "warning" not in err
    assert len(server.asked) == 7


def test_libraries_and_papers_looked_up_before_are_written_about_without_a_corpus(
    run: Run, tmp_path: Path, server: Running
) -> None:
    """What another project's own files say is no part of that."""
    configure(server)
    settings, library = Path(os.environ["CITELOOM_CONFIG"]), tmp_path / "own.bib"
    settings.write_text(f"library = [{json.dumps(str(library))}]\n{settings.read_text()}")
    kept, looked_up = records()[2:7], records()[7]
    library.write_text("\n".join(map(entry, kept)), "utf-8")
    author = Author("Family", "Ann")
    paper = Paper(
        f"doi:{looked_up['doi']}",
        (),
        str(looked_up["title"]),
        (author,),
        2016,
        abstract=str(looked_up["abstract"]),
        sources=dict.fromkeys(("title", "authors", "year", "abstract"), "crossref"),
    )
    secret = replace(paper, venue="Secrets", sources={**paper.sources, "venue": "bib"})
    with Store.open(user_settings().store) as store:
        outcome = Outcome(secret, Status.MATCHED, "DOI", (Found(secret),))
        store.write(keep_outcome, paper, outcome)
    main = make_project(tmp_path / "paper", PROJECT)
    before = (main.parent / "refs.bib").read_text("utf-8")
    written = ("write", main, "--method", "citegeist", "--from-library", *SIX)
    code, out, err = run(*written, "--in-place")
    assert (code, out) == (0, ""), err
    new = new_entries(main, before)
    assert len(new) == 6 and cited(main) == {*new}
    assert any(str(looked_up["title"]) in text for text in new.values())
    assert not any("Secrets" in text for text in new.values())
    assert "your libraries have no vectors" in err and "corpus" not in err
    code, out, err = run(*written, "--from-corpus")
    assert code == 2 and "not from both" in err


def entry(record: dict[str, object]) -> str:
    people = " and ".join(map(str, record["authors"]))  # type: ignore[call-overload]
    return (
        f"@article{{{record['id']}, title = {{{record['title']}}}, author = {{{people}}}, "
        f"year = {{{record['year']}}}, abstract = {{{record['abstract']}}}}}"
    )


def test_the_drafts_own_paper_and_excluded_ones_are_left_out(
    run: Run, main: Path, tmp_path: Path
) -> None:
    own = {"id": "own", "title": "A Tool", "abstract": "We present an editor that reads drafts."}
    (tmp_path / "own.jsonl").write_text(json.dumps(own), "utf-8")
    assert run("corpus", "build", tmp_path / "own.jsonl")[0] == 0
    code, out, err = run("write", main, *FROM, "--exclude", "key0", "--json", "--trace")
    assert code == 0, err
    papers = json.loads(out)["trace"]["from_corpus"]["papers"]
    assert "own" not in papers and len(papers) == 8
    assert "key0:" not in err and "key1: Parsing of kind 1" in err


def test_an_estimate_asks_nobody_and_writes_nothing(run: Run, main: Path, server: Running) -> None:
    before = {path: path.read_bytes() for path in main.parent.rglob("*") if path.is_file()}
    code, out, err = run("write", main, *FROM, *SIX, "--dry-run")
    assert (code, out, server.asked) == (0, "", [])
    assert "6 papers from the corpus match the draft" in err
    assert "with 4 new entries in refs.bib" in err
    assert "in all about 7 calls" in err
    after = {path: path.read_bytes() for path in main.parent.rglob("*") if path.is_file()}
    assert after == before


def test_without_a_file_the_entries_are_shown_beside_the_text(run: Run, main: Path) -> None:
    before = (main.parent / "refs.bib").read_text("utf-8")
    code, out, err = run("write", main, *FROM, *SIX)
    assert code == 0
    keys = re.search(r"with 4 new entries in refs.bib: (.*)", err)
    assert keys is not None
    for key in keys[1].split(", "):
        assert f"{{{key}," in err and key in out
    code, out, _ = run("write", main, *FROM, *SIX, "--json")
    entries = json.loads(out)["new_entries"]
    assert [entry["key"] for entry in entries] == keys[1].split(", ")
    assert (main.parent / "refs.bib").read_text("utf-8") == before


def test_a_paper_that_is_refused_gets_no_entry(run: Run, main: Path, server: Running) -> None:
    before = (main.parent / "refs.bib").read_text("utf-8")
    server.behaviour.objects_to = "Study 0 on"
    code, _, err = run("write", main, *FROM, *SIX, "--in-place")
    assert code == 0, err
    assert "the model refuses its text and its title; it was left out" in err
    new = new_entries(main, before)
    assert len(new) == 3
    assert cited(main) == {*new, "key0", "key1"}
    assert not any("Study 0" in text for text in new.values())


def test_a_bib_file_elsewhere_is_not_written_before_it_is_allowed(
    run: Run, main: Path, tmp_path: Path, server: Running
) -> None:
    elsewhere = tmp_path / "elsewhere/refs.bib"
    elsewhere.parent.mkdir()
    (main.parent / "refs.bib").rename(elsewhere)
    main.write_text(main.read_text("utf-8").replace("{refs}", "{../elsewhere/refs}"), "utf-8")
    before = elsewhere.read_bytes(), main.read_bytes()
    code, out, err = run("write", main, *FROM, "--in-place")
    assert (code, out, server.asked) == (2, "", [])
    assert str(elsewhere) in err and "with --outside" in err
    assert (elsewhere.read_bytes(), main.read_bytes()) == before
    code, _, err = run("write", main, *FROM, "--in-place", "--outside")
    assert code == 0, err
    assert elsewhere.read_bytes() != before[0] and main.read_bytes() != before[1]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("--keys", "key0"), "references can come from the corpus or from keys, not from both"),
        (("--corpus", "nowhere"), "no corpus found in nowhere"),
    ],
    ids=["keys", "no corpus"],
)
def test_what_does_not_go_together_is_said(
    run: Run, main: Path, server: Running, asked: tuple[str, ...], said: str
) -> None:
    code, out, err = run("write", main, *FROM, *asked)
    assert (code, out, server.asked) == (2, "", [])
    assert said in err


async def made(main: Path) -> WaitingText:
    request = WriteRequest(main, method="extractive", from_corpus=True)
    found = await find_references(request, Context())
    written = await write(plan(request, Context(), found), Context())
    return waiting_related_work(written, request)


def test_neither_file_is_written_where_one_has_changed_meanwhile(main: Path) -> None:
    text = asyncio.run(made(main))
    opened = open_project(main, Context())
    folder = project_folder(opened.project, main, Context())
    bib = (main.parent / "refs.bib").read_bytes()
    main.write_text(main.read_text("utf-8").replace("A tool", "A new tool"), "utf-8")
    with pytest.raises(InputError, match="has changed since it was read"):
        insert_into_files(text, opened, folder)
    assert (main.parent / "refs.bib").read_bytes() == bib


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("@misc{KEY, title = {Quite another paper}}", "is now the key of another entry"),
        ("@misc{mine, title = {TITLE}, doi = {DOI}}", "but its key is now 'mine'"),
    ],
    ids=["the key is taken", "the paper has another key"],
)
def test_a_text_whose_keys_are_no_longer_right_is_not_inserted(
    main: Path, entry: str, said: str
) -> None:
    text = asyncio.run(made(main))
    assert isinstance(text.content, SectionText)
    paper = text.content.brought_by()[0]
    for name, value in (("KEY", paper.key), ("TITLE", paper.title), ("DOI", paper.doi)):
        entry = entry.replace(name, value)
    bib = main.parent / "refs.bib"
    bib.write_text(f"{bib.read_text('utf-8')}\n{entry}\n", "utf-8")
    before = main.read_bytes(), bib.read_bytes()
    opened = open_project(main, Context())
    with pytest.raises(InputError, match=said):
        insert_into_files(text, opened, project_folder(opened.project, main, Context()))
    assert (main.read_bytes(), bib.read_bytes()) == before


def source_of(title: str) -> bytes:
    """Return a paper as arXiv has its source, with a section on something that is nowhere else."""
    said = "An editor that reads drafts while they are typed holds ZEBRAS. "
    return gzip.compress(
        rf"\documentclass{{article}}\title{{{title}}}\begin{{document}}\maketitle"
        rf"\section{{Results}}{said * 9}\end{{document}}".encode()
    )


def test_full_texts_of_the_longlist_are_fetched_where_that_is_asked_for(
    run: Run, main: Path, tmp_path: Path, server: Running
) -> None:
    title = "Study 0 on parsing of malformed documents"
    names = {f"paper-{at}": f"1905.0123{at}" for at in range(7)}
    known = [
        {**record, "arxiv": names[str(record["id"])], "doi": ""}
        for record in records()
        if record["id"] in names
    ]
    (tmp_path / "more.jsonl").write_text("\n".join(map(json.dumps, known)), "utf-8")
    assert run("corpus", "build", tmp_path / "more.jsonl")[0] == 0
    files = {"/e-print/1905.01230": ("application/gzip", source_of(title))}
    with services((), files=files) as there:
        config = Path(os.environ["CITELOOM_CONFIG"])
        addresses = [f'{name} = "{address}"' for name, address in there.addresses.items()]
        own = config.read_text("utf-8")
        config.write_text("\n".join(['contact = "a@example.org"', own, "[services]", *addresses]))
        assert run("write", main, *FROM, *SIX, "--full-texts", "--dry-run")[0] == 0
        assert run("write", main, *FROM, *SIX)[0] == 0
        assert there.log == []
        assert "ZEBRAS" not in str(server.asked)
        code, _, err = run("write", main, *FROM, *SIX, "--full-texts", "--in-place")
        assert code == 0, err
        assert {seen.service for seen in there.log} == {"arxiv_pages"}, err
    assert "warning: 1 of 9 full texts were fetched" in err
    assert "ZEBRAS" in str(server.asked)
    asked = [str(body) for body in server.asked if "Pages of its full text" in str(body)]
    assert asked and all("ZEBRAS" in text and title in text for text in asked)
