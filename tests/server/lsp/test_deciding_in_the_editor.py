"""An author changed the text that a new one is to replace: they decide whose words stand."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from lsp_client import applied, position
from projects import project_files
from writing_client import PAPER, Editor, actions, edits_of, heard, refusal, run, titles, writing

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

TEXT = project_files(PAPER)["main.tex"]
LINE = TEXT[: TEXT.index("\\section{Related")].count("\n")
TAKES = {"takes": ["citeloom/showChanges"]}
MINE = "Ash is a fine tree~\\cite{ash}."
NEW = "Version 0 tells of Fir Trees~\\cite{ash}."


@contextmanager
def changed_draft(
    folder: Path, *, new: tuple[str, str] = ("Ash", "Fir"), **settings: Any
) -> Iterator[tuple[Editor, dict[str, str], str]]:
    """Begin with a text whose author has changed a sentence, and a new one that waits."""
    with writing(folder, **settings) as (client, document):
        client.written()
        assert run(client, "insert")["applied"]
        own = applied(TEXT, edits_of(client))
        own = own.replace("Version 0 tells of Ash Trees", "Ash is a fine tree")
        assert MINE in own
        client.change(document, own)
        client.open(folder / "refs.bib", project_files(PAPER)["refs.bib"].replace(*new))
        client.written()
        yield client, document, own


def inserted(client: Editor, text: str, **argument: Any) -> str:
    """Have the text inserted, as one edit; return the draft then."""
    before = len(edits_of(client))
    assert run(client, "insert", argument) == {"applied": True}
    (edit,) = edits_of(client)[before:]
    return applied(text, [edit])


def test_a_client_that_shows_changes_is_asked_to_before_anything_is_inserted(
    tmp_path: Path,
) -> None:
    with changed_draft(tmp_path, **TAKES) as (client, document, own):
        (offer,) = run(client, "show")["offers"]
        before = len(edits_of(client))
        assert run(client, "insert") == {"applied": False, "shown": True}
        assert len(edits_of(client)) == before
        (asked,) = heard(client, "citeloom/showChanges")
        assert asked == {"offer": offer["offer"], "version": 0}
        found = run(client, "changes", asked)
        assert found["uri"] == document["uri"] and not found["problem"]
        assert MINE in found["text"].splitlines()[found["line"] :]
        (passage,) = found["passages"]
        assert (passage["own"], passage["new"], passage["taken"]) == (MINE, NEW, False)
        assert found["text"].splitlines()[passage["line"]] == MINE

        decided = run(client, "decide", {**asked, "taken": [passage["id"]]})
        (passage,) = decided["passages"]
        assert passage["taken"] and MINE not in decided["text"]
        assert decided["text"].splitlines()[passage["line"]] == NEW
        assert inserted(client, own, **asked, taken=[passage["id"]]) == decided["text"]


def test_a_text_that_collides_with_nothing_is_inserted_at_once(tmp_path: Path) -> None:
    with changed_draft(tmp_path, new=("Elm", "Fir"), **TAKES) as (client, _, own):
        assert run(client, "changes")["passages"] == []
        after = inserted(client, own)
        assert MINE in after and "Fir Trees" in after


def test_code_actions_decide_where_no_changes_can_be_shown(tmp_path: Path) -> None:
    with changed_draft(tmp_path) as (client, document, own):
        title = "plain, 1 paragraph, 3 of 3 cited"
        at = position(own, own.index(MINE) + 3)
        found = [one["title"] for one in actions(client, document, at)]
        assert found[:4] == [
            f"Replace related work ({title}); your change stays",
            f"Take the new text here: '{NEW}'",
            "Take the new text at your change",
            "Insert the new text below the existing text",
        ]
        assert f"Take the new text here: '{NEW}'" not in titles(client, document, LINE)
        take = actions(client, document, at)[1]["command"]
        assert take["command"] == "citeloom.decide"
        run(client, "decide", *take["arguments"])

        first, second, third, *_ = titles(client, document, LINE)
        assert first == f"Replace related work ({title}); in place of your change"
        assert second == "Keep your own words"
        assert third == "Insert the new text below the existing text"
        assert f"> Replaced, as you decided: {MINE[:18]}" in run(client, "preview")["markdown"]
        lens, *_ = client.request("textDocument/codeLens", {"textDocument": document})["result"]
        assert lens["command"]["title"] == "Replace related work; in place of your change"
        after = inserted(client, own)
        assert NEW in after and MINE not in after


def test_a_passage_that_is_edited_after_the_decision_stays(tmp_path: Path) -> None:
    with changed_draft(tmp_path, **TAKES) as (client, document, own):
        (passage,) = run(client, "changes")["passages"]
        decided = run(client, "decide", {"taken": [passage["id"]]})
        again = own.replace("fine tree", "very fine tree")
        client.change(document, again, 3)
        (now,) = run(client, "changes")["passages"]
        assert now["id"] != passage["id"] and not now["taken"]
        after = inserted(client, again, taken=[passage["id"]])
        assert "Ash is a very fine tree" in after and decided["text"] != after


def test_what_is_decided_lasts_over_an_undo_and_a_restart(tmp_path: Path) -> None:
    with changed_draft(tmp_path) as (client, document, own):
        (passage,) = run(client, "changes")["passages"]
        run(client, "decide", {"taken": [passage["id"]]})
        after = inserted(client, own)
        client.change(document, after, 3)
        client.change(document, own, 4)
        run(client, "restart")
        first, *_ = titles(client, document, LINE)
        assert first.endswith("in place of your change")
        assert inserted(client, own) == after


def test_without_its_record_all_that_stands_there_is_decided_on(tmp_path: Path) -> None:
    with changed_draft(tmp_path) as (client, document, own):
        shutil.rmtree(tmp_path / ".citeloom")
        assert "Put the new text below it or in its place" in refusal(client, "insert")
        first, *others = titles(client, document, LINE)
        assert first.endswith("; your changes cannot be told apart")
        take = "Take the new text in place of the marked text"
        assert others[:2] == [take, "Insert the new text below the existing text"]
        found = run(client, "changes")
        assert "its record is missing" in found["problem"] and MINE not in found["text"]
        at = position(own, own.index("\\section{Related"))
        decide = next(one for one in actions(client, document, at) if one["title"] == take)
        run(client, "decide", *decide["command"]["arguments"])
        assert titles(client, document, LINE)[0].endswith("; in place of the marked text")
        assert inserted(client, own) == found["text"]


def test_what_leaves_a_group_open_is_refused_in_one_short_message(tmp_path: Path) -> None:
    with changed_draft(tmp_path, **TAKES) as (client, document, own):
        client.change(document, own.replace("Ash is", "{\\em Ash is"), 3)
        for argument in ({}, {"below": True}, {"taken": []}):
            said = refusal(client, "insert", argument)
            assert said.startswith("main.tex:") and "Fix it there" in said
            assert str(tmp_path) not in said and "Fir" not in said


def test_what_is_decided_on_one_version_stays_where_another_one_is_decided_on(
    tmp_path: Path,
) -> None:
    with changed_draft(tmp_path, alternatives=1, **TAKES) as (client, _, own):
        texts = []
        for version in (0, 1):
            (passage,) = run(client, "changes", {"version": version})["passages"]
            argument = {"version": version, "taken": [passage["id"]]}
            texts.append(run(client, "decide", argument)["text"])
        for version, text in enumerate(texts):
            found = run(client, "changes", {"version": version})
            assert found["text"] == text and f"Version {version} tells of Fir" in text
            assert [it["taken"] for it in found["passages"]] == [True]
        kept = run(client, "decide", {"version": 0, "taken": []})
        assert MINE in kept["text"]
        (passage,) = run(client, "changes", {"version": 1})["passages"]
        assert passage["taken"]
        assert inserted(client, own, version=1, taken=[passage["id"]]) == texts[1]
