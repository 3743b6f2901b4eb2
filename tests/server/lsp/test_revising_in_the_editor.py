"""Written text revised over the protocol: what is offered where, decided there, one undo step."""

from pathlib import Path
from typing import Any

import pytest
from written_drafts import change, written_draft

from lsp_client import FULL, applied, code_actions, position, pulled
from writing_client import ASKING, Editor, done, edits_of, heard, refusal, run

pytestmark = pytest.mark.usefixtures("jobs_in_threads")


TAKES = ["citeloom/proposed"]
COMPARE = "Compare with…"


def titles(client: Editor, document: dict[str, str], at: dict[str, int], **more: Any) -> list[str]:
    return [it["title"] for it in code_actions(client, document, at, **more)]


def chosen(client: Editor, document: dict[str, str], at: dict[str, int], title: str) -> list[Any]:
    """Return the arguments of an action that is offered at a place."""
    (found,) = [it for it in code_actions(client, document, at) if it["title"] == title]
    given: list[Any] = found["command"]["arguments"]
    return given


def comparing(client: Editor, document: dict[str, str], at: dict[str, int], key: str) -> Any:
    """Return the arguments that compare a sentence with that on a paper."""
    (given,) = chosen(client, document, at, COMPARE)
    return {"uri": given["uri"], "position": at, "revision": "compare", "other": key}


@pytest.fixture
def main(tmp_path: Path) -> Path:
    return written_draft(tmp_path)


def test_a_written_sentence_has_at_most_four_actions_all_of_which_do_something(main: Path) -> None:
    text = main.read_text("utf-8")
    with Editor(main.parent) as client:
        client.begin("extractive", takes=TAKES)
        document = client.open(main)
        at = {key: position(text, text.index(f"{{{key}}} ")) for key in ("ash", "elm", "yew")}
        assert titles(client, document, at["ash"]) == [COMPARE, "More…"]
        assert titles(client, document, at["yew"]) == [COMPARE, "More…"], "with those before it"
        told = {"code": "stale", "message": "", "range": {"start": at["ash"], "end": at["ash"]}}
        offered = titles(client, document, at["ash"], diagnostics=[told])
        assert offered == ["Rewrite from its changed source", COMPARE, "More…"]
        for words in ("Many build", "\\cite{ash,elm}", "Ours is"):
            place = position(text, text.index(words))
            assert "More…" not in titles(client, document, place)
        (given,) = chosen(client, document, at["elm"], "More…")
        rows = run(client, "moreRevisions", given)["revisions"]
        assert all(row["about"] for row in rows)
        assert {row["title"] for row in rows} >= {"Say what this draft does instead"}
        for row in rows:
            run(client, "revise", row["arguments"])
            assert client.until("citeloom/proposed")["changes"], row["title"]


def test_a_client_that_shows_it_decides_where_the_sentence_is(main: Path) -> None:
    text = main.read_text("utf-8")
    lines = text.splitlines()
    with Editor(main.parent) as client:
        client.begin("extractive", takes=TAKES)
        document = client.open(main)
        at = position(text, text.index("{ash} plants"))
        listed = run(client, "moreRevisions", *chosen(client, document, at, COMPARE))
        assert [row["title"] for row in listed["revisions"]] == ["elm", "yew"]
        job = run(client, "revise", listed["revisions"][0]["arguments"])["job"]
        proposed = client.until("citeloom/proposed")
        assert proposed["message"].startswith("Revised (compare with 'elm').")
        (changed,) = proposed["changes"]
        first = changed["line"]
        assert changed["old"] == lines[first : first + 2]
        assert changed["new"][0].startswith("While \\citet{ash} plants")
        assert [it["key"] for it in changed["sources"]] == ["ash", "elm"]
        assert proposed["arguments"] is None, "there is one such sentence: no other try is offered"
        related = position(text, text.index("\\section{Related"))
        assert not [it for it in titles(client, document, related) if "Insert" in it]
        assert run(client, "show")["waiting"] == []
        assert run(client, "insert", {"offer": job}) == {"applied": True}
        edits = edits_of(client)
        assert len(heard(client, "workspace/applyEdit")) == len(edits) == 1
        assert "While \\citet{ash} plants" in applied(text, edits)
        assert "no text is waiting" in refusal(client, "insert", {"offer": job}).lower()


def test_what_is_rejected_or_overtaken_by_its_author_is_gone(main: Path) -> None:
    text = main.read_text("utf-8")
    with Editor(main.parent) as client:
        client.begin("extractive", takes=TAKES)
        document = client.open(main)
        at = position(text, text.index("{ash} plants"))
        given = comparing(client, document, at, "elm")
        offers = []
        for _ in range(2):
            run(client, "revise", given)
            offers.append(client.until("citeloom/proposed")["offer"])
        assert run(client, "discard", {"offer": offers[0]}) == {"discarded": 1}
        assert "waiting" in refusal(client, "insert", {"offer": offers[0]})
        client.change(document, text.replace("plants", "plant"))
        assert "has changed since" in refusal(client, "insert", {"offer": offers[1]})
        assert "workspace/applyEdit" not in str(client.heard)


def test_other_editors_get_the_edit_at_once_in_one_step(main: Path) -> None:
    text = main.read_text("utf-8")
    with Editor(main.parent) as client:
        client.begin("extractive")
        document = client.open(main)
        at = position(text, text.index("{ash} plants"))
        run(client, "revise", *chosen(client, document, at, "Compare with 'elm'"))
        assert done(client) == "Revised (compare with 'elm')."
        edits = edits_of(client)
        assert len(heard(client, "workspace/applyEdit")) == len(edits) == 1
        after = applied(text, edits)
        assert "While \\citet{ash} plants" in after and "\n\\citet{elm} shows" not in after
        client.change(document, after)
        client.change(document, text, 3)
        assert run(client, "show")["waiting"] == [], "after an undo nothing waits, too"


def test_all_that_can_be_done_is_offered_at_once_where_a_client_has_no_list(main: Path) -> None:
    text = main.read_text("utf-8")
    with Editor(main.parent) as client:
        client.begin("extractive", ASKING)
        document = client.open(main)
        at = position(text, text.index("{ash} plants"))
        assert "More…" not in titles(client, document, at)
        run(client, "revise", *chosen(client, document, at, "Say what this draft does instead"))
        assert done(client).startswith("Revised (say what this draft does instead).")
        assert "Unlike \\citet{ash}, we present" in applied(text, edits_of(client))


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
        client.begin(takes=TAKES)
        document = client.open(main)
        job = run(client, "revise", document)["job"]
        proposed = client.until("citeloom/proposed")
        assert proposed["message"].startswith(
            "Revised (2 sentences rewritten from changed sources)"
        )
        assert {it["uri"] for it in proposed["changes"]} == {main.as_uri(), other.as_uri()}
        files = run(client, "changes", {"offer": job})["files"]
        assert {file["uri"] for file in files} == {main.as_uri(), other.as_uri()}
        assert all("grow badly in the hot" in file["text"] for file in files)


DIAGNOSED = {**FULL, "textDocument": {**FULL["textDocument"], "diagnostic": {}}}
NOW = {
    "grow well in the cold": "grow badly in the hot",
    "count their rings": "count their leaves",
}


@pytest.fixture
def related(tmp_path: Path) -> Path:
    """The file of a written related work, beside its main.tex, with Windows line ends."""
    main = written_draft(tmp_path)
    text = main.read_text("utf-8")
    start = text.index("% citeloom:begin")
    end = text.index("\n", text.index("% citeloom:end")) + 1
    related = main.with_name("related.tex")
    windows = {
        main: f"{text[:start]}\\input{{related}}\n{text[end:]}",
        related: f"% mine\n{text[start:end]}",
        main.with_name("refs.bib"): main.with_name("refs.bib").read_text("utf-8"),
    }
    for path, content in windows.items():
        path.write_bytes(content.replace("\n", "\r\n").encode())
    return related


def stale(client: Editor, document: dict[str, str]) -> list[dict[str, Any]]:
    return [it for it in pulled(client, document) if it["code"] == "stale"]


def fixes(client: Editor, document: dict[str, str], of: dict[str, Any]) -> dict[str, Any]:
    start, end = of["range"]["start"], of["range"]["end"]
    found = code_actions(client, document, start, end, diagnostics=[of], only=["quickfix"])
    return {
        it["title"]: it["command"]["arguments"][0]
        for it in found
        if "revise" in str(it.get("command"))
    }


def test_corrected_abstracts_and_a_retraction_in_files_that_are_not_saved(related: Path) -> None:
    bib, text = related.with_name("refs.bib"), related.read_bytes().decode()
    saved = bib.read_bytes().decode()
    with Editor(related.parent) as client:
        client.begin("extractive", DIAGNOSED)
        document, references = client.open(related), client.open(bib)
        assert stale(client, document) == []
        edited = saved.replace("{On Yew Trees}", "{RETRACTED: On Yew Trees}")
        for old, new in NOW.items():
            edited = edited.replace(old, new)
        client.change(references, edited)
        found = stale(client, document)
        said = [it["message"].partition("sources: ")[2] for it in found]
        assert [it.removesuffix(" (rewrite it alone)") for it in said] == [
            "the abstract of 'ash' has changed since this was written",
            "the abstract of 'elm' has changed since this was written",
            "'yew' was retracted",
        ]
        offered = fixes(client, document, found[1])
        run(client, "revise", offered["Rewrite from its changed source"])
        assert done(client).startswith("Revised (1 sentence rewritten from changed sources)")
        text = applied(text, edits_of(client))
        assert "grow badly in the hot" in text and "count their rings" in text
        client.change(document, text)
        left = stale(client, document)
        assert len(left) == 2
        every = fixes(client, document, left[0])["Rewrite all sentences whose sources have changed"]
        run(client, "revise", every)
        words = f"{done(client)} {done(client)}"
        assert "1 sentence rewritten from changed sources, 1 left out" in words
        text = applied(text, edits_of(client))
        assert "count their leaves" in text and "{yew}" not in text
        assert text.startswith("% mine\r\n") and text.count("\n") == text.count("\r\n")
        client.change(document, text, 3)
        assert stale(client, document) == []
    assert bib.read_bytes().decode() == saved
