"""Quick fixes over the protocol: each is an edit for the version that it was asked for."""

from pathlib import Path
from typing import Any

from tabled import tabled

from lsp_client import FULL, LspClient, applied, code_actions, position
from projects import make_project, project_files, sample

PROJECT = sample("quick_fixes")


def asked(client: LspClient, folder: Path, file: str, place: str) -> tuple[str, list[Any]]:
    """Ask for quick fixes where ``|`` stands in ``place``; return the text, too."""
    text = project_files(PROJECT)[file]
    at = position(text, text.index(place.replace("|", "")) + place.index("|"))
    document = client.open(folder / file)
    client.change(document, text, 7)
    return text, code_actions(client, document, at, only=["quickfix"])


@tabled(least=2)
def test_a_fix_is_an_edit_with_a_title(
    tmp_path: Path, file: str, place: str, title: str, before: str, after: str
) -> None:
    make_project(tmp_path, PROJECT)
    with LspClient() as client:
        client.initialize(tmp_path, FULL)
        text, (action,) = asked(client, tmp_path, file, place)
    assert (action["title"], action["isPreferred"]) == (title, True)
    (change,) = action["edit"]["documentChanges"]
    assert change["textDocument"]["version"] == 7
    assert applied(text, change["edits"]) == text.replace(before, after)
