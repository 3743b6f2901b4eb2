"""What agents find in the user's own libraries: nothing unless the user himself allowed it."""

import asyncio
import json
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters, stdio_client
from orders_in_papers import ORDERS, Order
from typer.testing import CliRunner

from agent_client import AgentClient, Called, converse
from citeloom.__main__ import read_mcp_arguments
from citeloom.actions.papers.own_libraries import named_libraries
from citeloom.cli.main import app_for
from citeloom.papers.libraries.port import Library
from citeloom.papers.paper_index import PaperIndex
from citeloom.settings import user_settings
from projects import make_project, sample
from zotero_databases import GROUP, ZoteroItem, add_items, make_zotero

PROJECT = sample("own_libraries_for_agents")
SLEEP = "We study how bees sleep in winter. A warm hive lets every bee sleep for weeks."
ITEMS = (
    ZoteroItem(
        "S",
        {
            "title": "How Bees Sleep",
            "date": "2019",
            "abstractNote": SLEEP,
            "DOI": "10.1000/sleep",
            "publicationTitle": "Hives",
            "extra": "my private note: dull\nCitation Key: sleepKey",
            "citationKey": "sleepKey",
        },
        [("Mör", "Élise")],
        pdfs=((2, "/home/ann/secret folder/sleep.pdf"),),
        library=GROUP,
    ),
    ZoteroItem("L", {"title": "How Bees Dance", "date": "2020"}, [("Lee", "Kim")]),
    ZoteroItem(
        "R",
        {"title": "RETRACTED: Bees Can Read", "date": "2018", "abstractNote": "Bees read. " * 9},
        [("Foe", "Al")],
    ),
    ZoteroItem("T", {"title": "Bees in the Bin", "date": "2018"}, [("Foe", "Al")], trashed=True),
)
IN_ABSTRACTS = [order for order in ORDERS if order.field == "abstract"][:2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_project(tmp_path, PROJECT)
    use_zotero(make_zotero(tmp_path / "Zotero", ITEMS).parent)
    return tmp_path / "paper"


def use_zotero(place: Path | str, *library: Path) -> None:
    settings = Path(os.environ["CITELOOM_CONFIG"])
    names = json.dumps([str(path) for path in library])
    settings.write_text(f"zotero = {json.dumps(str(place))}\nlibrary = {names}\n", "utf-8")


def search(
    folder: Path, words: str = "bees", *, with_libraries: bool = True, **more: object
) -> Called:
    def talk(client: AgentClient) -> Any:
        return client.call("search_references", file="main.tex", words=words, **more)

    return converse(talk, folder, with_libraries=with_libraries)


def titles(called: Called) -> list[str]:
    return [it["title"] for it in called.value["in_own_libraries"]]


def test_without_the_users_leave_nothing_of_a_library_is_said(folder: Path) -> None:
    value = search(folder, with_libraries=False).value
    assert [it["key"] for it in value["references"]] == ["lee20"]
    assert value.keys() == {"note", "references"}


def test_a_project_cannot_give_that_leave(folder: Path) -> None:
    (folder / "citeloom.toml").write_text("libraries = true\n")
    refused = search(folder, with_libraries=False)
    assert refused.is_error and "'libraries'" in refused.text


def test_papers_of_the_library_come_beside_the_entries(folder: Path) -> None:
    found = search(folder)
    assert [it["key"] for it in found.value["references"]] == ["lee20"]
    assert sorted(titles(found)) == ["How Bees Sleep", "RETRACTED: Bees Can Read"]
    sleep, read = sorted(found.value["in_own_libraries"], key=lambda it: it["title"])
    assert sleep["where"] == "in the author's own Zotero library, not in this draft's .bib"
    assert (sleep["people"], sleep["authors"], sleep["year"]) == ("Mör", "Élise Mör", 2019)
    assert (sleep["venue"], sleep["doi"]) == ("Hives", "10.1000/sleep")
    assert SLEEP in sleep["abstract"] and sleep["abstract"].startswith("<quoted-")
    assert read["warning"].startswith("the paper says that it was retracted")
    assert read["abstract"] == "" and "warning" not in sleep
    assert "no citation key" in found.value["about_own_libraries"]


def test_no_key_note_or_path_of_the_library_is_given(folder: Path) -> None:
    found = search(folder, "sleep")
    assert titles(found) == ["How Bees Sleep"]
    assert not any("key" in it for it in found.value["in_own_libraries"])
    for secret in ("sleepKey", "private", "secret folder", ".pdf", str(folder.parent)):
        assert secret not in found.text
    assert search(folder, "sleepKey").value["in_own_libraries"] == []


def test_a_paper_that_came_into_the_bib_is_given_by_its_key_alone(folder: Path) -> None:
    with (folder / "refs.bib").open("a") as bib:
        bib.write("@article{mor19, title={How Bees Sleep}, author={Mör, Élise}, year=2019}\n")
    found = search(folder, "sleep")
    assert [it["key"] for it in found.value["references"]] == ["mor19"]
    assert found.value["in_own_libraries"] == []


@pytest.mark.parametrize("order", IN_ABSTRACTS, ids=lambda order: order.name)
def test_orders_in_a_library_are_left_out(folder: Path, order: Order) -> None:
    fields = {"title": f"Wasps. {order.text}", "abstractNote": f"Wasps are studied. {order.text}"}
    path = folder.parent / "Zotero" / "zotero.sqlite"
    with closing(sqlite3.connect(path)) as database:
        add_items(database, [ZoteroItem("W", fields, [(order.text, "Ann")])])
        database.commit()
    (found,) = search(folder, "wasps").value["in_own_libraries"]
    assert order.text not in json.dumps(found, ensure_ascii=False)
    assert "left out" in found["title"] and "left out" in found["abstract"]


def test_bib_files_of_the_user_are_searched(folder: Path) -> None:
    own = folder.parent / "own.bib"
    own.write_text("@article{x, title={Ants Dream}, author={Ott, Bo}, year=2001, note={Mine}}")
    use_zotero("off", own)
    found = search(folder, "ants bees")
    assert titles(found) == ["Ants Dream"]
    assert "own .bib files" in found.value["in_own_libraries"][0]["where"]
    assert "Mine" not in found.text and str(own) not in found.text


def test_a_folder_among_the_bib_files_is_told_without_its_path(folder: Path) -> None:
    papers, own = folder.parent / "papers", folder.parent / "own.bib"
    papers.mkdir()
    own.write_text("@misc{x, title={Moths Sing}}")
    use_zotero("off", papers, own)
    found = search(folder, "moths")
    assert titles(found) == ["Moths Sing"]
    assert ".bib files could not be read, or not all of it" in found.value["not_read"]
    assert str(papers) not in found.text


@pytest.mark.parametrize("content", [b"something else", b""])
def test_what_is_kept_of_a_library_may_go_at_any_time(
    content: bytes, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also between the look at its files and the search."""
    refresh = PaperIndex.refresh

    def refresh_and_lose(index: PaperIndex, library: Library) -> str:
        state = refresh(index, library)
        index.path.write_bytes(content)
        return state

    monkeypatch.setattr(PaperIndex, "refresh", refresh_and_lose)
    value = search(folder).value
    assert value["in_own_libraries"] == [] and "Zotero" in value["not_read"]


def test_a_library_that_another_program_reads_is_not_given_for_the_one_that_is_allowed(
    folder: Path,
) -> None:
    public, private = folder.parent / "public.bib", folder.parent / "private.bib"
    public.write_text("@article{a, title={Ants Dream}, year=2001}")
    private.write_text("@article{b, title={Ants Hide}, year=2002}")
    user = user_settings().model_copy(update={"zotero": "off", "library": (private,)})

    async def talk(client: AgentClient) -> list[dict[str, Any]]:
        found = []
        for _ in range(2):
            call = await client.call("search_references", file="main.tex", words="ants")
            found += call.value["in_own_libraries"]
            (hit,) = named_libraries(user).by_words("ants", 5)
            assert hit.paper.title == "Ants Hide"
        return found

    use_zotero("off", public)
    found = converse(talk, folder, with_libraries=True)
    assert [it["title"] for it in found] == ["Ants Dream", "Ants Dream"]


def test_for_a_library_that_cannot_be_read_no_other_is_given(folder: Path) -> None:
    assert "How Bees Sleep" in titles(search(folder))
    other = folder.parent / "Other"
    other.mkdir()
    (other / "zotero.sqlite").write_bytes(b"not a readable database")
    use_zotero(other)
    value = search(folder).value
    assert value["in_own_libraries"] == [] and "Zotero" in value["not_read"]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["a", "b c"],
        ["--libraries", "a"],
        ["a", "--libraries"],
    ],
)
def test_arguments_mean_what_the_command_line_takes_them_for(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[tuple[list[str], bool]] = []
    monkeypatch.setattr("citeloom.mcp.server.serve", lambda *given: taken.append(given))
    assert CliRunner().invoke(app_for(["mcp"]), ["mcp", *arguments]).exit_code == 0
    assert taken == [read_mcp_arguments(arguments)]


@pytest.mark.parametrize("option", ["--help", "-x", "--library"])
def test_other_options_are_left_to_the_command_line(option: str) -> None:
    assert read_mcp_arguments([option, "off"]) is None


@pytest.mark.parametrize("options", [(), ("--libraries",)])
def test_the_option_decides_for_the_official_client(folder: Path, options: tuple[str, ...]) -> None:
    own = {name: os.environ[name] for name in ("CITELOOM_DATA", "CITELOOM_CONFIG")}
    args = ["-m", "citeloom", "mcp", *options, str(folder)]
    parameters = StdioServerParameters(command=sys.executable, args=args, env=own)

    async def run() -> tuple[str, dict[str, Any]]:
        async with Client(stdio_client(parameters), mode="auto") as client:
            told = {tool.name: tool.description for tool in (await client.list_tools()).tools}
            arguments = {"file": "main.tex", "words": "bees"}
            result = await client.call_tool("search_references", arguments)
            assert not result.is_error, result.content
            return told["search_references"] or "", json.loads(result.content[0].text)

    description, value = asyncio.run(run())
    assert ("own libraries" in description) == bool(options)
    assert ("in_own_libraries" in value) == bool(options)
