"""Milvus Lite at a port, as a Milvus server."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from citeloom.corpus.milvus_address import MilvusAddress
from citeloom.corpus.milvus_connection import _quiet_library

IS_INSTALLED = bool(find_spec("pymilvus") and find_spec("milvus_lite"))
needs_milvus = pytest.mark.skipif(not IS_INSTALLED, reason="Milvus Lite is not installed")


@contextmanager
def running_milvus(
    folder: Path, token: str = "", **wrong: Callable[[Any, Any], Any]
) -> Iterator[MilvusAddress]:
    """Run a server; ``wrong`` are calls that it answers in another way."""
    if not IS_INSTALLED:
        pytest.skip("Milvus Lite is not installed")
    # The library closes all handlers of this process as it is imported, and that of abseil, which
    # ROUGE brings, closes the stream that pytest captures.
    _quiet_library()
    import grpc
    from milvus_lite.adapter.grpc.servicer import MilvusServicer
    from milvus_lite.db import MilvusLite
    from pymilvus.grpc_gen import milvus_pb2_grpc

    database = MilvusLite(str(folder))
    servicer = MilvusServicer(database)
    for name, answer in wrong.items():
        setattr(servicer, name, answer)
    server = grpc.server(ThreadPoolExecutor(4))
    milvus_pb2_grpc.add_MilvusServiceServicer_to_server(servicer, server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        yield MilvusAddress(f"http://127.0.0.1:{port}", token=token)
    finally:
        server.stop(None).wait()
        database.close()
