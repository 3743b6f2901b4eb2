"""Random sessions with the real process, over its pipes, against what the client knows."""

import random
import re
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from citeloom_latex.lines import Unit
from hypothesis_profiles import examples
from lsp_client import FULL, SECONDS
from lsp_inside import client_position, job_processes, kill_job, pipes, splits_line_end
from projects import make_project, sample
from writing_client import Editor, run

PROJECT = sample("random_sessions_over_pipes")
SIGNS = ("a", "é", "\U0001d538", "\f", "\u2028", "\x85", "\v", "\n", "\r\n", "\r", " ")
CITED = re.compile(r"\\cite[pt]?(?:\[[^]]*\])*\{([^{}]*)\}")
STEPS = ("edit", "edit", "edit", "rename", "hover", "ask", "write", "kill", "cancel", "reopen")
ABLE = {
    **FULL,
    "textDocument": {
        **FULL["textDocument"],
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "rename": {"prepareSupport": True},
    },
}


class Session:
    """A client that does something at random, and what it knows of its documents."""

    def __init__(self, folder: Path, client: Editor, chance: random.Random, unit: Unit) -> None:
        self.folder, self.client, self.chance, self.unit = folder, client, chance, unit
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.asked: list[str] = []
        self.seen: set[int] = set()
        for name in ("main.tex", "refs.bib"):
            self.open(name, (folder / name).read_text())

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str) -> None:
        self.texts[name], self.versions[name] = text, 1
        self.client.open(self.folder / name, text)

    def place(self, name: str, offset: int) -> dict[str, int]:
        found = client_position(self.texts[name], offset, self.unit)
        return {"line": found.line, "character": found.character}

    def span(self, name: str, start: int, end: int) -> dict[str, Any]:
        return {"start": self.place(name, start), "end": self.place(name, end)}

    def changed(self, name: str, edits: list[tuple[int, int, str]]) -> None:
        """Make edits, each on what the one before it left, and tell the server."""
        changes = []
        for start, end, new in edits:
            text = self.texts[name]
            changes.append({"range": self.span(name, start, end), "text": new})
            self.texts[name] = text[:start] + new + text[end:]
        self.versions[name] += 1
        document = {"uri": self.uri(name), "version": self.versions[name]}
        params = {"textDocument": document, "contentChanges": changes}
        self.client.notify("textDocument/didChange", params)

    def keys(self, name: str) -> list[tuple[str, int]]:
        """Return each key with where it stands, as the client reads its text."""
        text = self.texts[name]
        if name.endswith(".bib"):
            return [(one[1], one.start(1)) for one in re.finditer(r"@misc\{(\w+),", text)]
        return [
            (key[0], found.start(1) + key.start())
            for found in CITED.finditer(text)
            for key in re.finditer(r"\w+", found[1])
        ]

    def ask(self, method: str, params: Any) -> None:
        """Send a request whose answer nobody waits for; perhaps cancel it."""
        self.asked.append(f"asked-{len(self.asked)}")
        self.client.send({"id": self.asked[-1], "method": method, "params": params})
        if self.chance.random() < 0.5:
            self.client.notify("$/cancelRequest", {"id": self.asked[-1]})

    def edit(self) -> None:
        name = self.chance.choice(sorted(self.texts))
        for _ in range(self.chance.randrange(1, 4)):
            # In the words of the introduction, or of a title: what is a key stays one.
            around = r"Trees([^%]*)%" if name == "main.tex" else r"title = \{([^{}]*)\}"
            first, last = self.chance.choice(
                [one.span(1) for one in re.finditer(around, self.texts[name])]
            )
            text = self.texts[name]
            places = [at for at in range(first, last + 1) if not splits_line_end(text, at)]
            start, end = sorted((self.chance.choice(places), self.chance.choice(places)))
            new = "".join(self.chance.choice(SIGNS) for _ in range(self.chance.randrange(4)))
            self.changed(name, [(start, end, new)])

    def rename(self) -> None:
        """Rename a key; what is to be edited is what the client itself finds."""
        old, at = self.chance.choice(self.keys("main.tex"))
        new = f"tree{self.chance.randrange(10**6)}"
        document = {"textDocument": {"uri": self.uri("main.tex")}}
        params = {**document, "position": self.place("main.tex", at), "newName": new}
        changes = self.client.request("textDocument/rename", params)["result"]["documentChanges"]
        found = {
            one["textDocument"]["uri"]: (one["textDocument"]["version"], one["edits"])
            for one in changes
        }
        for name in ("main.tex", "refs.bib"):
            places = [at for key, at in self.keys(name) if key == old]
            version, edits = found.pop(self.uri(name))
            assert version == self.versions[name]
            expected = [self.span(name, at, at + len(old)) for at in places]
            assert [one["range"] for one in edits] == expected
            assert {one["newText"] for one in edits} == {new}
            self.changed(name, [(at, at + len(old), new) for at in reversed(places)])
        assert not found

    def hover(self) -> None:
        name = self.chance.choice(sorted(self.texts))
        _, at = self.chance.choice(self.keys(name))
        document = {"textDocument": {"uri": self.uri(name)}}
        self.ask("textDocument/hover", {**document, "position": self.place(name, at)})

    def command(self, name: str, **argument: Any) -> None:
        given = {"command": f"citeloom.{name}", "arguments": [argument]}
        self.ask("workspace/executeCommand", given)

    def do(self, step: str) -> None:
        match step:
            case "edit" | "rename" | "hover":
                getattr(self, step)()
            case "ask":
                self.command(
                    self.chance.choice(["references", "show", "preview", "methods", "none"])
                )
            case "write":
                self.command("write", uri=self.uri("main.tex"), section="Related Work")
            case "cancel":
                self.command("cancel")
            case "kill":
                kill_job(self.client.pid)
            case "reopen":
                name = self.chance.choice(sorted(self.texts))
                document = {"textDocument": {"uri": self.uri(name)}}
                self.client.notify("textDocument/didClose", document)
                self.open(name, self.texts[name])
        self.seen |= {*job_processes(self.client.pid)}

    def check(self) -> None:
        """Compare what the server has with what the client has."""
        document = {"textDocument": {"uri": self.uri("refs.bib")}}
        found = self.client.request("textDocument/documentSymbol", document)["result"]
        expected = [(key, self.place("refs.bib", at)) for key, at in self.keys("refs.bib")]
        assert [(one["name"], one["selectionRange"]["start"]) for one in found] == expected

    def end(self, before: int) -> None:
        """End it; nothing is left, and everything was answered once."""
        client, process = self.client, self.client.pid
        while run(client, "show")["jobs"]:
            run(client, "cancel")
        until(lambda: not job_processes(process) and pipes(process) <= before)
        for one in self.asked:
            answer = client.answer_to(one)
            assert "result" in answer or answer["error"]["code"] not in (-32601, -32603), answer
        assert client.leave() == 0
        until(lambda: not any(map(lives, self.seen)))
        answered = Counter(one["id"] for one in client.heard if "method" not in one)
        assert set(answered.values()) == {1}
        assert {one for one in answered if isinstance(one, str)} == {*self.asked}


def until(is_so: Any) -> None:
    end = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < end, "something is left"
        time.sleep(0.05)


def lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="looks at processes in /proc")
@settings(
    max_examples=examples(3),
    phases=(Phase.generate,),  # Shrinking sessions with real processes takes minutes.
)
@given(
    steps=st.lists(st.sampled_from(STEPS), min_size=15, max_size=25),
    seed=st.integers(0, 2**32),
    unit=st.sampled_from(["utf-8", "utf-16", "utf-32"]),
    method=st.sampled_from(["plain", "wait", "stubborn", "crash"]),
)
def test_random_sessions_over_pipes(steps: list[str], seed: int, unit: Unit, method: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        make_project(folder, PROJECT)
        with Editor(folder, spawn=True) as client:
            client.begin(method, {**ABLE, "general": {"positionEncodings": [unit]}})
            run(client, "show")
            before = pipes(client.pid)
            session = Session(folder, client, random.Random(seed), unit)
            for step in steps:
                session.do(step)
                session.check()
            session.end(before)
