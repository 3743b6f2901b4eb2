"""Whom an agreement to fetch is about, and where keys of services come from."""

import json
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring
from pydantic import SecretStr

from citeloom.actions.user.api_keys import host_of
from citeloom.actions.user.fetch_agreement import FILE, consent_of, keep_consent, what_is_sent
from citeloom.actions.user.service_keys import with_kept_keys
from citeloom.settings import NetworkSettings, Services, UserSettings


class Remembering(KeyringBackend):
    """A keyring in memory."""

    priority = 1  # type: ignore[assignment]

    def __init__(self, kept: dict[str, str]) -> None:
        super().__init__()
        self._kept = kept

    def get_password(self, service: str, username: str) -> str | None:
        return self._kept.get(username)

    def set_password(self, service: str, username: str, password: str) -> None:
        self._kept[username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self._kept[username]


def in_keyring(monkeypatch: pytest.MonkeyPatch, **kept: str) -> None:
    backend = Remembering({host_of(service): key for service, key in kept.items()})
    monkeypatch.setattr(keyring, "get_password", backend.get_password)


def keys_of(network: NetworkSettings) -> tuple[str, str]:
    filled = with_kept_keys(network)
    return filled.s2_key.get_secret_value(), filled.openalex_key.get_secret_value()


def test_who_agreed_when_fewer_services_were_asked_is_asked_again(tmp_path: Path) -> None:
    user = UserSettings(data_folder=tmp_path)
    (tmp_path / FILE).write_text(json.dumps({"agreed": True}), "utf-8")
    assert consent_of(user) is None
    (tmp_path / FILE).write_text(json.dumps({"agreed": False}), "utf-8")
    assert consent_of(user) is False
    keep_consent(user, True)
    assert consent_of(user) is True


def test_what_is_sent_names_every_service_that_is_on() -> None:
    said = what_is_sent()
    assert all(host in said for host in ("www.ebi.ac.uk", "inspirehep.net", "api.datacite.org"))


def test_the_keyring_has_keys_of_services(monkeypatch: pytest.MonkeyPatch) -> None:
    in_keyring(monkeypatch, s2="s2-kept", openalex="openalex-kept")
    assert keys_of(NetworkSettings()) == ("s2-kept", "openalex-kept")
    own = NetworkSettings(s2_key=SecretStr("s2-own"))
    assert keys_of(own) == ("s2-own", "openalex-kept"), "the environment counts first"
    mirror = NetworkSettings(services=Services(s2="https://mirror.example.edu", openalex="off"))
    assert keys_of(mirror) == ("", ""), "no mirror gets a key of the keyring"


def test_a_keyring_that_cannot_be_used_counts_as_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyring, "get_password", NoKeyring().get_password)
    assert keys_of(NetworkSettings()) == ("", "")
