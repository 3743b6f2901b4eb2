"""Which section is written where none is named: the related work, or what its user says."""

from pathlib import Path
from typing import Any

import pytest

from lsp_client import applied
from projects import make_project, project_files
from writing_client import (
    ASKING,
    PAPER,
    Editor,
    actions,
    done,
    edits_of,
    heard,
    refusal,
    run,
    writing,
)

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

WITHOUT = PAPER.replace("\\section{Related Work}\n\n", "")
SEVERAL = PAPER.replace(
    "\\section{Method}", "\\section{Related Work}\n\n\\subsection{Shrubs}\n\n\\section{Method}"
)


def choice(client: Editor) -> dict[str, Any]:
    return heard(client, "window/showMessageRequest")[-1]


def buttons(client: Editor) -> list[str]:
    return [action["title"] for action in choice(client)["actions"]]


def test_of_several_the_user_is_asked(tmp_path: Path) -> None:
    main = make_project(tmp_path, SEVERAL)
    with Editor(tmp_path) as client:
        client.results["window/showMessageRequest"] = {"title": "'Related Work' in main.tex"}
        client.begin(capabilities=ASKING)
        client.open(main)
        found = run(client, "sections", {"uri": main.as_uri()})
        assert found["meant"] is None
        assert [section["section"] for section in found["related"]] == ["1", "2"]
        answer = run(client, "write", {"uri": main.as_uri()})
        assert answer == {"job": None, "waits": False, "asked": True}
        assert choice(client)["message"].startswith("For which section")
        assert buttons(client) == [
            "'Related Work' in main.tex",
            "'Related Work' in main.tex, line 8",
        ]
        assert done(client).startswith("Related work written (")


def test_a_draft_without_one_is_offered_one(tmp_path: Path) -> None:
    main = tmp_path / "main.tex"
    text = project_files(WITHOUT)["main.tex"]
    with writing(tmp_path, WITHOUT, capabilities=ASKING) as (client, document):
        found = run(client, "sections", {"uri": main.as_uri()})
        assert (found["meant"], found["related"]) == (None, [])
        assert found["places"] == ["Introduction", "Method"]
        run(client, "write", {"uri": main.as_uri()})
        heard(client, "window/showMessageRequest")
        assert choice(client)["message"].endswith(
            "or write in 'Method', where 1 of 3 references are cited?"
        )
        assert buttons(client) == ["Add 'Related Work'", "Write in 'Method'", "Not now"]
        assert edits_of(client) == [], "nothing is added unasked"
        assert run(client, "show")["jobs"] == []
        line = text.split("\n").index("\\section{Introduction}")
        offered = actions(client, document, {"line": line, "character": 3})
        (add,) = [action for action in offered if action["title"].startswith("Add a section")]
        added = run(client, "addSection", *add["command"]["arguments"])
        assert added["applied"] is True
        assert added["line"] == text.split("\n").index("\\section{Method}")
        after = applied(text, edits_of(client))
        assert after == text.replace(
            "\\section{Method}", "\\section{Related Work}\n\n\\section{Method}"
        )
        client.change(document, after)
        assert run(client, "sections", {"uri": main.as_uri()})["meant"]
        assert "has a related-work section" in refusal(client, "addSection")
        assert not [
            action
            for action in actions(client, document, {"line": line, "character": 3})
            if action["title"].startswith("Add a section")
        ]
