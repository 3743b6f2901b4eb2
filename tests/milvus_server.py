"""Milvus Lite at a port, as a Milvus server."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from citeloom.corpus.milvus_address import MilvusAddress


@contextmanager
def running_milvus(
    folder: Path, token: str = "", **wrong: Callable[[Any, Any], Any]
) -> Iterator[MilvusAddress]:
    """Run a server; ``wrong`` are calls that it answers in another way."""
    pytest.importorskip("pymilvus", reason="the extra 'milvus' is not installed")
    pytest.importorskip("milvus_lite", reason="Milvus Lite is not installed")
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
