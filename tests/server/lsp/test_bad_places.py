"""Places where nothing can be kept, and servers that share one: nothing lost, and it is said."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from lsp_client import applied, pulled
from lsp_inside import Inside, command, inside, params_for_any, written
from projects import make_project
from writing_client import PAPER, Editor, ask, edits_of, refusal, run, writing

in_threads = pytest.mark.usefixtures("jobs_in_threads")
APPLIES = {"workspace": {"applyEdit": True}}


@contextmanager
def full_disk() -> Iterator[None]:
    """Let no file of this process grow any more, as on a disk that is full."""
    resource = pytest.importorskip("resource", reason="needs limits of POSIX")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@in_threads
def test_nothing_is_inserted_on_a_full_disk_and_the_text_still_waits(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)

    async def talk(client: Inside) -> None:
        with full_disk():
            offer = await written(client)
            refused = await client.request("workspace/executeCommand", command("insert"))
            shown = await client.request("workspace/executeCommand", command("preview"))
            place = params_for_any(main.as_uri(), {"line": 3, "character": 27})
            hover = await client.request("textDocument/hover", place)
        assert refused["error"]["code"] == -32803, refused
        assert ".citeloom" in refused["error"]["message"]
        assert "Ash Trees" in str(hover["result"])
        assert "# Related Work" in shown["result"]["markdown"]
        listed = await client.request("workspace/executeCommand", command("show"))
        assert [one["offer"] for one in listed["result"]["offers"]] == [offer]
        assert not [one for one in client.heard if one.get("method") == "workspace/applyEdit"]
        assert main.read_text() == PAPER.partition("main.tex\n")[2].partition("%! refs")[0]
        assert not list(tmp_path.glob(".citeloom/*")), "nothing is half written"

    inside(tmp_path, APPLIES, talk)


@in_threads
def test_a_folder_that_takes_no_record(tmp_path: Path) -> None:
    (tmp_path / ".citeloom").write_text("a file of that name")
    with writing(tmp_path) as (client, _):
        offer = client.written()
        assert ".citeloom" in refusal(client, "insert", {"offer": offer})
        assert edits_of(client) == []
        (tmp_path / ".citeloom").unlink()
        assert run(client, "insert", {"offer": offer}) == {"applied": True}


@in_threads
@pytest.mark.parametrize("in_the_way", ["data", "papers.sqlite"])
def test_a_store_that_cannot_be_used_costs_no_answer(
    tmp_path: Path, own_data_folder: Path, monkeypatch: pytest.MonkeyPatch, in_the_way: str
) -> None:
    if in_the_way == "data":
        (own_data_folder / "data").write_text("no folder")
        monkeypatch.setenv("CITELOOM_DATA", str(own_data_folder / "data/below"))
    else:
        (own_data_folder / "papers.sqlite").mkdir()
    with writing(tmp_path) as (client, document):
        place = params_for_any(document["uri"], {"line": 3, "character": 27})
        assert "Ash Trees" in str(client.request("textDocument/hover", place)["result"])
        offer = client.written()
        assert "markdown" in run(client, "preview", {"offer": offer})
        assert run(client, "insert", {"offer": offer}) == {"applied": True}
        warned = [
            one["params"] for one in client.heard if one.get("method") == "window/showMessage"
        ]
        assert any(str(own_data_folder) in one["message"] for one in warned), warned
        assert client.leave() == 0


@in_threads
def test_two_servers_on_one_store_and_one_project(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)
    with Editor(tmp_path) as one, Editor(tmp_path) as two:
        for client in (one, two):
            client.begin()
            client.open(main)
        for client in (one, two):
            assert run(client, "write")["job"]
        for client in (one, two):
            while not any("work written" in str(message) for message in client.heard):
                client.next()
        # One text waits for the section: the newest, whichever server wrote it.
        assert run(one, "insert", {}) == {"applied": True}
        (first,) = edits_of(one)
        answer = ask(two, "insert", {})
        if "error" in answer:  # The other server had the newest text inserted already.
            assert "No text is waiting" in answer["error"]["message"]
        else:
            assert edits_of(two) == [first], "the same draft, the same text"
        assert len(list((tmp_path / ".citeloom").glob("*.json"))) == 1
        main.write_bytes(applied(main.read_text(), [first]).encode())
        assert one.leave() == 0
        name = re.search(r"citeloom:begin (\w+)", first["newText"])
        assert name is not None and (tmp_path / f".citeloom/{name[1]}.json").exists()
        assert "error" not in ask(two, "references", {"uri": main.as_uri()})
        assert two.leave() == 0


@pytest.mark.skipif(os.name == "nt" or not hasattr(os, "geteuid"), reason="rights of POSIX")
@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="root may read and write anything")
def test_files_that_may_not_be_read_and_folders_that_may_not_be_written(tmp_path: Path) -> None:
    main = tmp_path / "main.tex"
    with writing(tmp_path) as (client, _):
        offer = client.written()
        tmp_path.chmod(0o500)
        try:
            assert ".citeloom" in refusal(client, "insert", {"offer": offer})
        finally:
            tmp_path.chmod(0o700)
        (tmp_path / "refs.bib").chmod(0)
        problems = pulled(client, {"uri": main.as_uri()})
        assert any("refs.bib" in one["message"] for one in problems)
        assert client.leave() == 0
