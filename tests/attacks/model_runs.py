"""Writing with a model whose endpoint is a raw server."""

import json
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from attacks import runner
from attacks.raw_server import Answer, RawServer, http, raw_server

from citeloom.cli.main import main as citeloom
from projects import make_project
from writing_client import MODEL_PAPER, configure_model

IDS = ("P1", "P2", "P3")
"""The ids of the papers of ``MODEL_PAPER``, whose keys are ash, elm and yew."""


def completion(content: Any, **more: Any) -> list[bytes]:
    """Return a whole answer of an endpoint; ``more`` are values beside those that it has."""
    message = {"role": "assistant", "content": content}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    return http(json.dumps({"id": "1", "choices": [choice], "usage": usage, **more}).encode())


def related_work(*texts: str, cites: Sequence[Any] = IDS) -> str:
    """Return what a model is to write: such sentences, the first of each text with citations."""
    mark = f" [{', '.join(map(str, cites))}]" if cites else ""
    return " ".join(re.sub(r"(?=[.!?]|\Z)", lambda _: mark, text, count=1) for text in texts)


def says(*texts: str, cites: Sequence[Any] = IDS) -> Answer:
    """Return how an endpoint answers whose model writes such sentences."""
    return lambda _: completion(related_work(*texts, cites=cites))


def write_apart(folder: Path, answer: Answer, *arguments: str) -> tuple[runner.Outcome, RawServer]:
    """Write in a process of its own, within the limits of an attack."""
    main = make_project(folder, MODEL_PAPER)
    with raw_server(answer) as server:
        configure_model(f"{server.address}/v1")
        asked = ["write", main.name, "--method", "zero-shot", *arguments]
        return runner.citeloom(*asked, folder=main.parent), server


def write_here(
    folder: Path,
    answer: Answer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: str = "",
) -> tuple[int, str, str, RawServer]:
    """Write in the test's own process; return the exit status and what was printed."""
    main = make_project(folder, MODEL_PAPER)
    with raw_server(answer) as server:
        configure_model(f"{server.address}/v1")
        given = ["citeloom", "write", str(main), "--method", "zero-shot", *shlex.split(arguments)]
        monkeypatch.setattr("sys.argv", given)
        with pytest.raises(SystemExit) as left:
            citeloom()
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return int(left.value.code or 0), out, err, server
