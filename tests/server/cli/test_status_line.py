"""The status line shows what a model writes, and obeys none of it."""

import io

import pytest

from citeloom.cli.console import ShownProgress, guard_streams


class Terminal(io.StringIO):
    """What a person looks at."""

    def isatty(self) -> bool:
        return True


def test_a_models_words_and_a_stages_name_are_visible(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", Terminal())
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("COLUMNS", "60")
    guard_streams()
    progress = ShownProgress()
    progress.stage("paper \x1b[2J", 1, 2)
    progress.words("so\x9b31m \x1b]52;c;eA==\x07\rforged")
    progress.clear()
    stage = r"paper \u001b[2J 1/2 ..."
    line = rf"{stage} so\u009b31m \u001b]52;c;eA==\u0007\u000dforged"[:59]
    clear = "\r\x1b[K"
    assert terminal.getvalue() == f"{clear}{stage}{clear}{line}{clear}"
