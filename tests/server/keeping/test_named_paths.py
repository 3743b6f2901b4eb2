"""Names in texts of others lead to no other machine, on any system."""

import ntpath
from itertools import product
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from citeloom.keeping.paths import leads_elsewhere, path_named, plain_file_name

WINDOWS = PureWindowsPath(r"C:\Users\ann\paper")
SHARED = PureWindowsPath(r"\\Server\Papers\ann")
POSIX = PurePosixPath("/home/ann/paper")

OTHER_MACHINES = [
    "//host/share/x",
    "///host/share/x",
    "////host/share/x",
    " //host/share/x",
    r"\\host\share\x",
    r"/\host/share/x",
    r"\/host/share/x",
    r"\\host",
    "//host",
    r"\\host@SSL@8080\DavWWWRoot\x",
    r"\\?\UNC\host\share\x",
    "//?/UNC/host/share/x",
    r"\\.\UNC\host\share\x",
    r"\??\UNC\host\share\x",
    "/??/UNC/host/share/x",
    r"\\.\pipe\x",
    "//./pipe/x",
    r"\\.\PhysicalDrive0",
    r"\\?\GLOBALROOT\Device\Mup\host\share\x",
    r"\\?\C:\x",
    "//server@80/papers/x",
    "//server.example.org/papers/x",
    "//server/other/x",
    "//server/../host/share/x",
    "file://host/share/x",
    "https://host/x",
    "smb://host/share",
]


@pytest.mark.parametrize("folder", [WINDOWS, SHARED, POSIX])
@pytest.mark.parametrize("name", OTHER_MACHINES)
def test_a_name_of_another_machine_leads_elsewhere(name: str, folder: PureWindowsPath) -> None:
    assert leads_elsewhere(name, folder)


PIECES = ("\\", "/", "//", "?", "??", ".", "UNC", "host", "C:", "..", " ", "GLOBALROOT", "\uff3c")
"""What paths of other machines and devices are made of on Windows, and what only looks like it."""


def test_no_name_that_windows_takes_for_another_machine_is_missed() -> None:
    names = ["".join(pieces) for count in range(1, 5) for pieces in product(PIECES, repeat=count)]
    here = [name for name in names if not leads_elsewhere(name, WINDOWS)]
    assert 10_000 < len(here) < len(names)
    for name in here:
        joined = ntpath.normpath(ntpath.join(WINDOWS, name))
        assert not ntpath.splitdrive(joined)[0].startswith("\\"), name
    short = [name for name in here if len(name) < 4]
    for first, second in product(short, short):
        assert not (WINDOWS / first / second).drive.startswith("\\"), (first, second)


@pytest.mark.parametrize(
    "name",
    [
        "//server/papers/x",
        r"\\SERVER\papers\bob\x",
        "//?/UNC/server/papers/x",
        r"\\?\UNC\Server\Papers\x",
    ],
)
def test_the_share_that_the_user_opened_is_no_other_machine(name: str) -> None:
    assert not leads_elsewhere(name, SHARED)
    assert leads_elsewhere(name, WINDOWS)


@pytest.mark.parametrize(
    "name",
    ["", "x", "a/b.tex", "../x", "/x", "/home/x", "C:/x", r"D:\refs\x.bib", "~/x", "a//b", "x y"],
)
@pytest.mark.parametrize("folder", [WINDOWS, SHARED, POSIX])
def test_names_on_this_machine(name: str, folder: PureWindowsPath) -> None:
    assert not leads_elsewhere(name, folder)


@pytest.mark.parametrize(
    "name",
    [
        "CON", "con.tex", "aux.tex", "chapters/NUL", r"chapters\aux\x.tex", "com1.bib", "LPT9.x.y",
        "com\u00b9", "nul .tex", "C:aux.tex", "nul:", "prn:x", "CONIN$", "./aux.sty",
    ],
)  # fmt: skip
def test_a_device_of_windows_is_looked_at_on_other_systems_alone(name: str) -> None:
    assert leads_elsewhere(name, WINDOWS)
    assert leads_elsewhere(name, SHARED)
    assert not leads_elsewhere(name, POSIX)


@pytest.mark.parametrize("name", ["contents.tex", "auxiliary", "com.tex", "com10", "null", "x.con"])
def test_names_that_only_begin_like_devices(name: str) -> None:
    assert not leads_elsewhere(name, WINDOWS)


def test_a_name_is_seen_from_its_folder(tmp_path: Path) -> None:
    assert path_named(tmp_path, "a", "../b.tex") == tmp_path / "b.tex"
    assert path_named(tmp_path, "/x", "y") == Path("/x/y").absolute()
    assert path_named(tmp_path, "~no-such-user/y") == tmp_path / "~no-such-user/y"
    assert path_named(tmp_path, "a\0b") is None
    assert path_named(tmp_path, "//host/share", "y") is None
    assert path_named(tmp_path, "", "//host/share/y") is None


@pytest.mark.parametrize(
    "name", ["con", "NUL", "com1", "aux", "lpt9", "", "../x", "a:b", "nul.txt"]
)
def test_a_name_of_others_is_a_file_name_on_any_system(name: str) -> None:
    plain = plain_file_name(name)

    assert plain and not leads_elsewhere(f"{plain}.png", WINDOWS)
    assert not set(plain) & set('/\\:.*?"<>|\0\n')


def test_a_long_name_fits_into_a_file_name() -> None:
    assert len(f"{plain_file_name('𝒜' * 900)}.png".encode()) <= 255
    assert plain_file_name("rouge-overlap_2") == "rouge-overlap_2"
