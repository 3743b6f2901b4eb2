"""What every test has: a store of its own, and no settings of the person who runs it."""

import itertools
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from connect_proxy import Proxy, running_proxy

import hypothesis_profiles
from projects import SHARED

hypothesis_profiles.load()

NUMBERS = itertools.count()
CPU_BEFORE = pytest.StashKey[float]()

# The program sets it before it imports gRPC, whose core reads it once; a test that imports it first
# would have that core tell the terminal what happens inside of its connections.
os.environ.setdefault("GRPC_VERBOSITY", "ERROR")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell without job control has what it starts in the background ignore Ctrl-C, and all that
    # this starts inherit it; tests interrupt programs.
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_auto_num_workers() -> int | None:
    """Have three workers on two processors: tests wait a third of their time for others."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    processors = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return processors + (processors + 1) // 2


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what needs data that is not there, unless that is what was asked for."""
    item.stash[CPU_BEFORE] = sum(os.times()[:4])
    names = [name for marker in item.iter_markers("shared") for name in marker.args]
    if missing := [name for name in names if not (SHARED / name).exists()]:
        lack = pytest.fail if item.config.getoption("markexpr") == "shared" else pytest.skip
        lack(f"needs {', '.join(f'../shared/data/{name}' for name in missing)}")


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name a parameter of bytes for itself: what it holds (the time in a .gz) may differ in
    every worker, and pytest's workers must collect the same names."""
    return argname if isinstance(val, bytes) else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Note the CPU seconds of a test and of the processes that it waited for, for the ledger."""
    yield
    if CPU_BEFORE in item.stash:
        used = sum(os.times()[:4]) - item.stash[CPU_BEFORE]
        item.user_properties.append(("cpu", f"{used:.2f}"))


@pytest.fixture(scope="session")
def folders_of_tests(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tests")


@pytest.fixture
def own_folder(folders_of_tests: Path) -> Path:
    """A folder with all that a test keeps."""
    # `mktemp` would look through the folders of all tests before, thrice for each of thousands.
    folder = folders_of_tests / str(next(NUMBERS))
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def tmp_path(own_folder: Path) -> Path:
    """A folder that those of other tests do not stand beside: roots are looked for there, too."""
    folder = own_folder / "folder"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture(autouse=True)
def own_data_folder(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the store of papers and the user's settings in a folder of the test."""
    folder, settings = own_folder / "data", own_folder / "config"
    folder.mkdir(mode=0o700)
    settings.mkdir(mode=0o700)
    monkeypatch.setenv("CITELOOM_DATA", str(folder))
    monkeypatch.setenv("CITELOOM_CONFIG", str(settings / "config.toml"))
    Path(os.environ["CITELOOM_CONFIG"]).write_text('zotero = "off"\n')
    monkeypatch.delenv("CITELOOM_S2_KEY", raising=False)
    monkeypatch.delenv("CITELOOM_OPENALEX_KEY", raising=False)
    monkeypatch.delenv("BIBINPUTS", raising=False)
    return folder


@pytest.fixture
def proxy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Proxy]:
    """A proxy that all connections to other machines go through, and that notes their hosts."""
    for name in ("NO_PROXY", "no_proxy", "ALL_PROXY", "all_proxy", "https_proxy"):
        monkeypatch.delenv(name, raising=False)
    with running_proxy() as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.address)
        yield proxy
