"""What a release holds: nothing that nobody runs or reads, and the same whenever it is made."""

import json
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

import pytest

from citeloom import __version__

ROOT = Path(__file__).parents[1]


def release() -> ModuleType:
    """Return the program that makes releases as a module."""
    loader = SourceFileLoader("release", str(ROOT / "tools/release"))
    spec = spec_from_loader("release", loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.mark.slow
def test_wheel_and_sources_hold_what_runs_and_are_the_same_twice(tmp_path: Path) -> None:
    tool = release()
    python = tool.make_environment(tmp_path / "environment", *tool.build_requirements())
    for name in ("first", "second"):
        env = {"SOURCE_DATE_EPOCH": "1700000000"}
        tool.run(python, "-m", "hatchling", "build", "-d", str(tmp_path / name), env=env)
    tool.check_contents(tmp_path / "first")
    tool.compare(tmp_path / "first", tmp_path / "second")


def test_versions_of_the_server_and_of_the_extension_are_one() -> None:
    manifest = json.loads((ROOT / "vscode-extension/package.json").read_text("utf-8"))
    assert manifest["version"] == __version__
