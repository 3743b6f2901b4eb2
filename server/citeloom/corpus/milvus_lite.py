"""Milvus Lite: a Milvus inside of this process, which alone has its file."""

import logging
import shutil
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from citeloom.corpus.port import CorpusError
from citeloom.extras import import_library
from citeloom.keeping.private import make_private_folder

_ADVICE = "keep the corpus in a folder, or name a Milvus server"


@dataclass(slots=True)
class _Running:
    server: Any
    database: Any
    folder: Path
    users: int = 0

    @property
    def address(self) -> str:
        return f"unix:{self.folder / 'milvus'}:0"

    def stop(self) -> None:
        self.server.stop(None).wait()
        self.database.close()
        shutil.rmtree(self.folder, ignore_errors=True)


_running: dict[Path, _Running] = {}
_lock = threading.Lock()


def start_lite(file: Path) -> str:
    """Start Milvus Lite on a file, or use what runs already; return its address.

    It listens at a socket in a folder that no other user can enter: at a port anybody on this
    machine could read the corpus and change it.

    Raises
    ------
    CorpusError
        If another process has the file, or it cannot be used.
    """
    if sys.platform == "win32":
        raise CorpusError("Milvus Lite does not run on Windows here", advice=_ADVICE)
    with _lock:
        if file not in _running:
            _running[file] = _start(file)
        _running[file].users += 1
        return _running[file].address


def stop_lite(file: Path) -> None:
    """Let go of Milvus Lite; the last one to do so lets another process have the file."""
    with _lock:
        running = _running[file]
        running.users -= 1
        if not running.users:
            del _running[file]
            running.stop()


def _start(file: Path) -> _Running:
    server = import_library(
        "milvus_lite.adapter.grpc.server", "milvus", "a corpus in a file of Milvus Lite"
    )
    from milvus_lite.exceptions import DataDirLockedError

    log = logging.getLogger("milvus_lite")  # It would write what it recovers to the terminal.
    log.addHandler(logging.NullHandler())
    log.propagate = False
    socket = Path(tempfile.mkdtemp(prefix="citeloom-"))
    try:
        make_private_folder(file)
        # It appends the port, which a socket has none of.
        started, database, _ = server.start_server_in_thread(
            str(file), host=f"unix:{socket / 'milvus'}", port=0
        )
    except DataDirLockedError:
        shutil.rmtree(socket, ignore_errors=True)
        raise CorpusError(
            f"another program has the corpus in {file}: Milvus Lite lets one at a time have it",
            advice=f"wait until that has ended, or {_ADVICE}",
        ) from None
    except (OSError, RuntimeError, ValueError) as error:
        shutil.rmtree(socket, ignore_errors=True)
        said = " ".join(str(error).split())[:300]
        raise CorpusError(
            f"the corpus in {file} cannot be used ({said})",
            advice="see that the path can be written to and the disk has room, or build it anew",
        ) from error
    return _Running(started, database, socket)
