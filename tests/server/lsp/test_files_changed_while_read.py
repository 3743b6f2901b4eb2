"""A large .bib that changes while it is read, or before a text that waits is asked for."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from threading import current_thread, main_thread

import pytest
from held_readings import ASH, SECONDS, Held, shown

from citeloom.draft import readings
from citeloom.draft.document import Bibliography
from citeloom.draft.kept_indexes import KeptIndexes
from citeloom.draft.readings import FileReading, OpenReading, TextReading
from lsp_inside import Inside, command, inside, params_for_any
from projects import make_project
from writing_client import PAPER

pytestmark = pytest.mark.usefixtures("jobs_in_threads")


@pytest.fixture
def read_between_messages(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Take every .bib for a large one; return those that are read between two messages."""
    found: list[Path] = []

    def note(kind: type[TextReading]) -> None:
        read = kind._bib

        def noting(reading: TextReading, indexes: KeptIndexes | None) -> Bibliography:
            # Within its lock: another thread may have read it by now, and look it through.
            is_unread = reading.last_bib is None and reading.takes_long
            if is_unread and current_thread() is main_thread():
                found.append(reading._path)
            return read(reading, indexes)

        monkeypatch.setattr(kind, "_bib", noting)

    monkeypatch.setattr(readings, "LARGE", 1)
    note(FileReading)
    note(OpenReading)
    return found


def change_on_disk(client: Inside, bib: Path) -> None:
    # In one step: a job may be reading it.
    (new := bib.with_suffix(".new")).write_text(bib.read_text() + "% changed\n")
    new.replace(bib)
    changes = {"changes": [{"uri": bib.as_uri(), "type": 2}]}
    client.notify("workspace/didChangeWatchedFiles", changes)


def change_settings(client: Inside, bib: Path) -> None:
    changed = {"settings": {"citeloom": {"diagnostics": True}}}
    client.notify("workspace/didChangeConfiguration", changed)


def restart(client: Inside, bib: Path) -> None:
    client.ask("workspace/executeCommand", command("restart"))


async def defined_beside(
    change: Callable[[Inside, Path], None], client: Inside, held: Held, main: Path
) -> None:
    """Ask where a key is defined; ``change`` is made while the .bib is read for the answer."""
    waits = client.ask("textDocument/definition", params_for_any(main.as_uri(), ASH))
    while not held.begun:
        await asyncio.sleep(0.001)
    change(client, main.with_name("refs.bib"))
    held.let_go.set()
    assert "refs.bib" in shown(await client.answer_to(waits))


@pytest.mark.parametrize("change", [change_on_disk, change_settings, restart])
def test_what_changes_while_a_file_is_read_has_it_read_in_a_thread_again(
    tmp_path: Path,
    held: Held,
    read_between_messages: list[Path],
    change: Callable[[Inside, Path], None],
) -> None:
    main = make_project(tmp_path, PAPER)

    async def talk(client: Inside) -> None:
        await defined_beside(change, client, held, main)
        assert read_between_messages == []

    inside(tmp_path, {}, talk)


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
