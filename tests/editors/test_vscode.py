"""The extension in a real VS Code with a browser: ``make test-editors``.

A way is a program of ``vscode-extension/test/user``; those with exports are what ways share.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

EXTENSION = Path(__file__).parents[2] / "vscode-extension"
VSIX = EXTENSION / "dist/citeloom.vsix"
TOOLS = Path(os.environ.get("CITELOOM_EDITORS", EXTENSION / "build/editors"))
WAYS = sorted(
    one.stem
    for one in (EXTENSION / "test/user").glob("*.mjs")
    if not re.search(r"^export ", one.read_text("utf-8"), re.MULTILINE)
)


def missing(what: str) -> None:
    """Skip, but not where everything has to be tried."""
    said = f"{what}; make test-editors brings it"
    if os.environ.get("CI"):
        pytest.fail(said)
    pytest.skip(said)


def test_there_are_ways() -> None:
    assert {"host", "trouble", "way"} <= set(WAYS) and len(WAYS) >= 19


# Once more: a loaded machine loses clicks and keys in the browser. The summary says so.
@pytest.mark.flaky(reruns=1)
@pytest.mark.parametrize("way", WAYS)
def test_vscode(way: str) -> None:
    for needed in (TOOLS / "complete", VSIX):
        if not needed.exists():
            missing(f"{needed} is not there")
    if (browser := shutil.which("chromium")) is None:
        missing("chromium is not installed")
    # Chromium's socket lies in it, whose path may have 107 characters: pytest's own is too long.
    folder = tempfile.mkdtemp(prefix="way-")
    environment = {
        **os.environ,
        "CITELOOM_EDITORS": str(TOOLS),
        "CITELOOM_PYTHON": sys.executable,
        # The way of a newcomer begins with a Python that has nothing installed.
        "CITELOOM_BARE_PYTHON": sys._base_executable,  # type: ignore[attr-defined]
        "CITELOOM_CHROMIUM": str(browser),
        "TMPDIR": folder,
    }
    done = subprocess.run(
        ["node", f"test/user/{way}.mjs"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=600,
        cwd=EXTENSION,
    )
    assert done.returncode == 0 and done.stdout.rstrip().endswith("PASSED"), done.stdout
    # Where it fails, its last picture stays to be looked at.
    shutil.rmtree(folder, ignore_errors=True)
