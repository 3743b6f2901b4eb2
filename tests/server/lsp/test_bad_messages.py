"""Exactly one response to every request, whatever it is; and a server that lives on."""

from pathlib import Path
from typing import Any

from lsp_client import FULL, LspClient
from projects import make_project

PROJECT = r"""
%! main.tex
\documentclass{article}
\begin{document}
\section{Related Work}
\cite{a}
\bibliography{refs}
\end{document}
%! refs.bib
@misc{a, title = {On Bees}}
"""


def code(answer: dict[str, Any]) -> int:
    number: int = answer["error"]["code"]
    return number


def is_alive(client: LspClient, document: dict[str, str]) -> bool:
    place = {"textDocument": document, "position": {"line": 3, "character": 6}}
    return "On Bees" in client.request("textDocument/hover", place)["result"]["contents"]["value"]


def test_order_of_a_connection(tmp_path: Path) -> None:
    with LspClient(spawn=True) as client:
        assert code(client.request("textDocument/hover", {})) == -32002
        client.notify("textDocument/didOpen", {"too": "early"})
        client.initialize(tmp_path)
        assert code(client.request("initialize", {"capabilities": {}})) == -32600
        assert client.request("shutdown")["result"] is None
        assert code(client.request("textDocument/hover", {})) == -32600
        client.notify("exit")
        assert client.process.wait(300) == 0


def test_exit_without_shutdown_and_a_closed_pipe_end_the_server(tmp_path: Path) -> None:
    with LspClient(spawn=True) as client:
        client.initialize(tmp_path)
        client.notify("exit")
        assert client.process.wait(300) == 1
    with LspClient(spawn=True) as client:
        client.initialize(tmp_path)
        assert client.process.stdin is not None
        client.process.stdin.close()
        assert client.process.wait(300) == 1


def test_wrong_parameters_are_answered(tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    halves = [{"textDocument": 1}, {"textDocument": {"uri": 4}, "position": {}}]
    with LspClient() as client:
        client.initialize(tmp_path, FULL)
        document = client.open(main)
        for method in ("textDocument/hover", "textDocument/codeAction", "textDocument/rename"):
            for params in (None, [], 7, "x", {}, *halves):
                answer = client.request(method, params)
                assert code(answer) == -32602 and method in answer["error"]["message"]
        assert is_alive(client, document)


def test_what_is_no_message_costs_no_other_message(tmp_path: Path) -> None:
    main = make_project(tmp_path, PROJECT)
    with LspClient(spawn=True) as client:
        client.initialize(tmp_path, FULL)
        document = client.open(main)
        for body in (b"{", b"[]", b"7", b'{"jsonrpc":"2.0"}', b'"\xff"', b"[" * 100_000):
            client.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            assert client.answer_to(None)["error"]["code"] in (-32700, -32600)
            client.heard.clear()
        client.send_bytes(b"garbage\r\n\r\nContent-Length: x\r\n\r\n")
        client.send_bytes(b"Content-Type: a; charset=utf-8\r\ncontent-length:2\r\n\r\n{}")
        assert client.answer_to(None)["error"]["code"] == -32600
        client.notify("textDocument/didChange", {"textDocument": document})
        client.notify("$/cancelRequest", {"id": 99})
        client.notify("$/cancelRequest", {"no": "id"})
        client.notify("nobody/knowsThis", {})
        client.send({"id": "never asked", "result": 1})
        assert code(client.request("nobody/knowsThis", {})) == -32601
        assert code(client.request("workspace/executeCommand", {"command": "no.such"})) == -32602
        wrong = {"command": "citeloom.write", "arguments": [{"url": 1}]}
        answer = client.request("workspace/executeCommand", wrong)
        assert code(answer) == -32602 and "url" in answer["error"]["message"]
        assert is_alive(client, document)
        assert client.leave() == 0


def test_a_request_about_a_missing_or_binary_file_answers_nothing(tmp_path: Path) -> None:
    (tmp_path / "image.tex").write_bytes(b"\x89PNG\0\0")
    with LspClient() as client:
        client.initialize(tmp_path)
        for name in ("missing.tex", "image.tex", "missing.bib"):
            document = {"uri": (tmp_path / name).as_uri()}
            place = {"textDocument": document, "position": {"line": 0, "character": 0}}
            assert client.request("textDocument/hover", place)["result"] is None
            renaming = client.request("textDocument/rename", {**place, "newName": "b"})
            assert code(renaming) == -32803 and name in renaming["error"]["message"]
        assert client.leave() == 0


def test_an_unbuffered_interpreter_breaks_no_large_message(tmp_path: Path) -> None:
    entries = "\n".join(f"@misc{{key{n}, title = {{Title {n} {'x' * 200}}}}}" for n in range(3000))
    make_project(tmp_path, f"%! main.tex\n\\cite{{}}\n%! refs.bib\n{entries}\n")
    with LspClient({"PYTHONUNBUFFERED": "1"}, spawn=True) as client:
        client.initialize(tmp_path)
        document = client.open(tmp_path / "refs.bib")
        for _ in range(5):
            found = client.request("textDocument/documentSymbol", {"textDocument": document})
            assert len(found["result"]) == 3000
        assert client.leave() == 0
