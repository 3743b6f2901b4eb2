"""Exactly one response to every request, whatever it is; and a server that lives on."""

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest

from citeloom.lsp.features import hover as hover_module
from citeloom.lsp.routes import COMMANDS, ROUTES
from lsp_client import FULL, LspClient
from lsp_inside import Inside, command, inside, params_for_any
from projects import make_project
from writing_client import PAPER

WRONG: tuple[Any, ...] = (None, [], {}, 7, "x", [[]], {"textDocument": None}, {"query": 1})
WRONG_ARGUMENTS: tuple[Any, ...] = (7, [], [1], {"uri": 1}, {"job": {}}, {"version": "x"}, {"a": 1})
HOVER = {"line": 3, "character": 27}
LARGE = b"X-Long: " + b"x" * 300_000 + b"\r\nContent-Length: 2\r\n\r\n[]"


def code(answer: dict[str, Any]) -> int:
    number: int = answer["error"]["code"]
    return number


async def lives(client: Inside, main: Path) -> bool:
    document = {"uri": main.as_uri(), "languageId": "latex", "version": 9, "text": main.read_text()}
    client.notify("textDocument/didOpen", {"textDocument": document})
    found = await client.request("textDocument/hover", params_for_any(main.as_uri(), HOVER))
    shown = await client.request("workspace/executeCommand", command("show"))
    return "Ash Trees" in str(found["result"]) and "jobs" in shown["result"]


def is_alive(client: LspClient, document: dict[str, str]) -> bool:
    found = client.request("textDocument/hover", params_for_any(document["uri"], HOVER))
    return "Ash Trees" in str(found["result"])


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


def test_wrong_parameters_of_every_request(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)

    async def talk(client: Inside) -> None:
        for route in ROUTES:
            for wrong in WRONG:
                answer = await client.request(route.method, wrong)
                if wrong == {"query": 1} and route.method == "workspace/symbol":
                    continue  # Taken for the query "1".
                assert "error" in answer, (route.method, wrong, answer)
                assert answer["error"]["code"] == -32602, (route.method, wrong, answer)
                assert route.method in answer["error"]["message"]
        for name in COMMANDS:
            for argument in WRONG_ARGUMENTS:
                params = {"command": f"citeloom.{name}", "arguments": [argument]}
                answer = await client.request("workspace/executeCommand", params)
                assert "error" in answer, (name, argument, answer)
                assert answer["error"]["code"] == -32602, (name, argument, answer)
        params = {"command": "citeloom.cancel", "arguments": [{"paper": ""}]}
        answer = await client.request("workspace/executeCommand", params)
        assert "(arguments: uri, section, position, job)" in answer["error"]["message"]
        assert set(client.counts.values()) == {1}
        assert await lives(client, main)

    inside(tmp_path, {}, talk)


def test_wrong_parameters_of_every_notification_are_ignored(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)
    kinds = ("didOpen", "didChange", "didClose", "didSave")
    methods = [f"textDocument/{one}" for one in kinds]
    methods += ["workspace/didChangeConfiguration", "workspace/didChangeWatchedFiles"]
    methods += ["workspace/didChangeWorkspaceFolders", "window/workDoneProgress/cancel"]
    methods += ["$/cancelRequest", "$/setTrace", "$/unknown", "initialized"]
    backwards = {"start": {"line": 9, "character": 9}, "end": {"line": -1, "character": -5}}

    async def talk(client: Inside) -> None:
        before = len(client.heard)
        for method in methods:
            for wrong in WRONG:
                client.notify(method, wrong)
        document = {"uri": main.as_uri(), "version": 2}
        change = {"range": backwards, "text": ""}
        client.notify(
            "textDocument/didChange", {"textDocument": document, "contentChanges": [change]}
        )
        answers = [one for one in client.heard[before:] if "id" in one]
        assert answers == [], "nobody has asked"
        text = main.read_text()
        whole = {"textDocument": {**document, "version": 3}, "contentChanges": [{"text": text}]}
        client.notify("textDocument/didChange", whole)
        assert await lives(client, main)

    inside(tmp_path, {}, talk)


def test_ids_and_versions_of_the_protocol(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)
    symbols = {"method": "workspace/symbol", "params": {"query": ""}}

    async def talk(client: Inside) -> None:
        for name in ("text", "7", -1, 0, 2**53):
            client.send({"id": name, **symbols})
            answer = await client.answer_to(name)  # type: ignore[arg-type]
            assert "result" in answer and type(answer["id"]) is type(name)
        for name in (None, 1.5, True, [], {}):
            client.send({"id": name, **symbols})
            assert client.heard[-1]["error"]["code"] == -32600
            client.send({"id": name, "result": None})
        for name, version in enumerate(("1.0", None, 2), 77):
            client.send({"id": name, **symbols, "jsonrpc": version})
            await client.answer_to(name)
            assert client.counts[name] == 1
        document = {"textDocument": {"uri": main.as_uri()}}
        for method in ("textDocument/didClose", "exit/now", "$/setTrace", "$/cancelRequest"):
            answer = await client.request(method, document)
            assert "error" in answer or answer["result"] is None
        client.notify("textDocument/hover", params_for_any(main.as_uri(), HOVER))
        assert await lives(client, main)

    inside(tmp_path, {}, talk)


def test_what_is_no_message_costs_no_other_message(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)
    batch = json.dumps([{"jsonrpc": "2.0", "id": 5, "method": "shutdown"}] * 2).encode()
    bodies = (b"{", b"[]", b"7", b'{"jsonrpc":"2.0"}', b'"\xff"', b"[" * 100_000, batch)
    messages = [b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies]
    garbage = b"garbage\r\n\r\nContent-Length: x\r\n\r\n"
    odd = b"Content-Type: a; charset=utf-8\r\ncontent-length:2\r\n\r\n{}"
    with LspClient(spawn=True) as client:
        client.initialize(tmp_path, FULL)
        document = client.open(main)
        for message in (*messages, LARGE, garbage + odd):
            client.send_bytes(message)
            assert code(client.answer_to(None)) in (-32700, -32600)
            client.heard.clear()
        client.notify("textDocument/didChange", {"textDocument": document})
        client.notify("$/cancelRequest", {"id": 99})
        client.notify("nobody/knowsThis", {})
        client.send({"id": "never asked", "result": 1})
        assert code(client.request("nobody/knowsThis", {})) == -32601
        assert code(client.request("workspace/executeCommand", {"command": "no.such"})) == -32602
        assert is_alive(client, document)
        assert client.leave() == 0


def test_an_unbuffered_interpreter_breaks_no_large_message(tmp_path: Path) -> None:
    entries = "\n".join(f"@misc{{key{n}, title = {{Title {n} {'x' * 200}}}}}" for n in range(1000))
    make_project(tmp_path, f"%! main.tex\n\\cite{{}}\n%! refs.bib\n{entries}\n")
    with LspClient({"PYTHONUNBUFFERED": "1"}, spawn=True) as client:
        client.initialize(tmp_path)
        document = client.open(tmp_path / "refs.bib")
        for _ in range(3):
            found = client.request("textDocument/documentSymbol", {"textDocument": document})
            assert len(found["result"]) == 1000
        assert client.leave() == 0


def test_a_handler_that_raises_prints_or_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    main = make_project(tmp_path, PAPER)
    right = hover_module.answer

    def broken(server: Any, params: Any) -> Any:
        raise ZeroDivisionError("by hand")

    async def late(server: Any, params: Any) -> Any:
        await asyncio.sleep(0)
        raise SystemError("later")

    async def hangs(server: Any, params: Any) -> Any:
        await asyncio.Event().wait()

    async def talk(client: Inside) -> None:
        params = params_for_any(main.as_uri(), HOVER)
        for handler, said in ((broken, "by hand"), (late, "later")):
            monkeypatch.setattr(hover_module, "answer", handler)
            answer = await client.request("textDocument/hover", params)
            assert answer["error"]["code"] == -32603
            assert "an error in Citeloom" in answer["error"]["message"]
            assert said in answer["error"]["message"]
        monkeypatch.setattr(hover_module, "answer", hangs)
        number = client.ask("textDocument/hover", params)
        other = await client.request("textDocument/definition", params)
        assert other["result"], "others are answered meanwhile"
        client.notify("$/cancelRequest", {"id": number})
        assert (await client.answer_to(number))["error"]["code"] == -32800
        last = client.ask("textDocument/hover", params)
        monkeypatch.setattr(hover_module, "answer", right)
        assert await lives(client, main)
        assert (await client.request("shutdown"))["result"] is None
        assert (await client.answer_to(last))["error"]["code"] == -32800
        assert set(client.counts.values()) == {1}

    inside(tmp_path, {}, talk)


def test_standard_output_carries_the_protocol_and_nothing_else(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)
    (tmp_path / "sitecustomize.py").write_text(
        "import os, sys\n"
        "if 'serve' in sys.argv[1:]:\n"
        "    from citeloom.lsp.features import hover\n"
        "    right = hover.answer\n"
        "    def answer(server, params):\n"
        "        print('Content-Length: 5', flush=True)\n"
        "        os.write(1, b'noise')\n"
        "        os.system('echo noise of a child')\n"
        "        sys.stdin.read(1)\n"
        "        return right(server, params)\n"
        "    hover.answer = answer\n"
    )
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    environment = {"PYTHONPATH": path}
    with LspClient(environment, spawn=True) as client:
        client.initialize(tmp_path)
        client.open(main)
        for _ in range(3):
            params = params_for_any(main.as_uri(), HOVER)
            assert "Ash Trees" in str(client.request("textDocument/hover", params)["result"])
        assert client.leave() == 0


@pytest.mark.parametrize("length", [b"999999999999", b"-1"])
def test_a_message_that_never_comes_to_its_end_ends_the_server(
    tmp_path: Path, length: bytes
) -> None:
    with LspClient(spawn=True) as client:
        client.initialize(tmp_path)
        client.send_bytes(b"Content-Length: " + length + b"\r\n\r\n{}")
        assert client.process.stdin is not None
        client.process.stdin.close()
        assert client.process.wait(300) == 1
