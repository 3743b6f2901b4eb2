"""What the user says of the network: read from the user's own file alone."""

import os
from pathlib import Path

import pytest
from tabled import tabled

from citeloom.problem import InputError
from citeloom.settings import NetworkSettings, network_settings, project_settings


def config(text: str) -> None:
    Path(os.environ["CITELOOM_CONFIG"]).write_text(text, encoding="utf-8")


def test_without_a_file_the_services_themselves_are_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CITELOOM_CONFIG")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("platformdirs.user_config_path", lambda *_, **__: tmp_path)
    assert network_settings() == NetworkSettings()
    assert network_settings().services.crossref == "https://api.crossref.org"


def test_the_file_names_contact_mirrors_and_hosts() -> None:
    config(
        'contact = "a.author@example.edu"\npdf_hosts = ["repository.example.edu"]\n'
        '[services]\ns2 = "https://mirror.example.edu/s2/"\narxiv = "http://127.0.0.1:8042"\n'
    )
    settings = network_settings()
    assert settings.contact == "a.author@example.edu"
    assert settings.pdf_hosts == ("repository.example.edu",)
    assert settings.services.s2 == "https://mirror.example.edu/s2"
    assert settings.services.arxiv == "http://127.0.0.1:8042"


@tabled(least=5)
def test_an_address_may_go_without_its_scheme(given: str, address: str) -> None:
    config(f'[model]\naddress = "{given}"\n[services]\narxiv = "{given}"\n')
    settings = network_settings()
    assert (settings.model.address, settings.services.arxiv) == (address, address)


@tabled(least=18)
def test_a_wrong_setting_is_named(text: str, said: str) -> None:
    config(text)
    with pytest.raises(InputError) as error:
        network_settings()
    assert said in str(error.value)
    assert os.environ["CITELOOM_CONFIG"] in str(error.value)


def test_what_to_do_with_a_service_of_an_earlier_version_is_said() -> None:
    config('[services]\nunpaywall = "off"\n')
    with pytest.raises(InputError, match=r"'services.unpaywall': .*no such setting \(remove it\)"):
        network_settings()


def test_a_named_file_that_is_missing_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITELOOM_CONFIG", "/nowhere/config.toml")
    with pytest.raises(InputError, match="does not exist"):
        network_settings()


@pytest.mark.parametrize("field", ["s2_key", "openalex_key"])
def test_a_key_comes_from_the_environment_and_shows_nowhere(
    field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    variable = f"CITELOOM_{field.upper()}"
    monkeypatch.setenv(variable, " secret-key\n")
    settings = network_settings()
    assert getattr(settings, field).get_secret_value() == "secret-key"
    assert "secret-key" not in f"{settings!r} {settings} {settings.model_dump()}"
    monkeypatch.setenv(variable, "secret key")
    with pytest.raises(InputError) as error:
        network_settings()
    assert "secret key" not in str(error.value)


def test_a_project_names_no_address(tmp_path: Path) -> None:
    (tmp_path / "citeloom.toml").write_text('[services]\ns2 = "https://evil.example"\n')
    with pytest.raises(InputError, match="setting 'services'"):
        project_settings(tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes among its files")
def test_a_pipe_as_settings_of_a_project_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "citeloom.toml")
    with pytest.raises(InputError, match=r"citeloom\.toml: error: is a pipe, not a file"):
        project_settings(tmp_path)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("method = " + "[" * 100_000, "too deeply"),
        ("a." * 100_000 + "a = 1", "too many parts"),
        ("[" + "'a' . " * 100_000 + "a]", "too many parts"),
        ("#" * 1_000_001, "has 2 MB; at most"),
    ],
)
def test_settings_that_would_take_memory_are_refused(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "citeloom.toml").write_text(text)
    with pytest.raises(InputError, match=why):
        project_settings(tmp_path)
