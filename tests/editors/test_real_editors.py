"""Real editors with the server, on the example: ``make test-editors``."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
EDITORS = {
    "nvim": ["nvim", "--headless", "-u", "NONE", "-n", "-c", f"luafile {HERE / 'neovim.lua'}"],
    "emacs": ["emacs", "--batch", "-q", "-l", str(HERE / "emacs.el")],
}


@pytest.mark.parametrize("editor", EDITORS)
def test_hover_complete_write_insert_undo(editor: str, tmp_path: Path) -> None:
    if shutil.which(editor) is None:
        pytest.skip(f"{editor} is not installed; make test-editors installs it on Debian")
    folder = shutil.copytree(HERE.parents[1] / "examples", tmp_path / "paper")
    environment = {
        **os.environ,
        "CITELOOM_PYTHON": sys.executable,
        "CITELOOM_FOLDER": str(folder),
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
    }
    done = subprocess.run(
        EDITORS[editor], env=environment, capture_output=True, text=True, timeout=240, cwd=folder
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0 and "PASSED" in said, said
    main = folder / "main.tex"
    by_hand = [sys.executable, "-m", "citeloom", "write", str(main), "--in-place"]
    subprocess.run(by_hand, env=environment, check=True, capture_output=True)
    written = (folder / "sections/related.tex").read_text("utf-8")
    assert (folder / "after.txt").read_text("utf-8").rstrip("\n") == written.rstrip("\n")
