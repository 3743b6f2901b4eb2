"""The laboratory where it is installed, and what is said of it where it is not."""

from importlib.metadata import version

import pytest

import citeloom_lab
from citeloom import __version__, laboratory
from citeloom.cli.main import app_for
from citeloom.methods.registry import METHODS, method_named
from citeloom.problem import InputError
from citeloom_lab.methods import METHODS as BASELINES


@pytest.fixture
def not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laboratory, "PACKAGE", "citeloom_lab_that_is_not_there")


def names_of_commands(*arguments: str) -> set[str]:
    app = app_for(arguments)
    named = [command.name for command in app.registered_commands]
    return {name for name in (*named, *(it.name for it in app.registered_groups)) if name}


@pytest.mark.parametrize("name", laboratory.COMMANDS)
def test_its_commands_are_there_once_it_is_installed(name: str) -> None:
    assert names_of_commands(name) == {name}
    assert name in names_of_commands("--help")


@pytest.mark.parametrize("name", laboratory.COMMANDS)
def test_without_it_its_commands_say_how_to_install_it(name: str, not_installed: None) -> None:
    with pytest.raises(InputError, match=f"citeloom {name} needs the laboratory") as caught:
        app_for([name])
    assert "pip install ./lab" in str(caught.value.problem.advice)
    assert names_of_commands("--help").isdisjoint(laboratory.COMMANDS)


@pytest.mark.parametrize("method", BASELINES, ids=lambda method: method.name)
def test_its_methods_can_be_named_and_are_not_offered(method: object) -> None:
    name = method.name  # type: ignore[attr-defined]
    assert type(method_named(name)) is type(method)
    assert name not in {offered.name for offered in METHODS}


def test_without_it_its_methods_are_not_there(not_installed: None) -> None:
    with pytest.raises(InputError, match="unknown method 'zero-shot'"):
        method_named("zero-shot")


def test_both_distributions_have_one_version() -> None:
    assert citeloom_lab.__version__ == __version__ == version("citeloom")
