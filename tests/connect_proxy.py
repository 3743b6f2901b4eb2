"""A proxy that notes whom it is asked to connect with, and connects with nobody."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Proxy:
    """A running proxy: its address, and the hosts that it was asked for."""

    address: str
    hosts: list[str] = field(default_factory=list)
    asked: threading.Event = field(default_factory=threading.Event)


@contextmanager
def running_proxy() -> Iterator[Proxy]:
    """Run a proxy on a free port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

        def do_CONNECT(self) -> None:
            proxy.hosts.append(self.path)
            proxy.asked.set()
            self.send_error(502)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    proxy = Proxy(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield proxy
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
