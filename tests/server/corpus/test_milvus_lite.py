"""Milvus Lite inside of this process: who has its file, who can reach it, and what it reads."""

import logging
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from citeloom.corpus import milvus_lite
from citeloom.corpus.milvus_address import MilvusAddress
from citeloom.corpus.port import CorpusError
from citeloom.corpus.record import Record
from citeloom.extras import MissingExtraError

pytest.importorskip("pymilvus", reason="the extra 'milvus' is not installed")
pytest.importorskip("milvus_lite", reason="Milvus Lite is not installed")
from citeloom.corpus.milvus import MilvusStore

OTHER = """
import sys
from pathlib import Path
from citeloom.corpus.milvus import MilvusStore
from citeloom.corpus.milvus_address import MilvusAddress
from citeloom.problem import InputError

try:
    store = MilvusStore(MilvusAddress(file=Path(sys.argv[1])))
    print(store.count(), flush=True)
    sys.stdin.read(1)
    store.close()
except InputError as error:
    print(error.problem.message, error.problem.advice)
"""


def run_other(*arguments: object, **more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", OTHER, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **more},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_one_process_at_a_time_has_the_file(tmp_path: Path) -> None:
    file = tmp_path / "corpus.db"
    store = MilvusStore(MilvusAddress(file=file))
    second = MilvusStore(MilvusAddress(file=file))
    store.put((Record("a", "A title", ""),), None)
    store.close()
    out, err = run_other(file).communicate(timeout=300)
    assert f"another program has the corpus in {file}" in out
    assert "one at a time" in out
    assert err == ""
    assert second.count() == 1
    second.close()
    other = run_other(file)
    assert other.stdout is not None
    assert other.stdout.readline() == "1\n"
    with pytest.raises(CorpusError, match="another program has the corpus"):
        MilvusStore(MilvusAddress(file=file))
    other.communicate("\n", timeout=300)
    MilvusStore(MilvusAddress(file=file)).close()


def test_no_other_user_can_reach_it_and_nothing_is_left(tmp_path: Path) -> None:
    file = tmp_path / "corpus.db"
    store = MilvusStore(MilvusAddress(file=file))
    (running,) = milvus_lite._running.values()
    assert stat.S_IMODE(file.stat().st_mode) == 0o700
    assert stat.S_IMODE(running.folder.stat().st_mode) == 0o700
    assert [stat.S_ISSOCK(path.stat().st_mode) for path in running.folder.iterdir()] == [True]
    store.close()
    assert not running.folder.exists()
    assert not milvus_lite._running


def test_a_proxy_of_the_users_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "grpc_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    store = MilvusStore(MilvusAddress(file=tmp_path / "corpus.db"))
    assert store.count() == 0
    store.close()


def test_a_file_that_is_no_folder_of_milvus_lite_is_refused_and_stays(tmp_path: Path) -> None:
    file = tmp_path / "corpus.db"
    file.write_text("notes", "utf-8")
    with pytest.raises(CorpusError, match="cannot be used"):
        MilvusStore(MilvusAddress(file=file))
    assert file.read_text("utf-8") == "notes"


@pytest.mark.parametrize("damaged", ["schema.json", "manifest.json"])
def test_a_damaged_file_is_said_in_words(
    tmp_path: Path, damaged: str, capfd: pytest.CaptureFixture[str]
) -> None:
    address = MilvusAddress(file=tmp_path / "corpus.db")
    store = MilvusStore(address)
    store.put((Record("a", "A title", ""),), None)
    store.close()
    for path in (tmp_path / "corpus.db").rglob(f"{damaged}*"):
        path.write_text("{", "utf-8")
    with pytest.raises(CorpusError, match=r"the corpus in .*corpus\.db cannot be used"):
        MilvusStore(address)
    assert capfd.readouterr() == ("", "")
    assert not milvus_lite._running


def test_windows_is_said_to_have_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(CorpusError, match="Windows") as raised:
        milvus_lite.start_lite(tmp_path / "corpus.db")
    assert "in a folder" in raised.value.problem.advice


@pytest.mark.parametrize("missing", ["pymilvus", "milvus_lite.adapter.grpc.server"])
def test_a_missing_library_is_named_with_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: str
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(MissingExtraError, match=r"citeloom\[milvus\]"):
        MilvusStore(MilvusAddress(file=tmp_path / "corpus.db"))


def test_the_library_reads_no_file_named_env_and_says_nothing_by_itself(tmp_path: Path) -> None:
    """It would read one in the folders above itself, as a project's is above its environment.

    Nor does it close the handlers of others, as those of abseil close what they write to.
    """
    script = """
import logging.config, os, sys, dotenv.main
dotenv.main.find_dotenv = lambda *_, **__: sys.argv[1]
class Handler(logging.Handler):
    def close(self):
        print("closed")
        super().close()
handler = Handler()
configure = logging.config.dictConfig
from citeloom.corpus.milvus_connection import _quiet_library
library = _quiet_library()
print(os.environ.get("CITELOOM_MODEL_KEY"), logging.config.dictConfig is configure)
sys.stdout.flush()  # At a usual end the log itself closes all handlers.
os._exit(0)
"""
    (tmp_path / ".env").write_text("CITELOOM_MODEL_KEY=theirs", "utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    environment.pop("CITELOOM_MODEL_KEY", None)
    done = subprocess.run(
        [sys.executable, "-c", script, tmp_path / ".env"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert (done.stdout, done.stderr) == ("None True\n", "")


def test_the_librarys_log_goes_nowhere(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    MilvusStore(MilvusAddress(file=tmp_path / "corpus.db")).close()
    for name in (
        "pymilvus.decorators",
        "pymilvus.milvus_client.base",
        "milvus_lite.db",
        "grpc._server",
    ):
        logging.getLogger(name).error("what only a developer reads")
    assert capfd.readouterr() == ("", "")
