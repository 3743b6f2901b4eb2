"""What a client may send: every request has one answer, and what is no message has an error."""

import asyncio
import io
from typing import Any

import pytest

from agent_client import AgentClient, converse, is_answer
from citeloom.mcp import lines
from citeloom.mcp.server import MOST_AT_ONCE, VERSIONS


async def nothing_comes(client: AgentClient) -> None:
    """See that what was sent is not answered: a ping behind it is, and nothing else."""
    before = len(client.lines)
    assert (await client.ask("ping"))["result"] == {}
    assert len(client.lines) == before + 1


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        *((version, version) for version in VERSIONS),
        ("2099-01-01", VERSIONS[-1]),
        (7, VERSIONS[-1]),
    ],
)
def test_the_clients_version_is_spoken_where_it_is_known(asked: object, spoken: str) -> None:
    answer = converse(lambda client: client.ask("initialize", protocolVersion=asked))
    assert answer["result"]["protocolVersion"] == spoken
    assert answer["result"]["serverInfo"]["name"] == "citeloom"
    assert "tools" in answer["result"]["capabilities"]


def test_tools_are_described() -> None:
    tools = converse(lambda client: client.ask("tools/list"))["result"]["tools"]
    assert {tool["name"] for tool in tools} >= {"references", "paper", "check_text"}
    for tool in tools:
        schema = tool["inputSchema"]
        assert set(schema["required"]) <= set(schema["properties"])
        assert schema["additionalProperties"] is False
    assert [tool["name"] for tool in tools if not tool["annotations"]["readOnlyHint"]] == [
        "write_related_work"
    ]


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"{", -32700),
        (b"\xff\xfe", -32700),
        (b"[" * 100_000, -32700),
        (b'{"id": ' + b"9" * 5000 + b"}", -32700),
        (b"7", -32600),
        (b'[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]', -32600),
        (b'{"id": 1}', -32600),
        (b'{"id": 1, "method": 7}', -32600),
        (b'{"id": null, "method": "ping"}', -32600),
        (b'{"id": true, "method": "ping"}', -32600),
        (b'{"id": 1, "method": "ping", "params": []}', -32602),
        (b'{"id": 1, "method": "resources/list"}', -32601),
        (b'{"id": 1, "method": "tools/call", "params": {"name": "rm"}}', -32602),
        (b'{"id": 1, "method": "tools/call"}', -32602),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_is_no_request_gets_an_error(sent: bytes, code: int) -> None:
    async def talk(client: AgentClient) -> Any:
        client.server.receive(sent)
        found = await client.wait_for(lambda line: "error" in line)
        await nothing_comes(client)
        return found

    assert converse(talk)["error"]["code"] == code


@pytest.mark.parametrize(
    "sent",
    [
        {"method": "notifications/initialized"},
        {"method": "notifications/of_no_kind", "params": {"a": 1}},
        {"method": "notifications/cancelled", "params": {"requestId": 99}},
        {"method": "notifications/cancelled", "params": {"requestId": []}},
        {"id": 3, "result": {}},
        {"id": 3, "error": {"code": 1, "message": "no"}},
    ],
    ids=str,
)
def test_what_needs_no_answer_has_none(sent: object) -> None:
    async def talk(client: AgentClient) -> None:
        client.send(sent)
        await nothing_comes(client)

    converse(talk)


def test_a_line_without_end_is_answered_by_its_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "LONGEST", 1_000)
    huge = b'{"jsonrpc": "2.0", "id": 41, "method": "ping", "params": {"a": "' + b"x" * 5_000
    stream = io.BytesIO(huge + b'"}}\n\n{"id": 42, "method": "ping"}\n{"id": 43, "met')

    async def talk(client: AgentClient) -> Any:
        for line in lines.read_lines(stream):
            client.server.receive(line)
        await client.answer(42)
        await client.wait_for(lambda line: line.get("error", {}).get("code") == -32700)
        return await client.answer(41)

    assert "too long" in converse(talk)["error"]["message"]


def test_an_id_that_is_in_use_and_too_many_requests_are_refused() -> None:
    async def talk(client: AgentClient) -> None:
        for number in (1, 1, *range(2, MOST_AT_ONCE + 2)):
            client.send({"id": number, "method": "ping"})
        twice = await client.wait_for(lambda line: line.get("id") == 1 and "error" in line)
        assert "not answered yet" in twice["error"]["message"]
        last = await client.answer(MOST_AT_ONCE + 1)
        assert "wait" in last["error"]["message"]
        assert "result" in await client.answer(MOST_AT_ONCE)

    converse(talk)


def test_a_cancelled_request_has_no_answer() -> None:
    async def talk(client: AgentClient) -> None:
        client.send({"id": "c", "method": "tools/call", "params": {"name": "paper"}})
        client.send({"method": "notifications/cancelled", "params": {"requestId": "c"}})
        await nothing_comes(client)
        await asyncio.sleep(0)
        assert not any(is_answer(line, "c") for line in client.lines)

    converse(talk)
