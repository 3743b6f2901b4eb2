"""Bad input of the main job, through the server: an answer or an error to act on, nothing lost."""

import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from lsp_client import FULL
from lsp_inside import Inside, command, inside, job_ended, params_for_any, written
from projects import make_project
from writing_client import PAPER

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

EVERYTHING = (
    *("hover", "definition", "references", "rename", "prepareRename", "completion"),
    *("documentSymbol", "documentLink", "diagnostic", "codeAction", "codeLens"),
)


async def sensible(client: Inside, uri: str, line: int = 0, character: int = 0) -> None:
    """Ask everything at a place; each has a result, or an error that says what and where."""
    place = {"line": line, "character": character}
    for name in EVERYTHING:
        answer = await client.request(f"textDocument/{name}", params_for_any(uri, place))
        if "error" in answer:
            assert answer["error"]["code"] == -32803, (uri, name, answer)
            assert len(answer["error"]["message"]) > 15


async def hovers(client: Inside, path: Path) -> bool:
    place = params_for_any(path.as_uri(), {"line": 3, "character": 27})
    answer = await client.request("textDocument/hover", place)
    return "Ash Trees" in str(answer["result"])


async def writes_or_says_why(client: Inside, uri: str) -> None:
    answer = await client.request("workspace/executeCommand", command("write", uri=uri))
    if "error" in answer:
        assert answer["error"]["code"] == -32803, answer
        assert len(answer["error"]["message"]) > 15
    else:
        await job_ended(client)


MALFORMED = {
    "nothing": b"",
    "marks alone": b"\xef\xbb\xbf",
    "unclosed": b"\\section{Related Work \\cite{ash, \\begin{abstract} $ \\verb|",
    "closed too often": b"}}}} \\end{document} \\end{x} ]]] \\cite}",
    "nested deep": b"{" * 3000 + b"\\cite{ash}" + b"}" * 3000,
    "includes itself": b"\\input{main}\\include{main.tex}\\section{Related Work}\\cite{ash}",
    "nul": b"\\section{Related Work}\\cite{ash}\0\0",
    "latin-1": "\\section{Related Work}Über \\cite{ash}".encode("latin-1"),
    "utf-16": "\\section{Related Work}\\cite{ash}".encode("utf-16"),
    "half characters": b"\\section{Related Work}\xc3 \xed\xa0\x80 \\cite{ash}",
    "old line ends": b"\\section{Related Work}\r\\cite{ash}\r",
    "a key of signs": b"\\section{Related Work}\\cite{}\\cite{,}\\cite{ ,\\x,}\\cite{#1}",
    "one long line": b"\\section{Related Work} " + b"\\cite{ash} word " * 4_000,
}


@pytest.mark.parametrize("kind", MALFORMED)
def test_malformed_tex(tmp_path: Path, kind: str) -> None:
    main = make_project(tmp_path, PAPER)
    main.write_bytes(MALFORMED[kind])

    async def talk(client: Inside) -> None:
        await sensible(client, main.as_uri(), 0, 25)
        text = MALFORMED[kind].decode("utf-8", "replace")
        item = {"uri": main.as_uri(), "languageId": "latex", "version": 1, "text": text}
        client.notify("textDocument/didOpen", {"textDocument": item})
        await sensible(client, main.as_uri())
        await writes_or_says_why(client, main.as_uri())
        assert main.read_bytes() == MALFORMED[kind]

    inside(tmp_path, {}, talk, opened=())


BIBS = {
    "nothing": b"",
    "a thousand errors": b"@article{bad, title = {unclosed\n" * 1000,
    "no entry": b"Dear Ann, here are my references: none.",
    "latin-1": "@misc{ash, title = {Über}}".encode("latin-1"),
    "nul": b"@misc{ash, title = {A\0sh}}",
    "the same key often": b"@misc{ash, title = {Ash}}\n" * 500,
    "a circle of crossrefs": b"@misc{ash, crossref = {elm}}\n@misc{elm, crossref = {ash}}",
    "a string that names itself": b"@string{a = a # a}\n@misc{ash, title = a}",
}


@pytest.mark.parametrize("kind", BIBS)
def test_malformed_bibliographies(tmp_path: Path, kind: str) -> None:
    main = make_project(tmp_path, PAPER)
    bib = tmp_path / "refs.bib"
    bib.write_bytes(BIBS[kind])

    async def talk(client: Inside) -> None:
        await sensible(client, bib.as_uri(), 0, 8)
        await sensible(client, main.as_uri(), 3, 27)
        await client.request("workspace/symbol", {"query": "a"})
        client.notify("textDocument/didClose", {"textDocument": {"uri": bib.as_uri()}})
        await sensible(client, main.as_uri(), 3, 27)
        await writes_or_says_why(client, main.as_uri())
        assert re.search("undefined citation key|no abstract|have an abstract", str(client.heard))
        assert bib.read_bytes() == BIBS[kind]

    inside(tmp_path, {}, talk, opened=("main.tex", "refs.bib"))


@pytest.mark.slow
def test_a_bibliography_of_fifty_megabytes(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)
    with (tmp_path / "refs.bib").open("a") as file:
        for number in range(500):
            file.write(f"@misc{{big{number}, title = {{Big}}, note = {{{'x ' * 50_000}}}}}\n")

    async def talk(client: Inside) -> None:
        # It waits until the file is read; until then a hover says that it is being read.
        place = params_for_any(main.as_uri(), {"line": 3, "character": 27})
        await client.request("textDocument/definition", place)
        assert await hovers(client, main)
        await written(client)

    inside(tmp_path, {}, talk)


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need a right there")
def test_links_that_go_round(tmp_path: Path) -> None:
    round_about = "\\input{loop}\\input{d/d/d/main}\\bibliography{loop,refs}"
    main = make_project(tmp_path, PAPER.replace("\\bibliography{refs}", round_about))
    (tmp_path / "loop.tex").symlink_to("loop.tex")
    (tmp_path / "loop.bib").symlink_to("loop2.bib")
    (tmp_path / "loop2.bib").symlink_to("loop.bib")
    (tmp_path / "d").symlink_to(".")

    async def talk(client: Inside) -> None:
        assert await hovers(client, main)
        await sensible(client, (tmp_path / "loop.tex").as_uri())
        await sensible(client, (tmp_path / "d/main.tex").as_uri(), 3, 27)
        await writes_or_says_why(client, main.as_uri())

    inside(tmp_path, {}, talk)


def test_a_project_that_is_deleted_and_comes_back(tmp_path: Path) -> None:
    folder = tmp_path / "paper"
    main = make_project(folder, PAPER)

    async def talk(client: Inside) -> None:
        assert await hovers(client, main)
        offer = await written(client)
        shutil.rmtree(folder)
        changes = [
            {"uri": (folder / name).as_uri(), "type": 3} for name in ("main.tex", "refs.bib")
        ]
        client.notify("workspace/didChangeWatchedFiles", {"changes": changes})
        await sensible(client, main.as_uri(), 3, 27)
        refused = await client.request("workspace/executeCommand", command("insert"))
        assert refused["error"]["code"] == -32803, refused
        make_project(folder, PAPER)
        client.notify("workspace/didChangeWatchedFiles", {"changes": changes})
        assert await hovers(client, main)
        listed = await client.request("workspace/executeCommand", command("show"))
        assert [one["offer"] for one in listed["result"]["offers"]] == [offer]

    inside(folder, {}, talk)


URIS = (
    *("untitled:Untitled-1", "untitled:/c%3A/x/main.tex", "untitled:" + "x" * 5000),
    *("git:/main.tex?%7B%7D", "vscode-notebook-cell:/a.ipynb#W0", "http://example.org/main.tex"),
    *("inmemory://model/1", "data:,x", "file:///c%3A/Users/x/main.tex", "C:\\x\\main.tex"),
    *("file:///C:/Users/x/main.tex", "file://server/share/main.tex", "file:///", "file:"),
    *("file://", "", ":", "no uri at all", "/plain/path.tex", "file:///%00/main.tex"),
    *("file:///\ud800.tex", "file:///%ff%fe.tex", "file:///" + f"{'d' * 200}/" * 30),
    *("file:///" + "x" * 300 + ".tex", "file:///%zz/100%.tex", "file:///dev/null", "file://[::1/x"),
)


@pytest.mark.parametrize("capabilities", [{}, FULL], ids=["poor", "rich"])
def test_documents_that_are_no_ordinary_files(tmp_path: Path, capabilities: Any) -> None:
    main = make_project(tmp_path, PAPER)

    async def visit(client: Inside, uri: str) -> None:
        await sensible(client, uri)
        text = "\\section{Related Work}\n\\cite{ash}\\bibliography{refs}"
        item = {"uri": uri, "languageId": "latex", "version": 1, "text": text}
        client.notify("textDocument/didOpen", {"textDocument": item})
        await sensible(client, uri, 1, 7)
        versioned = {"uri": uri, "version": 2}
        params = {"textDocument": versioned, "contentChanges": [{"text": text + "%"}]}
        client.notify("textDocument/didChange", params)
        mirror = {one.uri: one.text for one in client.server.parts.session.buffers.values()}
        assert mirror[uri] == text + "%"
        await sensible(client, uri, 1, 7)
        client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        changes = {"changes": [{"uri": uri, "type": 2}]}
        client.notify("workspace/didChangeWatchedFiles", changes)
        await sensible(client, uri)
        assert len(client.server.parts.session.buffers) == 1

    async def talk(client: Inside) -> None:
        for uri in URIS:
            await visit(client, uri)
        assert await hovers(client, main)

    inside(tmp_path, capabilities, talk)


def test_what_is_no_file_is_not_written_to(tmp_path: Path) -> None:
    make_project(tmp_path, PAPER)
    text = "\\section{Related Work}\n\\cite{ash}\\bibliography{refs}"

    async def talk(client: Inside) -> None:
        for uri in ("untitled:Untitled-1", "git:/main.tex", "inmemory://model/1"):
            item = {"uri": uri, "languageId": "latex", "version": 1, "text": text}
            client.notify("textDocument/didOpen", {"textDocument": item})
            refused = await client.request("workspace/executeCommand", command("write", uri=uri))
            assert "Save it" in refused["error"]["message"]

    inside(tmp_path, {}, talk)


def test_documents_without_files_are_not_mixed_up_and_stay_when_folders_change(
    tmp_path: Path,
) -> None:
    make_project(tmp_path, PAPER)
    uris = ("untitled:a b", "untitled:a-b", "untitled:a/b")

    async def talk(client: Inside) -> None:
        for uri in uris:
            item = {"uri": uri, "languageId": "latex", "version": 1, "text": uri}
            client.notify("textDocument/didOpen", {"textDocument": item})
        folder = {"uri": tmp_path.as_uri(), "name": "x"}
        event = {"added": [{"uri": (tmp_path / "x").as_uri(), "name": ""}], "removed": [folder]}
        client.notify("workspace/didChangeWorkspaceFolders", {"event": event})
        for uri in uris:
            params = {"textDocument": {"uri": uri, "version": 2}}
            changes = [{"text": f"{uri} and more"}]
            client.notify("textDocument/didChange", {**params, "contentChanges": changes})
        mirror = {one.uri: one.text for one in client.server.parts.session.buffers.values()}
        assert mirror == {uri: f"{uri} and more" for uri in uris}
        for uri in uris:
            client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        assert not client.server.parts.session.buffers

    inside(tmp_path, {}, talk, opened=())
