"""The VS Code extension without VS Code: its own checks, and what it shares with the server."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from citeloom.actions.checking.claims.judging_plan import JUDGING
from citeloom.actions.writing.revising.request import REVISING
from citeloom.actions.writing.task.request import RELATED_WORK
from citeloom.actions.writing.weave_plan import WEAVING
from citeloom.editor_settings import EditorSettings
from citeloom.settings import ProjectSettings

ROOT = Path(__file__).parents[1]
EXTENSION = ROOT / "vscode-extension"


def properties() -> dict[str, Any]:
    manifest = json.loads((EXTENSION / "package.json").read_text("utf-8"))
    groups = manifest["contributes"]["configuration"]
    return {name: one for group in groups for name, one in group["properties"].items()}


def missing(what: str) -> None:
    """Skip, but not where everything has to be tried."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


@pytest.mark.parametrize("script", ["check", "test"])
def test_the_extension_passes_its_own(script: str) -> None:
    if (npm := shutil.which("npm")) is None:
        missing("Node is not installed")
    if not (EXTENSION / "node_modules/.installed").exists():
        missing("the extension's packages are not installed; make test installs them")
    done = subprocess.run(
        [str(npm), "run", "--silent", script],
        cwd=EXTENSION,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_setting_of_the_server_can_be_set_in_vscode() -> None:
    offered = properties()
    for name, field in EditorSettings.model_fields.items():
        one = offered[f"citeloom.{field.alias or name}"]
        if name != "shared_features":  # There the editor also knows what to do of itself.
            default = json.loads(json.dumps(field.get_default(call_default_factory=True)))
            assert one["default"] == default, name


def test_the_editor_leaves_to_the_project_what_both_can_say() -> None:
    both = ProjectSettings.model_fields.keys() & EditorSettings.model_fields.keys()
    assert {name: properties()[f"citeloom.{name}"]["default"] for name in both} == {"method": ""}


def test_the_extension_knows_what_the_server_calls_the_making_of_texts() -> None:
    known = (EXTENSION / "src/ended.ts").read_text("utf-8")
    assert (
        f"/^({'|'.join(kind.doing for kind in (RELATED_WORK, WEAVING, REVISING, JUDGING))})\\b/"
        in known
    )


def test_the_lock_names_no_registry() -> None:
    lock = json.loads((EXTENSION / "package-lock.json").read_text("utf-8"))
    assert not [name for name, one in lock["packages"].items() if "resolved" in one]
