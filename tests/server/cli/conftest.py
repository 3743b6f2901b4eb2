"""Runs the command line inside of the test's own process."""

from collections.abc import Callable

import pytest

from citeloom.cli.main import main as citeloom


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Run a command; give its exit code, its answer and its messages."""

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["citeloom", *map(str, arguments)])
        with pytest.raises(SystemExit) as left:
            citeloom()
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return int(left.value.code or 0), out, err

    return run
