"""No text of a stranger becomes a link or an icon in what an editor shows."""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import attrs
import pytest
from lsprotocol import types

from citeloom.jobs import jobs
from citeloom.lsp import server
from citeloom.lsp.connection.shown import SHOWN, shown
from citeloom.lsp.routes import COMMANDS, ROUTES
from corpus import found_files
from job_threads import ChildThread
from lsp_client import FULL, applied
from lsp_inside import params_for_any
from projects import make_project
from writing_client import ASKING, Editor, ask, configure_model, done, heard, refusal, run

QUIT = "[k](command:workbench.action.quit)"
LINKS = (
    QUIT,
    "[k](https://evil.example/)",
    "[k](file:///bin/sh)",
    "[k](COMMAND:x)",
    '[k](command:x "title")',
    "[a [k](command:x)](command:y)",
    "$(trash) $(loading~spin)",
)
LINK = re.compile(r"\]\(|\$\([\w~-]+\)")
CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")

NOT_SHOWN = {"newText", "arguments", "uri", "target", "filterText", "data", "textEdit", "edit"}
"""What is no text to be shown, or is the author's own document."""

PAGES = {"contents", "documentation"}
"""What is Markdown, in which brackets are escaped: ``test_hover_markup`` is about that."""

PAPER = f"""
%! main.tex
\\documentclass{{article}}
\\title{{A {QUIT} garden}}
\\begin{{document}}
\\begin{{abstract}}We grow {QUIT} all of them in one garden.\\end{{abstract}}
\\section{{Introduction {QUIT}}}
Many build on trees \\cite{{ash,elm{QUIT}}} and on shrubs \\cite{{yew, no{QUIT}, $(trash)}}.
\\section{{Related Work}}

\\section{{Method}}
Ours is another \\cite{{elm{QUIT}}}. \\input{{gone{QUIT}}}
\\bibliography{{refs, away{QUIT}}}
\\end{{document}}
%! refs.bib
@misc{{ash, title = {{Ash {QUIT} Trees}}, author = {{Doe, {QUIT}}}, year = 2001,
  abstract = {{We plant {QUIT} ash trees in rows and count them.}}}}
@misc{{elm{QUIT}, title = {{Elm Trees {QUIT}}}, doi = {{10.1234/{QUIT}}},
  abstract = {{We show that elm trees grow well {QUIT} in the north.}}}}
@misc{{yew, title = {{Yew Shrubs}}, file = {{:a{QUIT}.pdf:PDF}}, url = {{https://a.example/{QUIT}}}}}
@misc{{yew, title = {{Yew {QUIT} Again}}}}
@misc{{un{QUIT}, title = {{Unused {QUIT}}}}}
"""


@pytest.fixture(autouse=True)
def jobs_in_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "Child", ChildThread)


def texts(message: Any) -> Iterator[str]:
    """Yield all texts of a message that an editor may show."""
    if isinstance(message, str):
        yield message
    elif isinstance(message, list):
        for item in message:
            yield from texts(item)
    elif isinstance(message, dict):
        for name, value in message.items():
            if name not in NOT_SHOWN | PAGES:
                yield from texts(value)


def shown_texts(client: Editor, answered: frozenset[int] = frozenset()) -> list[str]:
    """Return all that a server had the editor show; but for what the commands answered."""
    messages = [message for message in client.heard if message.get("id") not in answered]
    return [text for message in messages for text in texts(message)]


def assert_harmless(found: list[str]) -> None:
    assert not [text for text in found if LINK.search(text) or CONTROLS.search(text)]


def commands(client: Editor, *names: str, **argument: Any) -> frozenset[int]:
    """Run commands, whatever they answer; return the ids of those that did not fail."""
    answers = [ask(client, name, argument) for name in names]
    return frozenset(answer["id"] for answer in answers if "error" not in answer)


@pytest.mark.parametrize("text", LINKS)
def test_no_text_forms_a_link_or_an_icon(text: str) -> None:
    assert not LINK.search(shown(text))
    assert shown(text).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(
    "text", ["a\nb", "\x1b[31m", "[k]\n(command:x)", "[k]\r(command:x)", "\u202ea"]
)
def test_no_sign_ends_a_line_or_hides(text: str) -> None:
    assert not LINK.search(shown(text)) and not CONTROLS.search(shown(text))


def test_what_is_no_link_stays_as_it_is() -> None:
    usual = r"\cite[see][p. 3]{key} (2020), f(x)[1], $(x, y)$: [1], (2) 'a' <b> *c* _d_ `e`"
    assert shown(usual) == usual


def test_every_field_that_editors_show_is_made_harmless() -> None:
    """Walk all values of the protocol that the server makes, in its source."""
    names = {"message", "title", "tooltip", "label", "detail", "name", "reason", "container_name"}
    folder = Path(server.__file__).parent
    source = "\n".join(path.read_text("utf-8") for path in found_files(folder, "*.py", 70))
    made = {
        getattr(types, name)
        for name in re.findall(r"\btypes\.([A-Z]\w+)\(", source)
        if name != "WinDLL"
    }
    own = {types.MessageActionItem}  # Buttons: words of ours, which come back as they were sent.
    for kind in made - own:
        if attrs.has(kind):
            fields = {field.name for field in attrs.fields(kind)} & names
            written = {
                re.sub("(?<!^)([A-Z])", r"_\1", name).lower() for name in SHOWN.get(kind, ())
            }
            assert fields <= written, kind


def test_every_request_on_a_hostile_project(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)
    capabilities = {
        **FULL,
        "textDocument": {
            **FULL["textDocument"],
            "codeAction": {
                **FULL["textDocument"]["codeAction"],
                "disabledSupport": True,
            },
            "diagnostic": {},
        },
    }
    with Editor(tmp_path) as client:
        client.begin(capabilities=capabilities)
        answered: set[int] = set()
        for path in (main, tmp_path / "refs.bib"):
            document = client.open(path)
            lines = path.read_text("utf-8").splitlines()
            for route in ROUTES:
                for line, text in enumerate(lines):
                    for found in re.finditer(r"\{|,|^", text):
                        place = {"line": line, "character": found.end()}
                        params = params_for_any(document["uri"], place)
                        client.request(route.method, params)
        answered |= commands(
            client, *(set(COMMANDS) - {"write", "weave", "insert", "restart", "fetch"})
        )
        answered |= commands(
            client, "show", "openPdf", "fetch", "weave", "references", key=f"no{QUIT}"
        )
        answered |= commands(client, "show", section=QUIT, method=QUIT)
        answered |= commands(client, "write", "estimate", section=QUIT)
        answered |= commands(client, "write", "estimate", method=QUIT)
        answered |= commands(client, "insert", "discard", offer=QUIT)
        assert "workbench" in refusal(client, "show", {"key": f"no{QUIT}"})
        found = shown_texts(client, frozenset(answered))
    assert sum("workbench" in text for text in found) > 50
    assert_harmless(found)


def test_settings_of_a_hostile_workspace(tmp_path: Path) -> None:
    make_project(tmp_path, PAPER)
    with Editor(tmp_path) as client:
        client.begin(QUIT, **{QUIT: 1, "rules": {QUIT: QUIT}, "words": QUIT})
        found = [one["message"] for one in heard(client, "window/showMessage", 3)]
    assert sum("workbench" in text for text in found) >= 2
    assert_harmless(found)


def test_a_project_file_with_a_hostile_setting(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)
    (tmp_path / "citeloom.toml").write_text(f'method = "{QUIT}"\n', "utf-8")
    with Editor(tmp_path) as client:
        client.begin("")
        client.open(main)
        answer = ask(client, "write")
        client.request("textDocument/diagnostic", {"textDocument": {"uri": main.as_uri()}})
        found = shown_texts(client)
    assert "error" in answer
    assert any("workbench" in text for text in found)
    assert_harmless(found)


def test_titles_of_progress_of_what_is_woven_in(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)
    with Editor(tmp_path) as client:
        client.begin("extractive")
        client.open(main)
        run(client, "write", {"keys": ["ash"]})
        while "Related work written" not in done(client):  # A warning may come before it.
            pass
        run(client, "insert")
        for message in client.heard:
            if message.get("method") == "workspace/applyEdit":
                (change,) = message["params"]["edit"]["documentChanges"]
        text = applied(main.read_text("utf-8"), change["edits"])
        client.change({"uri": main.as_uri()}, text)
        run(client, "weave", {"keys": [f"elm{QUIT}"]})
        client.until("window/showMessage")
        found = shown_texts(client)
        begun = [
            message["params"]["value"]
            for message in client.heard
            if message.get("method") == "$/progress"
        ]
    assert any("workbench" in value.get("title", "") for value in begun)
    assert_harmless([text for value in begun for text in texts(value)])
    assert_harmless([text for text in found if "Woven" in text or "Weaving" in text])


def test_the_question_whether_a_draft_may_be_sent(tmp_path: Path) -> None:
    main = make_project(tmp_path, PAPER)
    configure_model("https://model.example.org/v1")
    with Editor(tmp_path, answers=False) as client:
        client.begin("chatcite", ASKING)
        client.open(main)
        run(client, "write")
        found = heard(client, "window/showMessageRequest")
    assert_harmless([text for params in found for text in texts(params)])


class _Refusing(BaseHTTPRequestHandler):
    """A model's endpoint whose errors are hostile."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("content-length", 0)))
        body = json.dumps(
            {"error": {"message": f"{QUIT}\n{QUIT}\x1b[31m", "code": QUIT, "type": QUIT}}
        )
        self.send_response(400)
        self.send_header("content-type", "application/json")
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def refusing_endpoint() -> Iterator[str]:
    endpoint = ThreadingHTTPServer(("127.0.0.1", 0), _Refusing)
    threading.Thread(target=endpoint.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{endpoint.server_port}/v1"
    finally:
        endpoint.shutdown()
        endpoint.server_close()


@pytest.mark.parametrize("method", ["zero-shot", "ckma"])
def test_an_error_of_the_models_endpoint(tmp_path: Path, method: str) -> None:
    main = make_project(tmp_path, PAPER)
    with refusing_endpoint() as address, Editor(tmp_path) as client:
        configure_model(address)
        client.begin(method)
        client.open(main)
        run(client, "write")
        said = done(client)
        found = shown_texts(client)
    assert "workbench" in said, said
    assert_harmless([said, *(text for text in found if "workbench" in text)])
