"""Runs the command line inside of the test's own process."""

from collections.abc import Callable, Iterator

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring

from citeloom.cli.main import main as citeloom
from citeloom.models import local
from citeloom.papers.web import web
from services.fake_clock import FakeClock


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


@pytest.fixture(autouse=True)
def no_keyring(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    before = keyring.get_keyring()
    keyring.set_keyring(NoKeyring())
    for name in ("CITELOOM_MODEL_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    yield
    keyring.set_keyring(before)


@pytest.fixture(autouse=True)
def local_models_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for programs of this machine also where it is busy."""
    monkeypatch.setattr(local, "SECONDS", 60)


@pytest.fixture(autouse=True)
def services_without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the pace of services, and their second tries, take no time."""
    monkeypatch.setattr(web, "Clock", FakeClock)
