"""Which section is written where none is named: the related work, or what its user says."""

from pathlib import Path

import pytest

from lsp_client import applied
from projects import project_files
from writing_client import (
    ASKING,
    PAPER,
    actions,
    done,
    edits_of,
    refusal,
    run,
    writing,
)

pytestmark = pytest.mark.usefixtures("jobs_in_threads")

WITHOUT = PAPER.replace("\\section{Related Work}\n\n", "")
SEVERAL = PAPER.replace(
    "\\section{Method}", "\\section{Related Work}\n\n\\subsection{Shrubs}\n\n\\section{Method}"
)


def test_where_several_fit_the_answer_names_them(tmp_path: Path) -> None:
    with writing(tmp_path, SEVERAL) as (client, document):
        found = run(client, "sections", {"uri": document["uri"]})
        assert found["meant"] is None
        assert [section["section"] for section in found["related"]] == ["1", "2"]
        said = refusal(client, "write", document)
        assert "1" in said and "2" in said and "Related Work" in said
        run(client, "write", {**document, "section": "2"})
        assert done(client).startswith("Related work written (")


def test_a_draft_without_one_is_offered_one(tmp_path: Path) -> None:
    main = tmp_path / "main.tex"
    text = project_files(WITHOUT)["main.tex"]
    with writing(tmp_path, WITHOUT, capabilities=ASKING) as (client, document):
        found = run(client, "sections", {"uri": main.as_uri()})
        assert (found["meant"], found["related"]) == (None, [])
        assert found["places"] == ["Introduction", "Method"]
        assert "Add \\section{Related Work}" in refusal(client, "write", {"uri": main.as_uri()})
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
