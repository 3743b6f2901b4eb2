"""Requests and commands that are cancelled before their answer has begun."""

import asyncio
import gc
import warnings
from types import SimpleNamespace
from typing import Any

import pytest
from lsprotocol import types

from citeloom.lsp.dispatch import command_handler, request_handler
from citeloom.lsp.features import hover
from citeloom.lsp.features.commands import service
from citeloom.lsp.features.requests.arguments import Arguments
from citeloom.lsp.routes import RequestRoute

PARAMS = types.HoverParams(
    types.TextDocumentIdentifier("file:///main.tex"), types.Position(line=0, character=0)
)


async def never(_: object, __: Arguments) -> None:
    raise AssertionError("it was cancelled before it began")


class Components:
    """Components of a server whose documents nobody looks at."""

    session = SimpleNamespace(snapshot=lambda _: None)
    reading = SimpleNamespace(ask=lambda question: question())


def request() -> Any:
    route = RequestRoute(types.TEXT_DOCUMENT_HOVER, "hover.answer")
    return request_handler(Components(), route)(PARAMS)  # type: ignore[arg-type]


def command() -> Any:
    return command_handler(Components(), "restart")()  # type: ignore[arg-type]


@pytest.mark.parametrize("start", [request, command], ids=["a request", "a command"])
def test_a_coroutine_that_never_began_is_closed(
    start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hover, "answer", never)
    monkeypatch.setattr(service, "restart", never)

    async def cancel_at_once() -> None:
        task = asyncio.ensure_future(start())
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    gc.collect()  # What other tests have left is not said here.
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        asyncio.run(cancel_at_once())
        gc.collect()
    assert [str(warning.message) for warning in said] == []
