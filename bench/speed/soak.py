"""The server over a long time: random edits, requests, files and jobs; what it keeps, each minute.

    python -m bench soak [SECONDS [SEED]]

Two drafts of twelve files each; a fourth of the requests is cancelled at once.
"""

import os
import random
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from bench.shared.peer import Peer

SECONDS, SEED, MINUTE, CANCELLED = 1_200.0, 1, 60.0, 0.25
PARTS, ENTRIES = 10, 40
TYPED = (
    *("\\cite{e1,e2}", "\\citep[see][]{e3}", "\\label{a}", "\\ref{a}", "\\input{part1}", "\n\n"),
    *("\\begin{abstract}", "\\end{document}", "\\documentclass{article}", "{", "}", "%", "$", "é"),
    *("\\bibliography{refs}", "\\newcommand{\\x}{\\cite{e4}}", "\\section{Related Work}", "words "),
    *("@misc{e5, title = {A Title}}", "% !TEX root = main.tex", "\\end{", "\U0001d538", ","),
)
ASKED = (
    *("hover", "definition", "references", "completion", "prepareRename", "documentSymbol"),
    *("documentLink", "codeLens", "codeAction", "diagnostic", "rename"),
)
RUN = ("write", "weave", "show", "preview", "references", "methods", "cancel", "strip", "discard")
STEPS = {"edit": 60, "ask": 60, "run": 3, "reopen": 4, "disk": 3, "mend": 5}


def main() -> None:
    """Run it; print what the server has, each minute, and what is left at the end."""
    seconds, seed = (*map(float, sys.argv[1:]), *(SECONDS, SEED)[len(sys.argv) - 1 :])
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        os.environ["TMPDIR"] = str(folder / "temporary")
        (folder / "temporary").mkdir()
        os.environ["CITELOOM_DATA"] = str(folder / "data")
        os.environ["PYTHONPATH"] = os.pathsep.join([*sys.path, str(Path.cwd())])
        with Peer("ours", (sys.executable, "-m", "citeloom", "serve"), folder) as peer:
            _Session(folder, peer, random.Random(int(seed))).run_for(seconds)


class _Session:
    def __init__(self, folder: Path, peer: Peer, chance: random.Random) -> None:
        self.folder, self.peer, self.chance = folder, peer, chance
        self.texts: dict[Path, str] = {}
        self.done: Counter[str] = Counter()
        for draft in ("one", "two"):
            for path, text in _draft(folder / draft).items():
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, "utf-8")
                self.texts[path] = text
        self.first = dict(self.texts)
        for path in self.texts:
            peer.open(path)

    def run_for(self, seconds: float) -> None:
        begun = said = monotonic()
        self.say(0.0)
        while (now := monotonic()) < begun + seconds:
            if now >= said + MINUTE:
                said = now
                self.say(now - begun)
            (step,) = self.chance.choices(list(STEPS), STEPS.values())
            self.done[step] += 1
            getattr(self, f"_{step}")(self.chance.choice(list(self.texts)))
            self.peer.heard.clear()
        self.say(seconds)
        with suppress(RuntimeError):
            self.peer.request("workspace/executeCommand", {"command": "citeloom.cancel"})
        for path in self.texts:
            self._closed(path)
        self._command("show", next(iter(self.texts)))
        self.say(seconds)
        children = self.children()
        self.peer.request("shutdown", {})
        self.peer.notify("exit", {})
        code = self.peer.process.wait(30)
        left = [one for one in children if Path("/proc", one).exists()]
        print(f"{dict(self.done)}; unanswered: {len(self.peer.unanswered)}")
        print(f"ended with {code}; processes left: {len(left)}; files left: {dict(self.strays())}")

    def children(self) -> list[str]:
        """Return the numbers of the processes that the server has started and that run."""
        process = str(self.peer.process.pid)
        return Path("/proc", process, "task", process, "children").read_text().split()

    def strays(self) -> Counter[str]:
        """Count the files that are not of the drafts, by their folder: texts that wait, at most."""
        found = [one for one in self.folder.rglob("*") if one.is_file() and one not in self.texts]
        return Counter(str(one.parent.relative_to(self.folder)) for one in found)

    def say(self, seconds: float) -> None:
        process = Path(f"/proc/{self.peer.process.pid}")
        status = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
        opened = [_target(link) for link in (process / "fd").iterdir()]
        stores = sum(".sqlite" in one for one in opened)
        print(
            f"{seconds / 60:5.1f} min: {int(status['VmRSS'].split()[0]) >> 10} MB, "
            f"{len(opened)} files open ({stores} of SQLite), {len(self.children())} processes, "
            f"{status['Threads'].strip()} threads, {sum(self.done.values())} steps",
            flush=True,
        )

    def _place(self, path: Path) -> dict[str, int]:
        lines = self.texts[path].split("\n")
        line = self.chance.randrange(len(lines))
        return {"line": line, "character": self.chance.randint(0, _units(lines[line]))}

    def _change(self, path: Path, text: str) -> None:
        self.texts[path] = text
        self.done["version"] += 1
        document = {"uri": path.as_uri(), "version": self.done["version"] + 1}
        params = {"textDocument": document, "contentChanges": [{"text": text}]}
        self.peer.notify("textDocument/didChange", params)

    def _edit(self, path: Path) -> None:
        text = self.texts[path]
        start = self.chance.randint(0, len(text))
        end = start + self.chance.choice((0, 0, 0, 1, 5, 30))
        self._change(path, text[:start] + self.chance.choice(TYPED) + text[end:])

    def _mend(self, path: Path) -> None:
        self._change(path, self.first[path])

    def _ask(self, path: Path) -> None:
        method = self.chance.choice(ASKED)
        place = self._place(path)
        params = {
            "textDocument": {"uri": path.as_uri()},
            "position": place,
            "range": {"start": place, "end": place},
            "context": {"diagnostics": [], "includeDeclaration": True},
            "newName": f"e{self.chance.randrange(ENTRIES)}",
        }
        if self.chance.random() < CANCELLED:
            self.peer.cancelled(f"textDocument/{method}", params)
        else:
            self._answered(f"textDocument/{method}", params)

    def _run(self, path: Path) -> None:
        self._command(self.chance.choice(RUN), path)

    def _command(self, name: str, path: Path) -> None:
        argument = {"uri": path.as_uri(), "section": "Related Work", "keys": ["e1"]}
        given = {"command": f"citeloom.{name}", "arguments": [argument]}
        self._answered("workspace/executeCommand", given)

    def _answered(self, method: str, params: dict[str, Any]) -> None:
        """Wait for an answer, whichever: a refusal is one."""
        try:
            self.peer.request(method, params)
        except RuntimeError as error:
            if "has ended" in str(error) or "-32603" in str(error):
                raise
            self.done["refused"] += 1

    def _closed(self, path: Path) -> None:
        self.peer.notify("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})

    def _reopen(self, path: Path) -> None:
        self._closed(path)
        self.texts[path] = path.read_text("utf-8")
        self.peer.open(path)

    def _disk(self, path: Path) -> None:
        path.write_text(self.texts[path], "utf-8")
        changes = [{"uri": path.as_uri(), "type": 2}]
        self.peer.notify("workspace/didChangeWatchedFiles", {"changes": changes})


def _units(line: str) -> int:
    return len(line.encode("utf-16-le")) // 2


def _target(link: Path) -> str:
    try:
        return str(link.readlink())
    except OSError:
        return ""


def _draft(folder: Path) -> dict[Path, str]:
    inputs = "\n".join(f"\\input{{part{number}}}" for number in range(PARTS))
    entries = (
        f"@article{{e{number}, title = {{The {number}th Tree of a Forest}}, year = 2020,\n"
        f"  author = {{Ash, A. and Elm, E.}}, abstract = {{Trees are slow. We show that tree "
        f"{number} grows fast. It needs a year, and more of water.}}}}\n"
        for number in range(ENTRIES)
    )
    parts = {
        folder / f"part{number}.tex": f"\\subsection{{Part {number}}}\n"
        + f"Trees grow \\cite{{e{number},e{number + 1}}} in rows \\citep{{e{number + 2}}}.\n" * 20
        for number in range(PARTS)
    }
    return {
        folder / "main.tex": "\\documentclass{article}\n\\begin{document}\n\\title{Trees}\n"
        f"\\section{{Introduction}}\n{inputs}\n\\section{{Related Work}}\n\n"
        "\\bibliography{refs}\n\\end{document}\n",
        folder / "refs.bib": "".join(entries),
        **parts,
    }
