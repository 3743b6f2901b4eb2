"""Endpoints by https: trusted is whom the system trusts, and nobody else is sent anything."""

import asyncio
import shutil
import subprocess
from pathlib import Path

import pytest

from citeloom.models.endpoint import Endpoint
from citeloom.models.memo import Memo
from citeloom.models.model import Model
from citeloom.models.port import ModelError
from citeloom.models.presets import Dialect
from citeloom.models.usage import Ledger
from endpoint_server import Behaviour, Running, running
from modelled_runs import Impatient, task, write

pytestmark = pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not installed")

KEY = "sk-of-a-stand-in-0123456789"


@pytest.fixture(autouse=True)
def nobody_else_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)


def certificate(folder: Path, name: str) -> Path:
    """Make a certificate for a name, or this machine's address; return a file with its key, too."""
    key, made, both = (folder / f"{part}.pem" for part in ("key", "made", "both"))
    folder.mkdir()
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "2", "-subj", "/CN=stand-in", "-addext", f"subjectAltName={name}",
         "-keyout", str(key), "-out", str(made)],
        check=True,
        capture_output=True,
    )  # fmt: skip
    both.write_text(made.read_text() + key.read_text())
    return both


def written(server: Running) -> int:
    """Write by the endpoint; return how many paragraphs came of it."""
    ledger = Ledger()
    endpoint = Endpoint(server.address, "stand-in", KEY, Impatient(8), ledger, 20.0, Dialect())
    result = asyncio.run(write("ckma", task(4), Model(endpoint, Memo(None), ledger)))
    return len(result.paragraphs)


def test_a_certificate_that_the_system_trusts_is_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = certificate(tmp_path / "own", "IP:127.0.0.1")
    monkeypatch.setenv("SSL_CERT_FILE", str(own))
    with running(Behaviour(key=KEY), own) as server:
        assert written(server) > 0
    assert server.address.startswith("https://")
    assert {one["authorization"] for one in server.headers} == {f"Bearer {KEY}"}


@pytest.mark.parametrize("trusted", ["", "another", "another name"])
def test_one_that_it_does_not_is_told_of_and_nothing_is_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trusted: str
) -> None:
    name = "DNS:other.example" if trusted == "another name" else "IP:127.0.0.1"
    own = certificate(tmp_path / "own", name)
    if trusted:
        other = certificate(tmp_path / "other", "IP:127.0.0.1")
        monkeypatch.setenv("SSL_CERT_FILE", str(own if trusted == "another name" else other))
    with running(certificate=own) as server, pytest.raises(ModelError) as caught:
        written(server)
    assert "has a certificate that is not trusted" in str(caught.value)
    assert "SSL_CERT_FILE" in caught.value.problem.advice
    assert KEY not in str(caught.value)
    assert server.asked == []
    assert len(server.refused) == 1, "it does not pass, so it is not tried again"
