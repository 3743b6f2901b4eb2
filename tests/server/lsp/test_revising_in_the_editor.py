"""Written text revised over the protocol: what is offered where, what waits, one undo step."""

from pathlib import Path
from typing import Any

import pytest
from written_drafts import change, entry, take_out, written_draft

from citeloom.lsp.connection.brief import LOG_HAS_MORE
from citeloom.placing.marks import find_marks
from lsp_client import FULL, applied, position
from writing_client import Editor, actions, done, edits_of, heard, refusal, run

KINDS = "refactor.rewrite.sentence"


def offered(
    client: Editor, document: dict[str, str], at: dict[str, int], **context: Any
) -> list[dict[str, Any]]:
    params = {
        "textDocument": document,
        "range": {"start": at, "end": at},
        "context": {"diagnostics": [], "only": [KINDS], **context},
    }
    found: list[dict[str, Any]] = client.request("textDocument/codeAction", params)["result"]
    return found


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


def test_what_the_draft_does_comes_behind_a_sentence_of_the_authors_in_one_edit(main: Path) -> None:
    words = "Some write of ash \\cite{ash} and elm \\cite{elm}. Gardens are old."
    change(main, "Related Work}\n", f"Related Work}}\n{words}\n")
    text = main.read_text("utf-8")
    with Editor(main.parent) as client:
        client.begin()
        document = client.open(main)
        assert offered(client, document, position(text, text.index("Gardens are"))) == []
        at = position(text, text.index("elm}. Gardens"))
        (action,) = offered(client, document, at)
        assert action["title"] == "Say what this draft does instead, in its own words"
        job = run(client, "revise", *command_of(action))["job"]
        assert done(client).startswith("Revised (say what this draft does instead")
        titles = [it["title"] for it in actions(client, document, at)]
        assert any(title.startswith("Insert the revised text") for title in titles)
        assert run(client, "insert", {"offer": job}) == {"applied": True}
        edits = edits_of(client)
        assert len(heard(client, "workspace/applyEdit")) == len(edits) == 1
        after = applied(text, edits)
        (woven,) = [block for block in find_marks(after) if block.woven]
        assert woven.content.of(after).startswith("Unlike \\citet{elm}, we present a garden")
        assert after.replace(woven.span.of(after), "").split() == text.split()


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


def test_a_stale_sentence_has_a_fix_that_rewrites_it_alone(main: Path) -> None:
    text = main.read_text("utf-8")
    change(main.with_name("refs.bib"), "grow well in the cold", "grow badly in the hot")
    with Editor(main.parent) as client:
        client.begin(capabilities={**FULL, "textDocument": DIAGNOSED})
        document = client.open(main)
        found = client.request("textDocument/diagnostic", {"textDocument": document})["result"]
        (stale,) = [it for it in found["items"] if it["code"] == "stale"]
        assert "the abstract of 'elm' is not the one" in stale["message"]
        at = stale["range"]["start"]
        fixes = offered(client, document, at, diagnostics=[stale], only=["quickfix"])
        one, every = [fix for fix in fixes if fix["command"]["command"] == "citeloom.revise"]
        assert one["title"] == "Rewrite this sentence from its sources as they are now"
        assert one["isPreferred"] and one["diagnostics"] == [stale]
        assert every["title"] == "Rewrite all sentences whose sources have changed"
        job = run(client, "revise", *command_of(one))["job"]
        assert done(client) == (
            "Revised (1 sentence rewritten from changed sources). A code action inserts it."
        )
        run(client, "insert", {"offer": job})
        after = applied(text, edits_of(client)).splitlines()
        changed = [line for line in text.splitlines() if line not in after]
        assert len(changed) == 3 and sum(line.startswith("% citeloom:") for line in changed) == 2
        assert any("grow badly in the hot" in line for line in after)


DIAGNOSED = {**FULL["textDocument"], "diagnostic": {}}


def test_a_theme_is_asked_for_by_a_client_that_can(main: Path) -> None:
    water = "We find that elms need little water once their roots are deep."
    old = "grow well in the cold north of the country."
    change(main.with_name("refs.bib"), old, f"{old} {water}")
    text = main.read_text("utf-8")
    with Editor(main.parent) as client:
        client.begin("extractive", takes=["citeloom/theme"])
        document = client.open(main)
        at = position(text, text.index("{elm} shows"))
        paragraph, sentence = [
            it for it in offered(client, document, at) if it["title"].endswith("point of view…")
        ]
        assert command_of(paragraph)[0]["revision"] == "theme"
        (given,) = command_of(sentence)
        assert "No theme is named" in refusal(client, "revise", given)
        job = run(client, "revise", {**given, "theme": "  water\u200b needs "})["job"]
        doing = "tell this sentence from the point of view of “water needs”"
        assert done(client).startswith(f"Revised ({doing}).")
        assert run(client, "trace", {"offer": job})["trace"] == {"theme": "water needs"}
        page = run(client, "dryRun", {**given, "theme": "water needs"})["markdown"]
        assert "Nothing is sent: no language model is asked" in page
        assert run(client, "insert", {"offer": job}) == {"applied": True}
        assert "{elm} finds that elms need little water" in applied(text, edits_of(client))


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


def test_what_cannot_be_done_is_said(main: Path) -> None:
    with Editor(main.parent) as client:
        client.begin()
        document = client.open(main)
        assert "There is no revision 'turn'" in refusal(
            client, "revise", {**document, "revision": "turn"}
        )
        run(client, "revise", document)
        assert "No sentence stands on a source that has changed" in done(client)


def test_new_references_are_offered_for_weaving(main: Path) -> None:
    change(main, "shrubs \\cite{yew}.", "shrubs \\cite{yew,oak,fir}.")
    bib = main.with_name("refs.bib")
    new = entry("oak", "We find that oak trees grow very old in parks.")
    new += entry("fir", "We show that fir trees keep their needles in winter.")
    bib.write_text(bib.read_text("utf-8") + new, "utf-8")
    text = main.read_text("utf-8")
    with Editor(main.parent) as client:
        client.begin("extractive")
        document = client.open(main)
        at = position(text, text.index("\\section{Related"))
        (weave,) = [
            it for it in actions(client, document, at) if it["title"] == "Weave in 2 new references"
        ]
        assert command_of(weave)[0]["keys"] == ["oak", "fir"]
        job = run(client, "weave", *command_of(weave))["job"]
        assert done(client).startswith("Woven in (")
        run(client, "insert", {"offer": job})
        after = applied(text, edits_of(client))
        assert "{oak}" in after and "{fir}" in after.partition("Related Work")[2]
