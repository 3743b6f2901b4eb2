"""A storm of edits, requests and cancels over the pipes, against a reference."""

import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from lsp_client import FULL, LspClient, position

LETTERS = ["a", "é", "\U0001d538", "\f", "\u2028", "\x85", "\v", "\n", "\r\n", " ", "x"]
START = "".join(
    f"@misc{{key{n},\n  title = {{A\fB\u2028 \U0001d538 {n}}},\n}}\n" for n in range(20)
)


def edited(chance: random.Random, text: str) -> tuple[int, int, str]:
    """Choose an edit inside a title, or of a key."""
    if chance.random() < 0.3:
        keys = [found.span(1) for found in re.finditer(r"@misc\{(\w+),", text)]
        return *chance.choice(keys), f"new{chance.randrange(10**6)}"
    titles = [found.span(1) for found in re.finditer(r"title = \{([^{}]*)\}", text)]
    first, last = chance.choice(titles)
    places = [at for at in range(first, last + 1) if text[at - 1 : at + 1] != "\r\n"]
    start, end = sorted((chance.choice(places), chance.choice(places)))
    return start, end, "".join(chance.choice(LETTERS) for _ in range(chance.randrange(4)))


def keys(text: str) -> list[tuple[str, dict[str, int]]]:
    found = re.finditer(r"@misc\{(\w+),", text)
    return [(one[1], position(text, one.start(1))) for one in found]


@pytest.mark.parametrize("seed", [1, 2])
def test_the_server_stays_in_step_and_answers_everything_once(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    symbols = {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}
    capabilities: dict[str, Any] = {**FULL, "textDocument": symbols}
    text, bib, asked = START, tmp_path / "refs.bib", 0
    with LspClient() as client:
        client.initialize(tmp_path, capabilities)
        document = client.open(bib, text)
        for version in range(2, 60):
            changes = []
            for _ in range(chance.randrange(1, 5)):
                start, end, new = edited(chance, text)
                where = {"start": position(text, start), "end": position(text, end)}
                changes.append({"range": where, "text": new})
                text = text[:start] + new + text[end:]
            versioned = {**document, "version": version}
            client.notify(
                "textDocument/didChange", {"textDocument": versioned, "contentChanges": changes}
            )
            asked += 1
            found = client.request("textDocument/documentSymbol", {"textDocument": document})
            assert [
                (one["name"], one["selectionRange"]["start"]) for one in found["result"]
            ] == keys(text)
            at = {"textDocument": document, "position": chance.choice(keys(text))[1]}
            name = f"storm-{version}"
            client.send({"id": name, "method": "textDocument/hover", "params": at})
            if chance.random() < 0.5:
                client.notify("$/cancelRequest", {"id": name})
        for version in range(2, 60):
            answer = client.answer_to(f"storm-{version}")
            assert "result" in answer or answer["error"]["code"] == -32800
        assert client.leave() == 0
        answers = Counter(one["id"] for one in client.heard if "method" not in one)
        assert set(answers.values()) == {1}
        assert len(answers) == asked + 58 + 2
