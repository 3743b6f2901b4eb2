"""The status line shows what a model writes, and obeys none of it."""

import io

import pytest

from citeloom.cli.console import ShownProgress, guard_streams


class Terminal(io.StringIO):
    """What a person looks at."""

    def isatty(self) -> bool:
        return True


def test_a_stages_name_is_visible(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", Terminal())
    monkeypatch.setattr("sys.stderr", terminal)
    guard_streams()
    progress = ShownProgress()
    progress.stage("paper \x1b[2J", 1, 2)
    progress.clear()
    stage = r"paper \u001b[2J 1/2 ..."
    clear = "\r\x1b[K"
    assert terminal.getvalue() == f"{clear}{stage}{clear}"
