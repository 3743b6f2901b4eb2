"""Certificates and proxies are those of the system, and a name is what a certificate is for."""

import asyncio
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest

from citeloom.papers.web.clients import Route
from citeloom.papers.web.service_failed import ServiceFailed
from citeloom.papers.web.web import Web
from citeloom.papers.web.web_request import WebRequest
from citeloom.settings import NetworkSettings, Services
from services.fake_clock import FakeClock

NAME = "mirror.example.edu"
needs_openssl = pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not installed")


class Answering(BaseHTTPRequestHandler):
    seen: list[str]

    def do_GET(self) -> None:
        self.seen.append(f"GET {self.headers['host']} {self.path}")
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def do_CONNECT(self) -> None:
        self.seen.append(f"CONNECT {self.path}")
        self.send_error(403)

    def log_message(self, *_: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        # Clients that do not trust us hang up.
        pass


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """Return a file with a certificate for this machine and a mirror, and its key."""
    key, made = tmp_path / "key.pem", tmp_path / "made.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "2", "-subj", f"/CN={NAME}", "-addext",
         f"subjectAltName=DNS:{NAME},IP:127.0.0.1", "-keyout", str(key), "-out", str(made)],
        check=True,
        capture_output=True,
    )  # fmt: skip
    both = tmp_path / "both.pem"
    both.write_text(made.read_text() + key.read_text())
    return both


@pytest.fixture
def secure(certificate: Path) -> Iterator[Server]:
    """Run a server with that certificate."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    yield from served(context)


@pytest.fixture
def proxy() -> Iterator[Server]:
    """Run a proxy that refuses to connect to anything."""
    yield from served(None)


def served(context: ssl.SSLContext | None) -> Iterator[Server]:
    handler = type("Handler", (Answering,), {"seen": []})
    server = Server(("127.0.0.1", 0), handler)
    if context is not None:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, args=(0.005,), daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def seen(server: Server) -> list[str]:
    return server.RequestHandlerClass.seen  # type: ignore[attr-defined]


def ask(url: str, settings: NetworkSettings, folder: Path, service: str = "crossref") -> int:
    async def run() -> int:
        async with Web(settings, folder, clock=FakeClock()) as web:
            return (await web.ask(service, url)).status

    return asyncio.run(run())


@needs_openssl
def test_a_certificate_is_trusted_where_the_system_says_so(
    secure: Server, certificate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = f"https://127.0.0.1:{secure.server_address[1]}"
    settings = NetworkSettings(services=Services(crossref=base))
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    monkeypatch.delenv("SSL_CERT_DIR", raising=False)
    with pytest.raises(ServiceFailed, match="certificate is not trusted here"):
        ask(base, settings, tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    assert ask(base, settings, tmp_path) == 200


@needs_openssl
def test_a_pinned_connection_is_made_to_the_address_and_checked_against_the_name(
    secure: Server, certificate: Path
) -> None:
    trusting = ssl.create_default_context(cafile=str(certificate))

    async def status(name: str) -> int:
        url = httpx.URL(f"https://{name}:{secure.server_address[1]}/works")
        question = WebRequest("pdf", url, None, {}, "*/*", frozenset({200}), 1 << 20)
        async with httpx.AsyncClient(verify=trusting, trust_env=False) as client:
            (request,) = question.requests(Route(client, ("127.0.0.1",)))
            return (await client.send(request)).status_code

    assert asyncio.run(status(NAME)) == 200
    assert seen(secure) == [f"GET {NAME}:{secure.server_address[1]} /works"]
    with pytest.raises(httpx.ConnectError) as failed:
        asyncio.run(status("other.example.edu"))
    causes: list[BaseException | None] = [failed.value]
    while causes[-1]:
        causes.append(causes[-1].__cause__ or causes[-1].__context__)
    assert ssl.SSLCertVerificationError in map(type, causes)


def test_the_proxy_of_the_system_is_used_but_not_for_this_machine(
    proxy: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.server_address[1]}")
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ServiceFailed, match=r"system's proxy, 127.*, refused"):
        ask("https://api.crossref.org/works", NetworkSettings(), tmp_path)
    assert set(seen(proxy)) == {"CONNECT api.crossref.org:443"}
    base = f"http://127.0.0.1:{proxy.server_address[1]}"
    settings = NetworkSettings(services=Services(crossref=base))
    assert ask(f"{base}/direct", settings, tmp_path) == 200
    assert seen(proxy)[-1].endswith(" /direct")


def test_a_proxy_that_cannot_be_reached_is_named_without_its_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        place = f"127.0.0.1:{free.getsockname()[1]}"
        for name in ("https_proxy", "HTTPS_PROXY"):
            monkeypatch.setenv(name, f"http://user:secret@{place}")
        for name in ("no_proxy", "NO_PROXY"):
            monkeypatch.delenv(name, raising=False)
        with pytest.raises(ServiceFailed) as failed:
            ask("https://api.crossref.org/works", NetworkSettings(), tmp_path)
    assert failed.value.reason.startswith(f"the system's proxy, {place}, cannot be reached")
    assert "secret" not in failed.value.reason


def test_a_proxy_of_an_unknown_kind_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("https_proxy", "HTTPS_PROXY"):
        monkeypatch.setenv(name, "gopher://user:password@proxy.example:70")
    with pytest.raises(ServiceFailed, match="of an unsupported kind") as error:
        ask("https://api.crossref.org/works", NetworkSettings(), tmp_path)
    assert "password" not in str(error.value)
