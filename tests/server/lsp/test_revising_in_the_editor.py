"""Written text revised over the protocol: what is offered where, what waits, one undo step."""

from pathlib import Path
from typing import Any

import pytest
from written_drafts import change, take_out, written_draft

from citeloom.lsp.connection.brief import LOG_HAS_MORE
from lsp_client import applied, code_actions, position
from writing_client import Editor, actions, done, edits_of, heard, run

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

KINDS = "refactor.rewrite.sentence"


def offered(client: Editor, document: dict[str, str], at: dict[str, int]) -> list[dict[str, Any]]:
    return code_actions(client, document, at, only=[KINDS])


def command_of(action: dict[str, Any]) -> list[Any]:
    given: list[Any] = action["command"]["arguments"]
    return given


@pytest.fixture
def main(tmp_path: Path) -> Path:
    return written_draft(tmp_path)


def test_what_is_offered_at_a_sentence_and_outside_of_the_marks(main: Path) -> None:
    text = main.read_text("utf-8")
    with Editor(main.parent) as client:
        client.begin()
        document = client.open(main)
        at = position(text, text.index("{elm} shows"))
        assert [action["title"] for action in offered(client, document, at)] == [
            "Write this sentence anew",
            "Write this paragraph anew",
            "Shorten this paragraph",
            "Begin a new paragraph with this sentence",
            "Move this sentence up",
            "Move this sentence down",
            "Put this paragraph's sentences in the order of the years",
            "Compare this paper with that of the next sentence",
            "Say what this draft does instead, in its own words",
        ]
        assert offered(client, document, position(text, text.index("Many build"))) == []


def test_a_moved_sentence_waits_and_comes_in_one_edit(main: Path) -> None:
    text = main.read_text("utf-8")
    with Editor(main.parent) as client:
        client.begin()
        document = client.open(main)
        at = position(text, text.index("{elm} shows"))
        (move,) = [it for it in offered(client, document, at) if it["title"].endswith("up")]
        job = run(client, "revise", *command_of(move))["job"]
        assert done(client).startswith("Revised (move this sentence up).")
        page = run(client, "preview", {"offer": job})["markdown"]
        assert "# Revised: move this sentence up" in page and "    -\\citet" in page
        related = actions(client, document, at)
        titles = [action["title"] for action in related]
        assert "Insert the revised text (move this sentence up)" in titles
        assert run(client, "insert", {"offer": job}) == {"applied": True}
        edits = edits_of(client)
        assert len(heard(client, "workspace/applyEdit")) == len(edits) == 1
        after = applied(text, edits)
        assert after.index("{elm} shows") < after.index("{ash} plants")
        assert sorted(after.splitlines()) == sorted(text.splitlines())
        client.change(document, after)
        assert not [it for it in actions(client, document, at) if "revised" in it["title"]]
        client.change(document, text, 3)
        titles = [action["title"] for action in actions(client, document, at)]
        assert "Insert the revised text (move this sentence up)" in titles


def test_a_revision_of_several_files_is_shown_against_each(main: Path) -> None:
    text = main.read_text("utf-8")
    begin, end = text.index("\\section{Related"), text.index("\\section{Method}")
    second = text[begin:end].replace("Related Work", "Similar Work")
    ours = text[text.index("% citeloom:begin") :].split()[2]
    second = second.replace(ours, "0123456789")
    records = main.parent / ".citeloom"
    record = (records / f"{ours}.json").read_text("utf-8").replace(ours, "0123456789")
    (records / "0123456789.json").write_text(record, "utf-8")
    other = main.with_name("other.tex")
    other.write_text(second, "utf-8")
    main.write_text(text.replace("\\section{Method}", "\\input{other}\n\\section{Method}"), "utf-8")
    change(main.with_name("refs.bib"), "grow well in the cold", "grow badly in the hot")
    with Editor(main.parent) as client:
        client.begin(takes=["citeloom/showChanges"])
        document = client.open(main)
        job = run(client, "revise", document)["job"]
        assert done(client).startswith("Revised (2 sentences rewritten from changed sources)")
        assert run(client, "preview", {"offer": job})["uri"] is None
        assert heard(client, "citeloom/showChanges") == [{"offer": job, "version": 0}]
        files = run(client, "changes", {"offer": job})["files"]
        assert {file["uri"] for file in files} == {main.as_uri(), other.as_uri()}
        assert all("grow badly in the hot" in file["text"] for file in files)


@pytest.mark.parametrize(
    ("takes", "method"),
    [
        (("citeloom/showChanges", "citeloom/problem"), "citeloom/problem"),
        (("citeloom/showChanges",), "window/showMessage"),
        ((), "window/showMessage"),
    ],
)
def test_where_all_warnings_are_is_said_as_it_is(
    main: Path, takes: tuple[str, ...], method: str
) -> None:
    for key in ("elm", "yew"):
        take_out(main.with_name("refs.bib"), key)
    with Editor(main.parent) as client:
        client.begin(takes=[*takes])
        job = run(client, "revise", client.open(main))["job"]
        warned = heard(client, method)[0]
        page = run(client, "preview", {"offer": job})["markdown"]
    first = "1 sentence left out: 'elm' is no longer in your .bib"
    assert "'yew' is no longer in your .bib" in page
    if not takes:
        assert warned["message"] == f"2 warnings, which the preview shows. The first: {first}"
    elif method == "window/showMessage":
        assert warned["message"] == f"2 warnings. The first: {first} {LOG_HAS_MORE}"
    else:
        assert warned["fault"] == f"2 warnings. The first: {first}" and warned["logHasMore"]
