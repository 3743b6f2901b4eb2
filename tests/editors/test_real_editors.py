"""Real editors with the server, on the example: ``make test-editors``."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
EDITORS = {
    "neovim": ["nvim", "--headless", "-u", "NONE", "-n", "-c", f"luafile {HERE / 'neovim.lua'}"],
    "emacs-eglot": ["emacs", "--batch", "-q", "-l", str(HERE / "emacs.el")],
    "emacs-lsp-mode": ["emacs", "--batch", "-q", "-l", str(HERE / "lsp-mode.el")],
    "vim-ale": ["vim", "-N", "-n", "--not-a-term", "-T", "dumb", "-u", str(HERE / "vim.vim")],
}
INSTALLED = {
    "emacs-eglot": ["emacs", "--batch", "-q", "-f", "package-initialize", "-l", "eglot"],
    "emacs-lsp-mode": ["emacs", "--batch", "-q", "-f", "package-initialize", "-l", "lsp-mode"],
    "vim-ale": [
        "vim",
        "-es",
        "-N",
        "-u",
        "NONE",
        "-c",
        "packadd ale",
        "-c",
        "ALEInfo",
        "-c",
        "qa!",
    ],
}
"""What tells by its exit status whether an editor's client is there too."""


def missing(editor: str) -> str:
    """Say what is not installed, if anything is not."""
    if shutil.which(EDITORS[editor][0]) is None:
        return EDITORS[editor][0]
    look = INSTALLED.get(editor)
    if look and subprocess.run(look, capture_output=True, stdin=subprocess.DEVNULL).returncode:
        return editor
    return ""


@pytest.mark.parametrize("editor", EDITORS)
def test_hover_complete_write_insert_undo(editor: str, tmp_path: Path) -> None:
    if absent := missing(editor):
        pytest.skip(f"{absent} is not installed; make test-editors installs it on Debian")
    folder = shutil.copytree(HERE.parents[1] / "examples", tmp_path / "paper")
    environment = {
        **os.environ,
        "CITELOOM_PYTHON": sys.executable,
        "CITELOOM_FOLDER": str(folder),
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
    }
    done = subprocess.run(
        EDITORS[editor],
        env=environment,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        text=True,
        errors="replace",
        timeout=600,
        cwd=folder,
    )
    log = folder / "vim.log"
    said = done.stdout + done.stderr + (log.read_text() if log.exists() else "")
    assert done.returncode == 0 and "PASSED" in said, said
    main = folder / "main.tex"
    by_hand = [sys.executable, "-m", "citeloom", "write", str(main), "--in-place"]
    subprocess.run(by_hand, env=environment, check=True, capture_output=True)
    written = (folder / "sections/related.tex").read_text("utf-8")
    assert (folder / "after.txt").read_text("utf-8").rstrip("\n") == written.rstrip("\n")


LITLLM = {
    "title": "LitLLM: A Toolkit for Scientific Literature Review",
    "authors": ["Shubham Agarwal", "Issam H. Laradji", "Laurent Charlin", "Christopher Pal"],
    "year": 2024,
    "arxiv": "2402.01788",
    "abstract": "An automatic literature review generator is appealing, yet it may hallucinate.",
}


def test_neovim_suggests_a_reference_and_cites_it_in_both_files(tmp_path: Path) -> None:
    if absent := missing("neovim"):
        pytest.skip(f"{absent} is not installed; make test-editors installs it on Debian")
    folder = shutil.copytree(HERE.parents[1] / "examples", tmp_path / "paper")
    with (folder / "sections/introduction.tex").open("a", encoding="utf-8") as introduction:
        introduction.write("\nA toolkit for scientific literature review may hallucinate.\n")
    environment = {
        **os.environ,
        "CITELOOM_PYTHON": sys.executable,
        "CITELOOM_FOLDER": str(folder),
        "CITELOOM_DATA": str(tmp_path / "data"),
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path),
    }
    dump = tmp_path / "papers.jsonl"
    dump.write_text(json.dumps(LITLLM) + "\n", "utf-8")
    build = [sys.executable, "-m", "citeloom", "corpus", "build", str(dump)]
    subprocess.run(build, env=environment, check=True, capture_output=True)
    script = HERE / "neovim-suggestions.lua"
    done = subprocess.run(
        [*EDITORS["neovim"][:-1], f"luafile {script}"],
        env=environment,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        text=True,
        errors="replace",
        timeout=600,
        cwd=folder,
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0 and "PASSED" in said, said
