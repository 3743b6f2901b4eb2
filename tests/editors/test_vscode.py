"""The extension in a real VS Code with a browser: ``make test-editors``."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXTENSION = Path(__file__).parents[2] / "vscode-extension"
TOOLS = EXTENSION / "build/editors"


@pytest.mark.parametrize("way", ["way", "host", "trouble"])
def test_vscode(way: str, tmp_path: Path) -> None:
    for needed in (TOOLS / "complete", EXTENSION / "dist/citeloom.vsix"):
        if not needed.exists():
            pytest.skip(f"{needed} is not there; make test-editors makes it")
    if (browser := shutil.which("chromium")) is None:
        pytest.skip("chromium is not installed")
    # The way of a newcomer begins with a Python that has nothing installed.
    python = sys.executable if way != "way" else sys._base_executable  # type: ignore[attr-defined]
    environment = {
        **os.environ,
        "CITELOOM_EDITORS": str(TOOLS),
        "CITELOOM_PYTHON": python,
        "CITELOOM_CHROMIUM": browser,
        "CITELOOM_SHOTS": os.environ.get("CITELOOM_SHOTS", str(tmp_path / "shots")),
        "TMPDIR": str(tmp_path),
    }
    command = ["node", f"test/user/{way}.mjs"]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=900, cwd=EXTENSION
    )
    assert done.returncode == 0 and "PASSED" in done.stdout, done.stdout + done.stderr
