"""Random sessions of random clients, against what each client knows to be true."""

import asyncio
import gc
import os
import random
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from citeloom.lsp.routes import COMMANDS, ROUTES
from citeloom_latex.lines import Unit
from hypothesis_profiles import examples
from lsp_inside import (
    Inside,
    allows,
    client_position,
    job_processes,
    kill_job,
    params_for_any,
    pipes,
    splits_line_end,
)
from projects import make_project, sample
from writing_client import METHODS, PAPER

PROJECT = PAPER.replace("\\section{Method}", "\\input{part}\n\\section{Method}") + sample(
    "random_sessions_project"
)
NAMES = ("main.tex", "part.tex", "refs.bib", "thesis/thesis.tex", "new ü 100%.tex")
SIGNS = st.sampled_from(
    [
        *("a", "é", "\U0001d538", "\f", "\u2028", "\x85", "\v", "\x1c", "\0", "\n", "\r", "\r\n"),
        *("{", "}", "%", "\\", "$", "\\cite{ash}", "\\cite{elm,", "\\input{part}", "\\input{main}"),
        *("\\section{Related Work}", "@misc{new, title = {N}}", "% citeloom:begin abc", "\ufeff"),
        *("\\bibliography{refs}", "\\begin{verbatim}", "\\end{document}", "\ud800"),
    ]
)
WORDS = st.lists(SIGNS, max_size=4).map("".join)
ABLE: dict[str, Any] = {
    "workspace": {
        "applyEdit": True,
        "configuration": True,
        "workspaceEdit": {"documentChanges": True},
        "codeLens": {"refreshSupport": True},
        "diagnostics": {"refreshSupport": True},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
    },
    "textDocument": {
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}},
    },
    "window": {"workDoneProgress": True, "showMessage": {}, "showDocument": {"support": True}},
}
PULLING = {**ABLE, "textDocument": {**ABLE["textDocument"], "diagnostic": {}}}


class RandomSession(RuleBasedStateMachine):
    """A client that does anything an editor's user can do, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = Path(tempfile.mkdtemp()).resolve()
        os.environ["CITELOOM_TEST_FOLDER"] = str(self.folder)
        make_project(self.folder, PROJECT)
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.pipes = 0
        self.client: Inside | None = None

    @initialize(
        unit=st.sampled_from(["utf-8", "utf-16", "utf-32"]),
        capabilities=st.sampled_from([{}, ABLE, PULLING]),
        manner=st.sampled_from(["agrees", "refuses", "is silent"]),
        method=st.sampled_from(["plain", "wait", "stubborn", "crash"]),
    )
    def begin(self, unit: Unit, capabilities: Any, manner: str, method: str) -> None:
        self.unit, self.capabilities, self.manner = unit, capabilities, manner
        self.loop.run_until_complete(self._begin(method))

    async def _begin(self, method: str) -> None:
        self.client = Inside(self._answer)
        general = {"general": {"positionEncodings": [self.unit]}}
        params = {
            "processId": None,
            "rootUri": self.folder.as_uri(),
            "capabilities": {**self.capabilities, **general},
            "initializationOptions": {"method": method},
        }
        answer = await self.client.request("initialize", params)
        assert answer["result"]["capabilities"]["positionEncoding"] == self.unit
        self.client.notify("initialized", {})
        await asyncio.sleep(0)
        self.pipes = pipes()

    def _answer(self, message: dict[str, Any]) -> dict[str, Any] | None:
        assert allows(self.capabilities, message["method"]), message["method"]
        if self.manner == "is silent":
            return None
        if self.manner == "refuses":
            return {"error": {"code": -32803, "message": "the user said no"}}
        results = {
            "workspace/applyEdit": {"applied": True},
            "workspace/configuration": [{"words": 100}],
            "window/showDocument": {"success": True},
        }
        return {"result": results.get(message["method"])}

    def notify(self, method: str, params: Any) -> None:
        async def send() -> None:
            self.client.notify(method, params)
            await asyncio.sleep(0)

        self.loop.run_until_complete(send())

    def ask(self, method: str, params: Any) -> None:
        async def send() -> None:
            self.client.ask(method, params)
            await asyncio.sleep(0)

        self.loop.run_until_complete(send())

    def uri(self, name: str) -> str:
        return name if ":" in name else (self.folder / name).as_uri()

    @rule(name=st.sampled_from([*NAMES, "untitled:Untitled-1"]), text=st.none() | WORDS)
    def open(self, name: str, text: str | None) -> None:
        if name in self.texts:
            return
        path = self.folder / name
        if text is None:
            text = path.read_bytes().decode("utf-8", "replace") if path.exists() else ""
        item = {"uri": self.uri(name), "languageId": "latex", "version": 1, "text": text}
        self.texts[name], self.versions[name] = whole(text), 1
        self.notify("textDocument/didOpen", {"textDocument": item})

    @precondition(lambda self: self.texts)
    @rule(data=st.data(), seed=st.integers(0, 2**32))
    def edit(self, data: st.DataObject, seed: int) -> None:
        name = data.draw(st.sampled_from(sorted(self.texts)))
        chance, changes = random.Random(seed), []
        for new in data.draw(st.lists(WORDS, min_size=1, max_size=5)):
            text = self.texts[name]
            start, end = sorted((chance.randint(0, len(text)), chance.randint(0, len(text))))
            end = min(end, start + 30)
            if splits_line_end(text, start) or splits_line_end(text, end):
                continue
            where = {
                "start": place(text, start, self.unit),
                "end": place(text, end, self.unit),
            }
            changes.append({"range": where, "text": new})
            self.texts[name] = text[:start] + whole(new) + text[end:]
        self.versions[name] += 1
        document = {"uri": self.uri(name), "version": self.versions[name]}
        params = {"textDocument": document, "contentChanges": changes}
        self.notify("textDocument/didChange", params)

    @precondition(lambda self: self.texts)
    @rule(data=st.data(), save=st.booleans())
    def close(self, data: st.DataObject, save: bool) -> None:
        name = data.draw(st.sampled_from(sorted(self.texts)))
        document = {"textDocument": {"uri": self.uri(name)}}
        if save and ":" not in name:
            (self.folder / name).parent.mkdir(exist_ok=True)
            (self.folder / name).write_bytes(self.texts[name].encode())
            self.notify("textDocument/didSave", document)
        del self.texts[name]
        self.notify("textDocument/didClose", document)

    @rule(old=st.sampled_from(NAMES), new=st.sampled_from([*NAMES, None]), told=st.booleans())
    def move_or_delete(self, old: str, new: str | None, told: bool) -> None:
        source = self.folder / old
        if not source.exists() or old == new:
            return
        if new is None:
            source.unlink()
        else:
            (self.folder / new).parent.mkdir(exist_ok=True)
            source.replace(self.folder / new)
        changes = [{"uri": self.uri(old), "type": 3}]
        changes += [] if new is None else [{"uri": self.uri(new), "type": 1}]
        if told:
            self.notify("workspace/didChangeWatchedFiles", {"changes": changes})

    @rule(name=st.sampled_from(NAMES), text=WORDS, encoding=st.sampled_from(["utf-8", "latin-1"]))
    def write_on_disk(self, name: str, text: str, encoding: str) -> None:
        (self.folder / name).parent.mkdir(exist_ok=True)
        with (self.folder / name).open("ab") as file:
            file.write(text.encode(encoding, "ignore"))
        changes = [{"uri": self.uri(name), "type": 2}]
        self.notify("workspace/didChangeWatchedFiles", {"changes": changes})

    @rule(
        name=st.sampled_from([*NAMES, "untitled:Untitled-1", "none.tex"]),
        method=st.sampled_from([one.method for one in ROUTES]),
        line=st.integers(0, 12),
        character=st.integers(0, 40),
        cancel=st.booleans(),
    )
    def request(self, name: str, method: str, line: int, character: int, cancel: bool) -> None:
        at = {"line": line, "character": character}
        self.ask(method, params_for_any(self.uri(name), at))
        if cancel:
            self.notify("$/cancelRequest", {"id": self.client.asked[-1]})

    @rule(
        name=st.sampled_from([*COMMANDS]),
        document=st.sampled_from(NAMES),
        known=st.booleans(),
        cancel=st.booleans(),
    )
    def command(self, name: str, document: str, known: bool, cancel: bool) -> None:
        argument = {"uri": self.uri(document)} if known else {}
        params = {"command": f"citeloom.{name}", "arguments": [argument]}
        self.ask("workspace/executeCommand", params)
        if cancel:
            self.notify("$/cancelRequest", {"id": self.client.asked[-1]})

    @rule(section=st.sampled_from(["", "Related Work", "Background", "Introduction"]))
    def write(self, section: str) -> None:
        argument = {"uri": self.uri("main.tex"), "section": section}
        params = {"command": "citeloom.write", "arguments": [argument]}
        self.ask("workspace/executeCommand", params)

    @rule()
    def kill_a_job(self) -> None:
        kill_job()

    @rule(values=st.sampled_from([None, {}, {"words": 5}, {"citeloom": {"words": "x"}}, [7]]))
    def configure(self, values: Any) -> None:
        self.notify("workspace/didChangeConfiguration", {"settings": values})

    @rule(name=st.sampled_from(["thesis", "gone", ""]), adds=st.booleans())
    def change_folders(self, name: str, adds: bool) -> None:
        folder = {"uri": (self.folder / name).as_uri(), "name": name}
        event = {"added": [folder] if adds else [], "removed": [] if adds else [folder]}
        self.notify("workspace/didChangeWorkspaceFolders", {"event": event})

    @rule(seconds=st.sampled_from([0.01, 0.35]))
    def let_time_pass(self, seconds: float) -> None:
        self.loop.run_until_complete(asyncio.sleep(seconds))

    @invariant()
    def the_mirror_is_what_the_client_has(self) -> None:
        if self.client is not None:
            buffers = {one.uri: one for one in self.client.server.parts.session.buffers.values()}
            assert {uri: one.text for uri, one in buffers.items()} == {
                self.uri(name): text for name, text in self.texts.items()
            }
            assert {uri: one.version for uri, one in buffers.items()} == {
                self.uri(name): version
                for name, version in self.versions.items()
                if name in self.texts
            }

    @invariant()
    def nothing_is_answered_twice_or_unasked(self) -> None:
        if self.client is not None:
            assert set(self.client.counts.values()) <= {1}
            assert set(self.client.answers) <= set(self.client.asked)

    def teardown(self) -> None:
        try:
            if self.client is not None:
                self.loop.run_until_complete(self._end(self.client))
        finally:
            self.loop.run_until_complete(self.loop.shutdown_default_executor())
            self.loop.close()
            shutil.rmtree(self.folder)

    async def _end(self, client: Inside) -> None:
        bib = "alive.bib"
        (self.folder / bib).write_text("@misc{alive, title = {Still there}}")
        hover = params_for_any(self.uri(bib), {"line": 0, "character": 7})
        found = await client.request("textDocument/hover", hover)
        while "Reading " in str(found["result"]):  # A large .bib that was made on the way.
            await asyncio.sleep(0.05)
            found = await client.request("textDocument/hover", hover)
        assert "Still there" in str(found["result"]), "the server answers at the end"
        shutdown = await client.request("shutdown")
        assert shutdown["result"] is None
        for number in client.asked:
            await client.answer_to(number)
        faults = [one for each in client.answers.values() for one in each if fault(one)]
        assert not faults
        assert set(client.counts.values()) == {1}
        assert not client.server.protocol._request_futures.keys() & set(client.asked)
        await client.server.close()
        for _ in range(6000):  # A busy machine ends processes late.
            gc.collect()
            tasks = client.server.parts.background.unfinished
            left = (tasks, len(job_processes()), pipes() - self.pipes)
            if max(left) <= 0:
                break
            await asyncio.sleep(0.01)
        assert max(left) <= 0, f"tasks, job processes and pipes that are left: {left}"


def whole(text: str) -> str:
    return text.replace("\ud800", "\ufffd")


def place(text: str, offset: int, unit: Unit) -> dict[str, int]:
    found = client_position(text, offset, unit)
    return {"line": found.line, "character": found.character}


def fault(answer: dict[str, Any]) -> bool:
    return answer.get("error", {}).get("code") in (-32603, -32602, -32601)


@pytest.mark.slow
@pytest.mark.hypothesis
@pytest.mark.skipif(os.name == "nt", reason="kills processes by a signal")
def test_random_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    path = [str(METHODS), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, path)))
    monkeypatch.setenv("CITELOOM_TEST_FOLDER", "")
    run_state_machine_as_test(
        RandomSession,
        settings=settings(
            max_examples=examples(8),
            stateful_step_count=40,
            phases=(Phase.generate,),  # Shrinking sessions with real processes takes minutes.
        ),
    )
