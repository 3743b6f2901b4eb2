"""A large .bib file is read in a thread; meanwhile the server answers."""

import asyncio
from pathlib import Path
from threading import Event, current_thread, main_thread

import pytest
from held_readings import ASH, SECONDS, Held, shown

from citeloom.draft import files, size_limits
from lsp_inside import Inside, command, inside, params_for_any
from projects import make_project
from writing_client import PAPER

NO_KEY = {"line": 3, "character": 5}


async def hover(client: Inside, path: Path, place: dict[str, int]) -> str:
    return shown(await client.request("textDocument/hover", params_for_any(path.as_uri(), place)))


def test_a_hover_says_what_is_being_read_and_a_later_one_has_the_paper(
    tmp_path: Path, held: Held
) -> None:
    main = make_project(tmp_path, PAPER)

    async def talk(client: Inside) -> None:
        assert "Reading refs.bib …" in await hover(client, main, ASH)
        assert await hover(client, main, NO_KEY) == "None"
        assert "Reading refs.bib …" in await hover(client, tmp_path / "refs.bib", NO_KEY)
        waits = client.ask("textDocument/definition", params_for_any(main.as_uri(), ASH))
        assert "Reading refs.bib …" in await hover(client, main, ASH)
        assert waits not in client.answers
        held.let_go.set()
        assert "refs.bib" in shown(await client.answer_to(waits))
        assert "Ash Trees" in await hover(client, main, ASH)
        assert held.begun == [tmp_path / "refs.bib"]

    inside(tmp_path, {}, talk)


def test_a_slow_disk_holds_up_nothing_else(
    tmp_path: Path, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    main, disk, asked = make_project(tmp_path, PAPER), Event(), Event()
    read_file = files.read_file

    def slow(path: Path, most: int) -> bytes:
        if path.suffix == ".bib":
            assert current_thread() is not main_thread()
            asked.set()
            assert disk.wait(SECONDS)
        return read_file(path, most)

    monkeypatch.setattr(files, "read_file", slow)
    held.let_go.set()

    async def talk(client: Inside) -> None:
        waits = client.ask("textDocument/definition", params_for_any(main.as_uri(), ASH))
        assert "Reading refs.bib …" in await hover(client, main, ASH)
        assert await asyncio.to_thread(asked.wait, SECONDS)
        assert held.begun == [] and waits not in client.answers
        disk.set()
        assert "refs.bib" in shown(await client.answer_to(waits))
        assert held.begun == [tmp_path / "refs.bib"]

    inside(tmp_path, {}, talk)


def test_diagnostics_come_when_the_file_is_read(tmp_path: Path, held: Held) -> None:
    main = make_project(tmp_path, PAPER.replace(r"\cite{elm}", r"\cite{fig}"))

    async def talk(client: Inside) -> None:
        pulled = client.ask("textDocument/diagnostic", params_for_any(main.as_uri(), ASH))
        while not held.begun:
            await asyncio.sleep(0.001)
        assert "Reading" in await hover(client, main, ASH)
        assert "publishDiagnostics" not in str(client.heard)
        held.let_go.set()
        assert "'fig'" in shown(await client.answer_to(pulled))
        async with asyncio.timeout(SECONDS):
            while "publishDiagnostics" not in str(client.heard):
                await asyncio.sleep(0.01)
        told = [message for message in client.heard if "publishDiag" in str(message)]
        assert "'fig'" in str(told)
        assert "undefined citation key 'ash'" not in str(told)

    inside(tmp_path, {}, talk)


def test_a_command_waits_and_another_project_does_not(tmp_path: Path, held: Held) -> None:
    large, small = tmp_path / "large", tmp_path / "small"
    make_project(large, PAPER)
    other = make_project(small, PAPER.partition("%! refs.bib")[0])

    async def talk(client: Inside) -> None:
        asked = command("references", uri=(large / "main.tex").as_uri())
        waits = client.ask("workspace/executeCommand", asked)
        assert "Reading" not in await hover(client, other, ASH)
        assert waits not in client.answers
        held.let_go.set()
        assert "Ash Trees" in shown(await client.answer_to(waits))

    inside(tmp_path, {}, talk, opened=("large/main.tex", "small/main.tex"))


def test_a_place_in_a_text_that_was_changed_meanwhile_is_no_place(
    tmp_path: Path, held: Held
) -> None:
    main = make_project(tmp_path, PAPER)

    async def talk(client: Inside) -> None:
        place = params_for_any(main.as_uri(), ASH)
        definition = client.ask("textDocument/definition", place)
        rename = client.ask("textDocument/rename", place)
        document = {"uri": main.as_uri(), "version": 2}
        at = {"line": 3, "character": 0}
        change = {"range": {"start": at, "end": at}, "text": "Very many. "}
        client.notify(
            "textDocument/didChange", {"textDocument": document, "contentChanges": [change]}
        )
        held.let_go.set()
        assert (await client.answer_to(definition))["result"] is None
        error = (await client.answer_to(rename))["error"]
        assert "changed in the meantime" in error["message"]

    inside(tmp_path, {}, talk)


def test_a_file_that_cannot_be_read_is_no_endless_wait(
    tmp_path: Path, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    main = make_project(tmp_path, PAPER)
    monkeypatch.setattr(size_limits, "MOST_ENTRIES", 0)
    held.let_go.set()

    async def talk(client: Inside) -> None:
        place = params_for_any(main.as_uri(), ASH)
        assert "too many entries" in shown(await client.request("textDocument/diagnostic", place))
        assert await hover(client, main, ASH) == "None"

    inside(tmp_path, {}, talk)
