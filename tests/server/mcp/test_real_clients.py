"""The official package's client drives the server, in a process of its own."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters, stdio_client

from citeloom.mcp.table import TOOLS
from projects import TESTS

EXAMPLE = TESTS.parent / "examples"
CLAIM = "Neural models with attention summarize related work."


def parameters(folder: Path) -> StdioServerParameters:
    own = {name: os.environ[name] for name in ("CITELOOM_DATA", "CITELOOM_CONFIG")}
    return StdioServerParameters(
        command=sys.executable, args=["-m", "citeloom", "mcp", str(folder)], env=own
    )


async def drive(client: Client, key: str, **written: object) -> dict[str, Any]:
    """Call every tool; return the values of their answers."""
    arguments: dict[str, dict[str, object]] = {
        "references": {},
        "paper": {"key": key},
        "sentences_behind": {"claim": CLAIM},
        "check_text": {"text": f"\\cite{{{key}, made-up}}"},
        "search_references": {"words": "related work summarization"},
        "write_related_work": {"method": "extractive", **written},
    }
    told: list[str | None] = []

    async def progress(_: float, __: float | None, message: str | None) -> None:
        told.append(message)

    found = {}
    for tool in (await client.list_tools()).tools:
        given = {"file": "main.tex", **arguments[tool.name]}
        result = await client.call_tool(tool.name, given, progress_callback=progress)
        assert not result.is_error, result.content
        found[tool.name] = json.loads(result.content[0].text)
    assert "writing" in " ".join(filter(None, told))
    assert found.keys() == {tool.name for tool in TOOLS}
    return found


def test_every_tool_answers_on_the_example_for_two_clients_at_once() -> None:
    key = "wang2018neural"

    async def one_client(mode: str) -> dict[str, Any]:
        async with Client(stdio_client(parameters(EXAMPLE)), mode=mode) as client:
            assert client.protocol_version == "2025-11-25"
            refused = await client.call_tool("paper", {"file": "../README.md", "key": key})
            assert refused.is_error
            return await drive(client, key)

    async def two_clients() -> list[dict[str, Any]]:
        return list(await asyncio.gather(one_client("auto"), one_client("legacy")))

    first, second = asyncio.run(two_clients())
    written = [found.pop("write_related_work") for found in (first, second)]
    assert first == second
    assert written[0]["sentences"] == written[1]["sentences"]
    assert written[0]["waiting"] != written[1]["waiting"]
    assert len(first["references"]["references"]) == 20
    assert first["check_text"]["problems"][0]["key"] == "made-up"
    assert all(it["sources"] for it in written[0]["sentences"] if it["paragraph"])


def test_a_server_ends_with_its_input_and_with_its_reader() -> None:
    for gone in ("stdin", "stdout"):
        server = subprocess.Popen(
            [sys.executable, "-m", "citeloom", "mcp", str(EXAMPLE)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert server.stdin is not None and server.stdout is not None
        server.stdin.write(b'{"id": 1, "method": "ping"}\n')
        server.stdin.flush()
        assert json.loads(server.stdout.readline())["id"] == 1
        getattr(server, gone).close()
        if gone == "stdout":
            server.stdin.write(b'{"id": 2, "method": "ping"}\n')
            server.stdin.flush()
        assert server.wait(timeout=300) == 0


def test_starting_the_server_imports_no_actions_and_no_models_of_settings() -> None:
    code = (
        "import sys, citeloom.mcp.server\n"
        "ours = {name.split('.')[1] for name in sys.modules if name.startswith('citeloom.')}\n"
        "print(sorted(ours), 'pydantic' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['mcp', 'problem', 'stdio', 'visible'] False"


@pytest.mark.slow
def test_every_tool_answers_on_ten_thousand_entries(tmp_path: Path) -> None:
    from bench.shared.large_project import large_project

    large_project(tmp_path)

    async def run() -> dict[str, Any]:
        async with Client(stdio_client(parameters(tmp_path)), mode="auto") as client:
            wanted = {"file": "main.tex", "state": "abstract", "limit": 20}
            listed = await client.call_tool("references", wanted)
            keys = [it["key"] for it in json.loads(listed.content[0].text)["references"]]
            return await drive(client, keys[0], keys=keys)

    found = asyncio.run(run())
    assert found["references"]["of"] > 100
