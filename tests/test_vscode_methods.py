"""The methods that VS Code offers as a setting are those that there are."""

import json
from pathlib import Path

from citeloom.actions.writing.choices import choices

MANIFEST = Path(__file__).parents[1] / "vscode-extension/package.json"


def test_every_method_can_be_set_and_says_what_it_does() -> None:
    groups = json.loads(MANIFEST.read_text("utf-8"))["contributes"]["configuration"]
    (setting,) = (
        one["properties"]["citeloom.method"] for one in groups if one["title"] == "Writing"
    )
    assert {*setting["enum"]} == {"", *(one.name for one in choices())}
    described = zip(
        setting["enum"], setting["enumItemLabels"], setting["enumDescriptions"], strict=True
    )
    assert all(label and description for _, label, description in described)
