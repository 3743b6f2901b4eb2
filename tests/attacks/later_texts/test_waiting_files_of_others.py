"""A waiting file that is not as the server wrote it is never shown, never inserted, no error."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from citeloom.actions.context import Context, open_project, project_folder
from citeloom.actions.writing.anchor import PassageAnchor
from citeloom.actions.writing.insert import insertion_of
from citeloom.actions.writing.stored.waiting_files import WaitingFiles
from citeloom.actions.writing.waiting import PassageChange, WaitingText, WovenSentences
from citeloom.jobs import jobs
from citeloom.keeping.reading import LARGEST_RECORD
from citeloom.problem import InputError
from citeloom_latex.edit import Edit
from citeloom_latex.spans import Span
from job_threads import ChildThread
from projects import make_project, project_files
from writing_client import PAPER, Editor, refusal, run

TEXT = project_files(PAPER)["main.tex"]
HARM = "\\input{/etc/passwd}\\immediate\\write18{id}"
Change = Callable[[dict[str, Any]], object]


@pytest.fixture(autouse=True)
def jobs_in_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "Child", ChildThread)


def waiting_folder() -> Path:
    return Path(os.environ["CITELOOM_DATA"]) / "waiting"


def set_to(name: str, value: object) -> Change:
    return lambda text: text.update({name: value})


def in_version(text: dict[str, Any]) -> Any:
    return text["content"]["versions"][0]


CHANGES: dict[str, Change] = {
    "LaTeX": lambda text: in_version(text)["paragraphs"][0]["sentences"][0].update(latex=HARM),
    "a key": lambda text: in_version(text)["keys"].update(dict.fromkeys("ab", f"x}}{HARM}{{")),
    "no keys": lambda text: in_version(text).update(keys={}),
    "no sentences": lambda text: in_version(text)["paragraphs"][0].update(sentences=[]),
    "no versions": lambda text: text["content"].update(versions=[]),
    "no titles": set_to("titles", []),
    "a title": set_to("titles", ["\x1b[2J\nerror: forged [k](command:x)"]),
    "no heading": lambda text: text["content"]["anchor"].update(path=[]),
    "a section that is none": lambda text: text["content"]["anchor"].update(nth=99),
    "a root that is no path": set_to("root", "\0"),
    "a .bib as root": lambda text: text.update(root=text["root"].replace("main.tex", "refs.bib")),
}


def test_every_text_that_was_changed_is_set_aside(tmp_path: Path) -> None:
    make_project(tmp_path, PAPER)
    with Editor(tmp_path) as client:
        client.begin()
        client.open(tmp_path / "main.tex")
        job = client.written()
        path = waiting_folder() / f"{job}.json"
        written = path.read_bytes()
        for name, change in CHANGES.items():
            kept = json.loads(written)
            change(kept["text"])
            path.write_text(json.dumps(kept, separators=(",", ":")), encoding="utf-8")
            for command in ("preview", "graphs", "trace", "insert"):
                assert "waiting" in refusal(client, command, {"offer": job}), name
            assert run(client, "show")["offers"] == [], name
            assert path.with_suffix(".broken").exists() and not path.exists()
        path.write_bytes(written)
        assert [offer["offer"] for offer in run(client, "show")["offers"]] == [job]
        assert run(client, "insert", {"offer": job}) == {"applied": True}


@pytest.mark.parametrize(
    "data",
    [
        b"\xff\xfe",
        b"[" * 1_000_000,
        b'{"sha256":"' + b"0" * 64 + b'","text":{}}',
        b'{"sha256":"' + b"0" * 64 + b'","text":' + b"[" * 1_000_000 + b"}",
        b"null",
        None,
    ],
    ids=["bytes", "deep", "a wrong hash", "deep below a hash", "null", "huge"],
)
def test_what_is_no_text_is_set_aside(tmp_path: Path, data: bytes | None) -> None:
    path = tmp_path / f"{1:032x}.json"
    with path.open("wb") as file:
        file.write(data or b"")
        if data is None:
            file.truncate(LARGEST_RECORD + 1)
    assert WaitingFiles(tmp_path).texts() == ()
    assert path.with_suffix(".broken").exists() and not path.exists()


def kept_text(root: Path, *changes: PassageChange) -> WaitingText:
    """Have a whole text with these changes wait, as a server that was led astray would keep it."""
    with Editor(root.parent) as client:
        client.begin()
        client.open(root)
        client.written()
        client.leave()
    files = WaitingFiles(waiting_folder())
    (text,) = files.texts()
    woven = replace(text, content=WovenSentences(changes), titles=("Woven",))
    assert files.put(woven)
    return woven


@pytest.mark.parametrize("place", ["outside", "before", "behind", "backwards"])
def test_a_change_out_of_its_passage_is_not_made(tmp_path: Path, place: str) -> None:
    root = make_project(tmp_path / "project", PAPER)
    outside = tmp_path / "notes.tex"
    outside.write_text(TEXT, encoding="utf-8")
    line = "Many build on trees \\cite{ash,elm} and on shrubs \\cite{yew}."
    span = {"before": Span(-20, 0), "behind": Span(0, 9999), "backwards": Span(9, 3)}
    change = PassageChange(
        outside if place == "outside" else root,
        PassageAnchor(line, 0, 1),
        Edit(span.get(place, Span(0, 4)), "Few"),
        (),
        (),
        "",
    )
    text = kept_text(root, change)
    with pytest.raises(InputError, match=r"beyond its paragraph|cannot be placed"):
        opened = open_project(root, Context())
        insertion_of(text, opened, project_folder(opened.project, root, Context()))
    with Editor(root.parent) as client:
        client.begin()
        client.open(root)
        assert "waiting" in refusal(client, "insert", {"offer": text.id}), "no sentence is kept"
    assert root.read_text("utf-8") == TEXT == outside.read_text("utf-8")


def test_a_text_of_another_project_is_not_shown(tmp_path: Path) -> None:
    root = make_project(tmp_path / "project", PAPER)
    other = make_project(tmp_path / "other", PAPER)
    text = kept_text(root)
    assert WaitingFiles(waiting_folder()).put(replace(text, root=other))
    with Editor(root.parent) as client:
        client.begin()
        client.open(root)
        assert run(client, "show")["offers"] == []
        assert "waiting" in refusal(client, "insert", {"offer": text.id})
