"""What is in the .vsix, and what the places where extensions are published ask of it."""

import json
import os
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

EXTENSION = Path(__file__).parents[2] / "vscode-extension"
VSIX = EXTENSION / "dist/citeloom.vsix"
NAMESPACE = {"v": "http://schemas.microsoft.com/developer/vsx-schema/2011"}

RUNS = [
    r"extension/package\.json",
    r"extension/(readme|changelog)\.md",
    r"extension/LICENSE\.txt",
    r"extension/bundled/citeloom-[\d.]+-py3-none-any\.whl",
    r"extension/bundled/requirements\.txt",
    r"extension/dist/\w+\.js",
    r"extension/media/[\w/-]+\.(png|svg)",
    r"extension/media/(?:outline|changes)/\w+\.json",
    r"extension\.vsixmanifest",
    r"\[Content_Types\]\.xml",
]
"""All that a .vsix has: what runs, what is shown, what is asked for."""


@pytest.fixture
def vsix() -> Iterator[zipfile.ZipFile]:
    if not VSIX.exists():
        if os.environ.get("CI"):
            pytest.fail(f"{VSIX} is not there")
        pytest.skip(f"{VSIX} is not there; make test-editors makes it")
    with zipfile.ZipFile(VSIX) as opened:
        yield opened


def package(vsix: zipfile.ZipFile) -> dict[str, object]:
    return dict(json.loads(vsix.read("extension/package.json")))


def test_only_what_runs_is_in_it(vsix: zipfile.ZipFile) -> None:
    assert [name for name in vsix.namelist() if not re.fullmatch("|".join(RUNS), name)] == []
    assert vsix.testzip() is None


def test_all_that_it_names_is_in_it(vsix: zipfile.ZipFile) -> None:
    manifest, there = json.dumps(package(vsix)), set(vsix.namelist())
    files = re.findall(r'"(?:\./)?((?:media|dist)/[^"]+)"', manifest)
    files += re.findall(r"!\[[^]]+\]\(([^)]+)\)", vsix.read("extension/readme.md").decode())
    assert files
    assert [one for one in files if f"extension/{one}" not in there] == []


def test_the_server_in_it_is_this_one(vsix: zipfile.ZipFile) -> None:
    (name,) = [name for name in vsix.namelist() if name.endswith(".whl")]
    with vsix.open(name) as wheel, zipfile.ZipFile(wheel) as files:
        server = EXTENSION.parent / "server"
        here = {f"{one.relative_to(server)}" for one in server.rglob("*.py")}
        assert len(here) > 300
        assert {one for one in files.namelist() if re.match(r"citeloom/.*\.py$", one)} == here
        for one in here:
            assert files.read(one) == (server / one).read_bytes(), one


def test_it_says_what_the_marketplace_shows(vsix: zipfile.ZipFile) -> None:
    manifest = package(vsix)
    for name in ("displayName", "description", "icon", "categories", "keywords", "galleryBanner"):
        assert manifest[name], name
    assert len(str(manifest["description"])) <= 200
    icon = vsix.read(f"extension/{manifest['icon']}")
    width = int.from_bytes(icon[16:20], "big")
    assert icon.startswith(b"\x89PNG") and width >= 128
    readme = vsix.read("extension/readme.md").decode()
    assert readme.count("![") >= 3
    assert f"## {manifest['version']}" in vsix.read("extension/changelog.md").decode()


def test_open_vsx_can_take_the_same_file(vsix: zipfile.ZipFile) -> None:
    """``ovsx publish FILE`` sends the file as it is.

    Wanted: a publisher that can be a namespace, a license (field and file), a version of numbers,
    and an identity that agrees with package.json.
    """
    manifest = package(vsix)
    tree = ElementTree.fromstring(vsix.read("extension.vsixmanifest"))
    identity = tree.find("v:Metadata/v:Identity", NAMESPACE)
    assert identity is not None
    for name, attribute in (("name", "Id"), ("publisher", "Publisher"), ("version", "Version")):
        assert identity.get(attribute) == manifest[name]
    assert re.fullmatch(r"[\w-]+", str(manifest["publisher"]))
    assert re.fullmatch(r"\d+\.\d+\.\d+", str(manifest["version"]))
    assert identity.get("TargetPlatform") is None, "one file for all platforms"
    assert manifest["license"] == "MIT"
    assert tree.findtext("v:Metadata/v:License", "", NAMESPACE) == "extension/LICENSE.txt"
    assets = {one.get("Type", "").split(".")[-1] for one in tree.iter() if one.get("Type")}
    assert {"Manifest", "Details", "Changelog", "License", "Default"} <= assets


def test_it_is_packaged_without_a_warning(vsix: zipfile.ZipFile, tmp_path: Path) -> None:
    """As ``npm run package`` does, but for the wheel, which is there."""
    script = json.loads((EXTENSION / "package.json").read_text("utf-8"))["scripts"]["package"]
    _, command = script.split(" && ")
    words = command.split()
    words[words.index("-o") + 1] = str(tmp_path / "citeloom.vsix")
    program = shutil.which(words[0], path=str(EXTENSION / "node_modules/.bin"))
    assert program is not None
    done = subprocess.run(
        [program, *words[1:]], cwd=EXTENSION, capture_output=True, text=True, timeout=300
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    assert not re.search(r"warn", said, re.IGNORECASE), said
