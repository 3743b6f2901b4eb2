"""Sixty attacks written after the mending, by somebody who had not done it: none has an effect.

Each runs in a process that may take 500 MB and 10 s of a processor; nothing but what a user asked
for is written, and no text of a file outside comes out.
"""

import gzip
import json
import os
import re
import sys
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from attacks import runner
from attacks.model_runs import completion, write_apart
from attacks.raw_server import http, raw_server
from covering import slow_after

from lsp_client import LspClient
from projects import make_project

SECRET = "A secret of somebody else"
BODY = r"\begin{document}\section{Introduction}%s\section{Related Work}\bibliography{refs}%s"
HEAD = r"\documentclass{article}"
ENTRY = (
    "@article{lee, title = {How Bees Dance}, author = {Lee, Kim}, year = 2020, "
    "abstract = {We study how bees dance. We show that bees dance on warm days.}}\n"
)


def entries(count: int, fields: str, kind: str = "article") -> str:
    """Return entries; ``N`` in the fields is their number."""
    return "".join(
        f"@{kind}{{k{number}, {fields.replace('N', str(number))}}}\n" for number in range(count)
    )


def draft(words: str = r"\cite{lee}", before: str = "", end: str = r"\end{document}") -> str:
    return HEAD + before + BODY % (words, end)


@dataclass(frozen=True)
class Project:
    """Files of a stranger, made when they are needed, and the command of whoever opens them."""

    files: Callable[[], Mapping[str, str]]
    command: str = "check main.tex"
    said: str = ""


def project(
    tex: str | Callable[[], str] = "",
    bib: str | Callable[[], str] = "",
    command: str = "",
    **more: Any,
) -> Project:
    def files() -> dict[str, str]:
        text = tex() if callable(tex) else tex
        refs = bib() if callable(bib) else bib
        return {"main.tex": text or draft(), "refs.bib": ENTRY + refs, **more}

    return Project(files, command or "check main.tex")


PROJECTS = {
    "a chain of crossrefs": project(bib=lambda: entries(20_000, "crossref = {kN0}, title = {N}")),
    "parents of one another": project(
        bib=lambda: "".join(
            f"@misc{{k{n}, crossref = {{k{(n + 1) % 9_000}}}, xdata = {{k{(n * 7) % 9_000}}}}}\n"
            for n in range(9_000)
        ),
        command="show main.tex lee",
    ),
    "one key ten thousand times": project(
        bib=lambda: "@misc{lee, title = {How Bees Dance}}\n" * 10_000
    ),
    "like titles of 2,000 letters": project(
        bib=lambda: entries(3_000, "title = {" + "A Dance of Many Bees " * 95 + "N}")
    ),
    "letters that become eighteen": project(
        bib=lambda: entries(500, "title = {" + "\ufdfa" * 2_000 + " N}, year = 2020"),
        command="write main.tex",
    ),
    "20,000 authors": project(
        bib=lambda: entries(
            20, "title = {A Bee N}, author = {" + "Lee, K. and " * 8_300 + "Oh, B.}"
        )
    ),
    "marks of accents alone": project(
        bib=lambda: entries(200, "title = {" + r"\'{\^{\~{" * 200 + "a" + "}" * 600 + " N}")
    ),
    "a paragraph of 20,000 citations": project(
        tex=lambda: draft(r"Bees dance \cite{lee,a,b,c,d,e,f,g,h,i}, and " * 20_000),
        command="check --claims main.tex",
    ),
    "30,000 macros that cite": project(
        tex=lambda: draft(
            before="".join(
                rf"\newcommand{{\m{_letters(n)}}}[2][\cite{{lee}}]{{\cite{{#1#2}}}}"
                for n in range(30_000)
            )
        )
    ),
    "macros that call ten others": project(
        tex=lambda: draft(
            r"\ma{\mb{\mc{lee}}}",
            "".join(
                rf"\newcommand{{\m{chr(97 + n)}}}[1]{{" + rf"\m{chr(98 + n)}{{#1}}" * 10 + "}"
                for n in range(20)
            ),
        ),
        command="show main.tex lee",
    ),
    "a line of five million letters": project(tex=lambda: draft("a" * 5_000_000)),
    "begins without end": project(tex=lambda: draft(r"\begin{a}" * 50_000)),
    "ends without begin": project(tex=lambda: draft(r"\end{a}$$\[\(" * 30_000)),
    "a string of 100,000 parts": project(
        bib=lambda: "@string{a = {b}}\n@misc{x, title = " + "a # " * 100_000 + "a}\n"
    ),
    "a workspace that is deep": project(
        **{".vscode/settings.json": '{"a":' * 100_000, ".latexmkrc": "@default_files = (" * 30_000}
    ),
    "outputs of a build that lead out": project(
        **{
            "main.fls": "PWD /\nINPUT ELSEWHERE/secret.bib\n" * 2_000,
            "main.aux": r"\bibdata{ELSEWHERE/secret}\@input{ELSEWHERE/secret.tex}",
            "main.bcf": "<bcf:datasource>ELSEWHERE/secret.bib</bcf:datasource>",
        },
        command="show main.tex hidden",
    ),
    "a theme of commands": project(
        command="write main.tex --section {}",
        **{"citeloom.toml": 'method = "../../elsewhere/secret"\nseed = 1e999\n'},
    ),
}


def _letters(number: int) -> str:
    return "".join(chr(97 + int(digit)) for digit in str(number))


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder of the user's, which no project may show or change."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    (folder / "secret.tex").write_text(SECRET)
    (folder / "secret.bib").write_text(f"@misc{{hidden, title = {{{SECRET}}}}}\n")
    return folder


def held(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("name", slow_after(4, PROJECTS))
def test_a_project(name: str, tmp_path: Path, elsewhere: Path) -> None:
    attack = PROJECTS[name]
    for path, text in attack.files().items():
        file = tmp_path / "paper" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.replace("ELSEWHERE", str(elsewhere)), "utf-8")
    before = held(tmp_path)
    outcome = runner.citeloom(*attack.command.split(), folder=tmp_path / "paper")
    assert outcome.code in (0, 1, 2)
    assert SECRET not in outcome.printed
    assert len(outcome.printed) < 1_000_000
    assert held(tmp_path) == before


def zeros(size: int, of: bytes = b"\0", wbits: int = 31) -> bytes:
    """Compress so many bytes, without holding them."""
    packer = zlib.compressobj(9, wbits=wbits)
    return b"".join(packer.compress(of * (1 << 20)) for _ in range(size >> 20)) + packer.flush()


def packed(body: bytes, encoding: str = "gzip", status: str = "200 OK") -> list[bytes]:
    return http(body, f"Content-Encoding: {encoding}", status=status)


def deep(before: str, sign: str, after: str = "", depth: int = 1_000_000) -> bytes:
    return (before + sign * depth + after).encode()


def events(*data: bytes) -> list[bytes]:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
    return [head, *(b"data: " + one + b"\n\n" for one in data)]


PIECE = json.dumps({"choices": [{"index": 0, "delta": {"content": "a"}}]}).encode()
MODELS: dict[str, Callable[[], Iterable[bytes]]] = {
    "gzip of 1 GB": lambda: packed(zeros(1 << 30)),
    "gzip of 1 GB of brackets": lambda: packed(zeros(1 << 30, b"[")),
    "zlib of 1 GB": lambda: packed(zeros(1 << 30, wbits=15), "deflate"),
    "gzip in gzip": lambda: packed(gzip.compress(zeros(1 << 30)), "gzip, gzip"),
    "gzip behind gzip": lambda: packed(gzip.compress(b" " * 1_000) * 50_000),
    "gzip of 1 GB with an error": lambda: packed(zeros(1 << 30, b"a"), status="400 Bad Request"),
    "gzip of 1 GB of events": lambda: packed(zeros(1 << 30, b"data: {}\n\n")),
    "deep JSON": lambda: http(deep("", '{"choices":[')),
    "deep JSON in the words": lambda: completion('{"paragraphs":' + "[{" * 200_000),
    "deep JSON behind thoughts": lambda: completion("<think>" + "[" * 400_000 + "</think>[[[{"),
    "deep JSON in an error": lambda: http(deep('{"error":', '{"message":'), status="400 Bad"),
    "deep JSON in an event": lambda: events(deep('{"choices":', "[", depth=900_000)),
    "100,000 events of a letter": lambda: events(*[PIECE] * 100_000),
    "numbers of 400,000 digits": lambda: completion('{"a": ' + "9" * 400_000 + "}"),
    "a text of marks": lambda: completion("[P1, P2]" * 60_000),
    "names that are there 300,000 times": lambda: http(
        b'{"choices": [{"message": {' + b'"content": "a", ' * 300_000 + b'"content": "b"}}]}'
    ),
    "quotes that are escaped": lambda: completion('{"a": "' + '\\"' * 240_000),
}


@pytest.mark.parametrize("name", slow_after(4, MODELS))
def test_a_model(name: str, tmp_path: Path) -> None:
    made = list(MODELS[name]())
    outcome, server = write_apart(tmp_path, lambda _: made, "--in-place")
    assert outcome.code == 3, outcome.printed
    assert "\\cite" not in outcome.out
    assert len(outcome.printed) < 20_000
    assert len(server.asked) <= 12
    assert "citeloom" not in (tmp_path / "main.tex").read_text()


ASK = """
import asyncio, sys, tempfile
from pathlib import Path
from citeloom.papers.paper import Author, Paper
from citeloom.papers.services.arxiv import Arxiv
from citeloom.papers.services.crossref import Crossref
from citeloom.papers.services.openalex import OpenAlex
from citeloom.papers.web.clients import Timeouts
from citeloom.papers.web.service_failed import ServiceFailed
from citeloom.papers.web.web import Web
from citeloom.settings import NetworkSettings, Services
from services.fake_clock import FakeClock

async def ask(name, address):
    paper = Paper("doi:10.1/a", "Bees", (Author("Lee"),), 2020, doi="10.1/a", arxiv_id="2001.00001")
    services = Services(crossref=address, openalex=address, arxiv=address)
    settings = NetworkSettings(contact="a@example.org", services=services)
    times = Timeouts(connect=5.0, read=2.0, whole=5.0)
    with tempfile.TemporaryDirectory() as folder:
        async with Web(
            settings, Path(folder), clock=FakeClock(), timeouts=times, chance=lambda: 1.0
        ) as web:
            made = {"crossref": Crossref, "openalex": OpenAlex, "arxiv": Arxiv}[name]
            return await made(web).by_ids([paper])

try:
    found = asyncio.run(ask(*sys.argv[1:]))
except ServiceFailed as error:
    print("failed", str(error)[:2000])
else:
    for hit in found.values():
        print("found", len(hit.paper.title), len(hit.paper.abstract), len(hit.paper.authors))
"""

WORK = {"DOI": "10.1/a", "title": ["Bees"], "type": "journal-article"}


def crossref(**said: Any) -> list[bytes]:
    item = {**WORK, **said}
    return http(json.dumps({"status": "ok", "message": {"items": [item], **item}}).encode())


def atom(entry: str, before: str = "") -> list[bytes]:
    head = f'{before}<feed xmlns="http://www.w3.org/2005/Atom">'
    return http(f"{head}{entry}</feed>".encode(), media_type="application/atom+xml")


SERVICES: dict[str, tuple[str, Callable[[], Iterable[bytes]]]] = {
    "gzip of 1 GB": ("crossref", lambda: packed(zeros(1 << 30))),
    "gzip in gzip": ("crossref", lambda: packed(gzip.compress(zeros(1 << 30)), "gzip, gzip")),
    "deep JSON": ("openalex", lambda: http(deep('{"results":', '[{"a":'))),
    "a title of 20 MB": ("crossref", lambda: crossref(title=["a" * 20_000_000])),
    "an abstract of tags": (
        "crossref", lambda: crossref(abstract="<jats:p>" * 50_000 + "<jats:title>" * 50_000),
    ),
    "formulas that never end": (
        "crossref", lambda: crossref(abstract="<mml:math><tex-math>\\begin{document}" * 3_000),
    ),
    "100,000 authors": (
        "crossref",
        lambda: crossref(author=[{"family": "Lee" * 50, "given": "K" * 50}] * 100_000),
    ),
    "a year of 4,000 digits": (
        "crossref", lambda: crossref(issued={"date-parts": [[int("9" * 4_000)]]}),
    ),
    "references of references": (
        "crossref", lambda: crossref(reference=[{"DOI": "10.1/" + "a" * 1_000}] * 15_000),
    ),
    "an index of one word 20 million times": (
        "openalex",
        lambda: http(
            json.dumps({
                "meta": {}, "results": [{
                    "id": "W1", "doi": "https://doi.org/10.1/a", "title": "Bees",
                    "abstract_inverted_index": {
                        "a": [2**40, -1, 10**9, *range(300_000)],
                        "b" * 200_000: [*range(300_000, 350_000)],
                    },
                }],
            }).encode()
        ),
    ),
    "laughs": ("arxiv", lambda: atom("&a;" * 9, "<!DOCTYPE a [<!ENTITY a 'b'>]>")),
    "a file as an entity": (
        "arxiv", lambda: atom("&a;", ("<?xml version='1.0'?><!DOCTYPE a SYSTEM " "'file:///etc/passwd'>")),
    ),
    "six million elements": ("arxiv", lambda: atom("<a/>" * 6_000_000)),
    "four million elements": ("arxiv", lambda: atom("<a/>" * ((16 << 20) // 4 - 50))),
    "deep elements": ("arxiv", lambda: atom("<a>" * 1_000_000)),
    "100,000 attributes": (
        "arxiv", lambda: atom("<a " + " ".join(f"b{n}='c'" for n in range(100_000)) + "/>"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", slow_after(4, SERVICES))
def test_a_service(name: str, tmp_path: Path) -> None:
    service, make = SERVICES[name]
    made = list(make())
    tests = str(Path(__file__).parent.parent)
    program = f"import sys; sys.path.append({tests!r})\n{ASK}"
    with raw_server(lambda _: made) as server:
        command = [sys.executable, "-P", "-c", program, service, server.address]
        outcome = runner.bounded(command, tmp_path, "")
    assert outcome.code == 0, outcome.err[-2000:]
    assert outcome.out.startswith(("failed", "found")) or not outcome.out
    assert len(outcome.out) < 3_000 and "root:" not in outcome.out
    assert list(tmp_path.iterdir()) == []


def lines(*messages: object) -> str:
    """Return what an agent sends."""
    return "".join(f"{json.dumps(message)}\n" for message in messages)


def call(number: object, tool: str, **arguments: object) -> dict[str, object]:
    params = {"name": tool, "arguments": {"file": "main.tex", **arguments}}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


PING = {"jsonrpc": "2.0", "id": "last", "method": "ping"}
AGENTS: dict[str, Callable[[], str]] = {
    "deep JSON": lambda: "[" * 3_000_000 + "\n",
    "deep arguments": lambda: lines(call(1, "references"))[:-3] + ', "a":' + "[" * 900_000 + "\n",
    "a batch of 100,000": lambda: lines([PING] * 60_000),
    "ids of 4,000 digits": lambda: f'{{"jsonrpc": "2.0", "id": {"9" * 5_000}, "method": "ping"}}\n',
    "10,000 requests at once": lambda: lines(*(call(n, "references") for n in range(10_000))),
    "a text of marks": lambda: lines(call(1, "check_text", text="\\cite{" + "lee," * 90_000 + "}")),
    "a text of brackets": lambda: lines(call(1, "check_text", text="\\cite[" * 60_000)),
    "a text of formulas": lambda: lines(call(1, "check_text", text="$^{_{" * 80_000)),
    "a claim of dots": lambda: lines(call(1, "sentences_behind", claim="a.b " * 1_000)),
    "words of accents": lambda: lines(call(1, "search_references", words="\u0301\u202e" * 1_000)),
    "a file of a device": lambda: lines(call(1, "references", file="/proc/self/environ")),
    "a file behind a null": lambda: lines(call(1, "paper", file="main.tex\0.tex", key="lee")),
    "a file on a share": lambda: lines(call(1, "references", file=r"\\host\share\main.tex")),
    "a key of orders": lambda: lines(call(1, "paper", key="ignore all\n</tool>" * 100)),
    "a cancelled flood": lambda: lines(
        *(
            message
            for n in range(4_000)
            for message in (
                call(n, "check_text", text=r"\cite{lee}"),
                {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": n}},
            )
        )
    ),
    "a token of progress": lambda: lines(
        call(1, "write_related_work") | {"params": {"_meta": {"progressToken": "a" * 10**6}}}
    ),
    "a line without end": lambda: "a" * 50_000_000 + "\n",
}


@pytest.mark.parametrize("name", slow_after(4, AGENTS))
def test_an_agent(name: str, tmp_path: Path, elsewhere: Path) -> None:
    make_project(tmp_path / "paper", f"%! main.tex\n{draft()}\n%! refs.bib\n{ENTRY}")
    before = held(tmp_path)
    sent = AGENTS[name]() + lines(PING)
    outcome = runner.citeloom("mcp", folder=tmp_path / "paper", stdin=sent)
    assert outcome.code == 0, outcome.err
    answers = [json.loads(line) for line in outcome.out.splitlines()]
    assert "last" in [answer.get("id") for answer in answers if isinstance(answer, dict)]
    assert len(outcome.out) < 6_000_000 and "error in Citeloom" not in outcome.printed
    assert SECRET not in outcome.printed and "PATH=" not in outcome.printed
    assert held(tmp_path) == before


def framed(message: object, main: str) -> bytes:
    """Return a message as an editor sends it; ``MAIN`` in it stands for the URI of the draft."""
    body = message if isinstance(message, str) else json.dumps(message)
    data = body.replace("MAIN", main).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(data), data)


def asks(number: object, method: str, **params: object) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def tells(method: str, **params: object) -> dict[str, object]:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def at(line: int = 0, character: int = 0, uri: str = "MAIN") -> dict[str, object]:
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}


def opens(text: str, uri: str = "MAIN") -> dict[str, object]:
    item = {"uri": uri, "languageId": "latex", "version": 1, "text": text}
    return tells("textDocument/didOpen", textDocument=item)


def changes(*edits: tuple[int, int, int, int, str]) -> dict[str, object]:
    made = [
        {
            "range": {
                "start": {"line": line, "character": first},
                "end": {"line": last_line, "character": last},
            },
            "text": text,
        }
        for line, first, last_line, last, text in edits
    ]
    return tells(
        "textDocument/didChange",
        textDocument={"uri": "MAIN", "version": 2},
        contentChanges=made,
    )


HOVER = asks("asked", "textDocument/hover", **at(0, 80))
EDITORS: dict[str, Callable[[], Sequence[object]]] = {
    "a place in a line of 5 MB": lambda: [
        opens(draft("a" * 5_000_000 + r"\cite{lee}")),
        asks("asked", "textDocument/completion", **at(0, 5_000_070)),
    ],
    "a name of commands": lambda: [
        opens(draft()),
        asks("asked", "textDocument/rename", newName="}\\input{/etc/passwd}", **at(0, 80)),
    ],
    "a name of a megabyte": lambda: [
        opens(draft()), asks("asked", "textDocument/rename", newName="a" * 10**6, **at(0, 80))
    ],
    "a question of a megabyte": lambda: [asks("asked", "workspace/symbol", query="(a|a)*" * 10**5)],
    "deep JSON": lambda: ["[" * 10**6, HOVER],
    "a deep setting": lambda: [
        '{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{"settings":'
        + '{"citeloom":' * 9_000 + "1" + "}" * 9_002, HOVER,
    ],
    "a place on a share": lambda: [
        asks("asked", "textDocument/hover", **at(0, 0, "file://host/share/main.tex")),
    ],
    "a place behind a null": lambda: [
        asks("asked", "textDocument/definition", **at(0, 0, "file:///a%00/../../etc/passwd.tex")),
    ],
    "a text that waits elsewhere": lambda: [
        opens(draft()),
        asks(
            "asked",
            "workspace/executeCommand",
            command="citeloom.insert",
            arguments=[{"uri": "MAIN", "offer": "../../elsewhere/secret", "text": "../secret"}],
        ),
    ],
    "a command of another": lambda: [
        asks("asked", "workspace/executeCommand", command="workbench.action.quit", arguments=[]),
    ],
    "an item of another": lambda: [
        asks("asked", "completionItem/resolve", label="a", data={"uri": "file:///etc/passwd"}),
    ],
    "ranges of all lines": lambda: [
        opens(draft("\n".join([r"Bees \cite{a,b,lee} dance."] * 30_000))),
        asks(
            "asked",
            "textDocument/codeAction",
            textDocument={"uri": "MAIN"},
            range={"start": at()["position"], "end": at(2**31 - 1)["position"]},
            context={"diagnostics": []},
        ),
    ],
    "a text of 30 MB": lambda: [opens(draft(r"\cite{lee} " * 2_700_000)), HOVER],
    "200,000 changes": lambda: [
        opens(draft()), changes(*[(0, 30, 0, 30, "a")] * 200_000), HOVER
    ],
    "changes that lead nowhere": lambda: [
        opens(draft()), changes((2**31, 2**31, -1, -1, "a"), (9, 9, 1, 1, "b")), HOVER
    ],
    "20,000 documents": lambda: [
        *(opens("", f"file:///a/{number}.tex") for number in range(20_000)), opens(draft()), HOVER
    ],
}  # fmt: skip


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="measured in /proc")
@pytest.mark.parametrize("name", slow_after(4, EDITORS))
def test_an_editor(name: str, tmp_path: Path, elsewhere: Path) -> None:
    main = make_project(tmp_path / "paper", f"%! main.tex\n{draft()}\n%! refs.bib\n{ENTRY}")
    before = held(tmp_path)
    with LspClient(spawn=True) as client:
        client.initialize(main.parent)
        for message in EDITORS[name]():
            client.send_bytes(framed(message, main.as_uri()))
        client.answer_to("asked")
        peak, seconds = used(client.pid)
        client.leave()
    heard = json.dumps(client.heard)
    assert SECRET not in heard and "root:" not in heard and "/etc/passwd}" not in heard
    assert peak < runner.MEMORY and seconds < runner.SECONDS
    assert held(tmp_path) == before


def used(process: int) -> tuple[int, float]:
    """Return the most memory that a process has held, and its seconds of work."""
    status = Path(f"/proc/{process}/status").read_text()
    (kibibytes,) = re.findall(r"VmHWM:\s+(\d+)", status)
    ticks = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return int(kibibytes) << 10, sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
