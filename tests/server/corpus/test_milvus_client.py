"""The client of Milvus: what it asks, reads and says besides what it is told to."""

import logging
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from milvus_server import needs_milvus, running_milvus

from citeloom.corpus.milvus import MilvusStore
from citeloom.corpus.milvus_address import MilvusAddress
from citeloom.extras import MissingExtraError

pytestmark = needs_milvus


def test_a_proxy_of_the_users_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "grpc_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    with running_milvus(tmp_path / "x") as address, closing(MilvusStore(address)) as store:
        assert store.count() == 0


def test_a_missing_library_is_named_with_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pymilvus", None)
    with pytest.raises(MissingExtraError, match=r"citeloom\[milvus\]"):
        MilvusStore(MilvusAddress("http://127.0.0.1:1"))


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
    with running_milvus(tmp_path / "x") as address:
        MilvusStore(address).close()
    for name in (
        "pymilvus.decorators",
        "pymilvus.milvus_client.base",
        "grpc._server",
    ):
        logging.getLogger(name).error("what only a developer reads")
    assert capfd.readouterr() == ("", "")
