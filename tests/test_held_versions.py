"""The versions that tests and the .vsix are held to: all that is asked for, and no address."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
HELD = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
PLACES = [
    {"sys_platform": system, "python_version": python, "python_full_version": f"{python}.0"}
    for system in ("linux", "darwin", "win32")
    for python in ("3.11", "3.13")
]


def name_and_version(line: str) -> str:
    requirement = Requirement(line)
    return f"{canonicalize_name(requirement.name)}{requirement.specifier}"


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def asked_for() -> Iterator[Requirement]:
    """Yield what users, tests, benchmarks and builds need."""
    made = project()
    lab = tomllib.loads((ROOT / "lab/pyproject.toml").read_text("utf-8"))["project"]
    ours = [needed for needed in lab["dependencies"] if not needed.startswith("citeloom")]
    lists = [made["build-system"]["requires"], made["project"]["dependencies"], ours]
    for requirements in (*lists, *made["dependency-groups"].values()):
        yield from map(Requirement, requirements)


def test_only_names_and_versions_are_held() -> None:
    assert [
        line for line in HELD if not re.fullmatch(r"[\w.-]+==[\w.]+( ; [\w.<>=!'\s]+)?", line)
    ] == []
    assert len(HELD) > 100


def test_what_is_installed_without_its_own_needs_is_held_where_it_is_named() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    (line,) = (line for line in makefile.splitlines() if "--no-deps" in line and '"' in line)
    named = re.findall(r'"([^"]+)"', line)
    assert [one for one in named if not re.fullmatch(r"[\w-]+==[\w.]+", one)] == []
    assert len(named) == 2


@pytest.mark.parametrize("place", PLACES, ids=lambda place: " ".join(place.values()))
def test_all_that_is_asked_for_is_held_in_a_version_that_will_do(place: dict[str, str]) -> None:
    here = [one for one in map(Requirement, HELD) if not one.marker or one.marker.evaluate(place)]
    held = {canonicalize_name(one.name): one.specifier for one in here}
    assert len(held) == len(here), "a package has one version"
    for needed in asked_for():
        if not needed.marker or needed.marker.evaluate(place):
            assert canonicalize_name(needed.name) in held, f"make lock: {needed} is missing"
            (version,) = held[canonicalize_name(needed.name)]
            assert needed.specifier.contains(version.version), f"make lock: {needed}"


def test_the_extension_installs_what_was_tested() -> None:
    text = (ROOT / "vscode-extension/bundled/requirements.txt").read_text("utf-8")
    pinned = set()
    for line in text.replace("\\\n", " ").splitlines():
        requirement, *hashes = line.split(" --hash=")
        assert hashes, f"make lock: {requirement} has no hash"
        pinned.add(name_and_version(requirement))
    assert pinned <= set(map(name_and_version, HELD)), "make lock"
    needed = {
        canonicalize_name(Requirement(one).name) for one in project()["project"]["dependencies"]
    }
    assert needed <= {one.partition("==")[0] for one in pinned}, "make lock"
