"""A large .bib file is read in a thread; meanwhile the server answers."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, current_thread, main_thread
from typing import Any

import pytest

from citeloom.draft import readings, room, sources
from citeloom.draft.document import Bibliography
from citeloom.draft.kept_indexes import KeptIndexes
from citeloom.draft.readings import TextReading
from lsp_inside import Inside, command, inside, job_ended, params_for_any
from projects import make_project
from writing_client import PAPER

ASH = {"line": 3, "character": 28}
NO_KEY = {"line": 3, "character": 5}
SECONDS = 300


class Held:
    """The readings of large files: none ends before it is let go."""

    def __init__(self) -> None:
        self.begun: list[Path] = []
        self.let_go = Event()


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    """Take every .bib for a large one, and hold up its reading."""
    held, read_ahead = Held(), TextReading.read_ahead

    def wait(reading: TextReading, indexes: KeptIndexes | None = None) -> None:
        held.begun.append(reading._path)
        assert held.let_go.wait(SECONDS)
        read_ahead(reading, indexes)

    monkeypatch.setattr(readings, "LARGE", 1)
    monkeypatch.setattr(TextReading, "read_ahead", wait)
    yield held
    held.let_go.set()


def shown(answer: dict[str, Any]) -> str:
    return str(answer["result"])


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
        assert "no .bib entry 'ash'" not in str(told)

    inside(tmp_path, {}, talk)


def test_a_command_waits_and_another_project_does_not(tmp_path: Path, held: Held) -> None:
    large, small = tmp_path / "large", tmp_path / "small"
    make_project(large, PAPER)
    other = make_project(small, PAPER.partition("%! refs.bib")[0])

    async def talk(client: Inside) -> None:
        asked = command("references", uri=(large / "main.tex").as_uri())
        waits = client.ask("workspace/executeCommand", asked)
        answer = await client.request(
            "textDocument/documentSymbol", params_for_any(other.as_uri(), ASH)
        )
        assert "Related Work" in shown(answer)
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


def test_a_cancelled_request_leaves_the_reading_to_the_others(tmp_path: Path, held: Held) -> None:
    main = make_project(tmp_path, PAPER)

    async def talk(client: Inside) -> None:
        place = params_for_any(main.as_uri(), ASH)
        first, second = (client.ask("textDocument/definition", place) for _ in range(2))
        client.notify("$/cancelRequest", {"id": first})
        assert "error" in await client.answer_to(first)
        held.let_go.set()
        assert "refs.bib" in shown(await client.answer_to(second))
        assert held.begun == [tmp_path / "refs.bib"]

    inside(tmp_path, {}, talk)


def test_a_file_that_cannot_be_read_is_no_endless_wait(
    tmp_path: Path, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    main = make_project(tmp_path, PAPER)
    monkeypatch.setattr(room, "MOST_ENTRIES", 0)
    held.let_go.set()

    async def talk(client: Inside) -> None:
        place = params_for_any(main.as_uri(), ASH)
        assert "too many entries" in shown(await client.request("textDocument/diagnostic", place))
        assert await hover(client, main, ASH) == "None"

    inside(tmp_path, {}, talk)


def test_a_file_that_was_read_is_not_read_again_when_it_is_opened(
    tmp_path: Path, held: Held
) -> None:
    main, bib = make_project(tmp_path, PAPER), tmp_path / "refs.bib"
    held.let_go.set()

    async def talk(client: Inside) -> None:
        await client.request("textDocument/definition", params_for_any(main.as_uri(), ASH))
        held.let_go.clear()
        text = bib.read_text().replace("Ash Trees", "Ashes")
        item = {"uri": bib.as_uri(), "languageId": "bibtex", "version": 1, "text": text}
        client.notify("textDocument/didOpen", {"textDocument": item})
        assert "Ashes" in await hover(client, main, ASH)
        assert held.begun == [bib]

    inside(tmp_path, {}, talk)


def test_a_large_file_that_is_changed_on_the_disk_is_read_in_a_thread_again(
    tmp_path: Path, held: Held
) -> None:
    main, bib = make_project(tmp_path, PAPER), tmp_path / "refs.bib"
    held.let_go.set()

    async def talk(client: Inside) -> None:
        place = params_for_any(main.as_uri(), ASH)
        await client.request("textDocument/definition", place)
        held.let_go.clear()
        bib.write_text(bib.read_text().replace("Ash Trees", "A Garden of Ashes"))
        changes = {"changes": [{"uri": bib.as_uri(), "type": 2}]}
        client.notify("workspace/didChangeWatchedFiles", changes)
        assert "Reading refs.bib …" in await hover(client, main, ASH)
        waits = client.ask("textDocument/definition", place)
        held.let_go.set()
        await client.answer_to(waits)
        assert "Garden of Ashes" in await hover(client, main, ASH)

    inside(tmp_path, {}, talk)


ABOUT_NONE = {"command": "citeloom.models", "arguments": []}


def test_a_command_that_names_no_document_waits_and_one_about_none_does_not(
    tmp_path: Path, held: Held
) -> None:
    make_project(tmp_path, PAPER)

    async def talk(client: Inside) -> None:
        assert "error" not in await client.request("workspace/executeCommand", ABOUT_NONE)
        assert held.begun == []
        check = {"command": "citeloom.check", "arguments": []}
        waits = client.ask("workspace/executeCommand", check)
        while not held.begun:
            await asyncio.sleep(0.001)
        assert waits not in client.answers
        held.let_go.set()
        assert "problems" in shown(await client.answer_to(waits))
        assert held.begun == [tmp_path / "refs.bib"]

    inside(tmp_path, {}, talk)


@pytest.mark.parametrize("claims", ["off", "onSave"])
def test_a_saved_draft_is_read_in_a_thread_and_only_for_its_claims(
    tmp_path: Path, held: Held, monkeypatch: pytest.MonkeyPatch, claims: str
) -> None:
    main = make_project(tmp_path, PAPER)

    async def talk(client: Inside) -> None:
        parts = client.server.parts
        asked: list[Path] = []
        monkeypatch.setattr(parts.fetching, "seen", lambda path: None)
        monkeypatch.setattr(parts.session.checks, "ask_claims", asked.append)
        changed = {"settings": {"citeloom": {"claims": claims}}}
        client.notify("workspace/didChangeConfiguration", changed)
        client.notify("textDocument/didSave", {"textDocument": {"uri": main.as_uri()}})
        await client.request("workspace/executeCommand", ABOUT_NONE)  # All before it is done.
        assert parts.session._projects == {} and asked == []
        held.let_go.set()
        waits = params_for_any(main.as_uri(), ASH)
        assert "refs.bib" in shown(await client.request("textDocument/definition", waits))
        while claims == "onSave" and not asked:
            await asyncio.sleep(0.001)
        assert asked == [main] * (claims == "onSave")

    inside(tmp_path, {"textDocument": {"diagnostic": {}}}, talk)


def test_two_files_that_are_not_kept_together_are_no_endless_wait(
    tmp_path: Path, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = PAPER.replace("{refs}", "{refs,more}") + "%! more.bib\n@misc{fir, title = {Firs}}\n"
    main = make_project(tmp_path, two)
    monkeypatch.setattr(sources, "LARGEST_KEPT", 1)
    held.let_go.set()

    async def talk(client: Inside) -> None:
        parameters = params_for_any(main.as_uri(), ASH)
        answer = await client.request("textDocument/definition", parameters)
        assert "refs.bib" in shown(answer)

    inside(tmp_path, {"textDocument": {"diagnostic": {}}}, talk)


@pytest.fixture
def read_between_messages(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Take every .bib for a large one; return those that no thread has read ahead."""
    found: list[Path] = []
    bib = TextReading.bib

    def noting(reading: TextReading, indexes: KeptIndexes | None = None) -> Bibliography:
        if reading.takes_long and current_thread() is main_thread():
            found.append(reading._path)
        return bib(reading, indexes)

    monkeypatch.setattr(readings, "LARGE", 1)
    monkeypatch.setattr(TextReading, "bib", noting)
    return found


def change_on_disk(client: Inside, bib: Path) -> None:
    # In one step: a job may be reading it.
    (new := bib.with_suffix(".new")).write_text(bib.read_text() + "% changed\n")
    new.replace(bib)
    changes = {"changes": [{"uri": bib.as_uri(), "type": 2}]}
    client.notify("workspace/didChangeWatchedFiles", changes)


def change_settings(client: Inside, bib: Path) -> None:
    changed = {"settings": {"citeloom": {"inlayHints": False}}}
    client.notify("workspace/didChangeConfiguration", changed)


def restart(client: Inside, bib: Path) -> None:
    client.ask("workspace/executeCommand", command("restart"))


@pytest.mark.parametrize("change", [change_on_disk, change_settings, restart])
def test_what_changes_while_a_file_is_read_has_it_read_in_a_thread_again(
    tmp_path: Path,
    held: Held,
    read_between_messages: list[Path],
    change: Callable[[Inside, Path], None],
) -> None:
    main, bib = make_project(tmp_path, PAPER), tmp_path / "refs.bib"

    async def talk(client: Inside) -> None:
        waits = client.ask("textDocument/definition", params_for_any(main.as_uri(), ASH))
        while not held.begun:
            await asyncio.sleep(0.001)
        change(client, bib)
        held.let_go.set()
        assert "refs.bib" in shown(await client.answer_to(waits))
        assert read_between_messages == []

    inside(tmp_path, {}, talk)


def test_jobs_and_texts_that_wait_have_changed_files_read_in_threads(
    tmp_path: Path, read_between_messages: list[Path]
) -> None:
    make_project(tmp_path / "about", PAPER.partition("%! refs.bib")[0])
    main = make_project(tmp_path / "large", PAPER)
    bib, uri = main.parent / "refs.bib", main.as_uri()

    async def asked(client: Inside, name: str, **argument: Any) -> dict[str, Any]:
        change_on_disk(client, bib)
        answer = await client.request("workspace/executeCommand", command(name, **argument))
        assert "error" not in answer, answer
        result: dict[str, Any] = answer["result"]
        return result

    async def talk(client: Inside) -> None:
        job = (await asked(client, "write", uri=uri))["job"]
        change_on_disk(client, bib)
        await job_ended(client)
        assert (await asked(client, "show", offer=job))["offers"]
        assert "preview" in (await asked(client, "preview", offer=job))["markdown"]
        (edit,) = (await asked(client, "insert", offer=job))["edit"]["changes"][uri]
        change_on_disk(client, bib)
        client.notify("textDocument/didChange", insertion_into(main, edit))
        assert (await asked(client, "show"))["offers"] == []
        change_on_disk(client, bib)
        assert (await asked(client, "trace", offer=job))["method"]
        assert await asked(client, "discard", offer=job) == {"discarded": 1}
        assert read_between_messages == []

    inside(tmp_path, {}, talk, opened=("about/main.tex", "large/main.tex"))


def insertion_into(main: Path, edit: dict[str, Any]) -> dict[str, Any]:
    change = {"range": edit["range"], "text": edit["newText"]}
    document = {"uri": main.as_uri(), "version": 2}
    return {"textDocument": document, "contentChanges": [change]}


def test_an_insertion_is_seen_though_another_open_draft_must_be_read_first(
    tmp_path: Path, held: Held
) -> None:
    main = make_project(tmp_path / "one", PAPER)
    make_project(tmp_path / "other", PAPER)
    held.let_go.set()

    async def talk(client: Inside) -> None:
        async def offers() -> list[Any]:
            answer = await client.request("workspace/executeCommand", command("show"))
            found: list[Any] = answer["result"]["offers"]
            return found

        client.server.parts.session.folders.clear()  # An editor of single files.
        asked = command("write", uri=main.as_uri())
        job = (await client.request("workspace/executeCommand", asked))["result"]["job"]
        await job_ended(client)
        inserting = command("insert", offer=job)
        answer = await client.request("workspace/executeCommand", inserting)
        (edit,) = answer["result"]["edit"]["changes"][main.as_uri()]
        assert len(await offers()) == 1
        held.let_go.clear()
        change_on_disk(client, tmp_path / "other" / "refs.bib")
        client.notify("textDocument/didChange", insertion_into(main, edit))
        held.let_go.set()
        assert await offers() == []

    inside(tmp_path, {}, talk, opened=("one/main.tex", "other/main.tex"))


def test_a_text_that_is_written_when_the_editor_closes_is_kept(
    tmp_path: Path, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    main = make_project(tmp_path, PAPER)
    held.let_go.set()

    async def talk(client: Inside) -> None:
        parts, ended = client.server.parts, asyncio.Event()
        asked = command("write", uri=main.as_uri())
        job = (await client.request("workspace/executeCommand", asked))["result"]["job"]
        read_project = parts.reading.read_project

        async def noting(path: Path) -> None:
            held.let_go.clear()
            change_on_disk(client, tmp_path / "refs.bib")
            asyncio.get_running_loop().call_soon(ended.set)
            await read_project(path)

        monkeypatch.setattr(parts.reading, "read_project", noting)
        async with asyncio.timeout(SECONDS):
            await ended.wait()
        parts.background.close()
        while parts.background.unfinished:
            await asyncio.sleep(0.001)
        held.let_go.set()
        answer = await client.request("workspace/executeCommand", command("show"))
        assert [one["offer"] for one in answer["result"]["offers"]] == [job]

    inside(tmp_path, {}, talk)
