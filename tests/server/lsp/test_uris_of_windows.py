"""URIs and paths as Windows and its editors write them; below the protocol, on any system."""

from pathlib import PureWindowsPath

import pytest
from tabled import tabled

from citeloom.lsp.uris import _file_name, uri_of


@tabled(least=10)
def test_a_uri_is_a_path_of_windows(uri: str, path: str) -> None:
    found = _file_name(uri.partition(":")[2], windows=True)
    assert PureWindowsPath(found) == PureWindowsPath(path)


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        (r"C:\Users\x\main.tex", "file:///c:/Users/x/main.tex"),
        ("C:\\My Papers\\\u00fc 100%.tex", "file:///c:/My%20Papers/%C3%BC%20100%25.tex"),
        (r"\\server\share\a b.tex", "file://server/share/a%20b.tex"),
    ],
)
def test_a_path_of_windows_is_a_uri_and_back(path: str, uri: str) -> None:
    assert uri_of(PureWindowsPath(path)) == uri
    back = _file_name(uri.partition(":")[2], windows=True)
    assert PureWindowsPath(back) == PureWindowsPath(path)


def test_elsewhere_a_drive_is_a_folder() -> None:
    assert _file_name("///c%3A/x.tex", windows=False) == "/c:/x.tex"
    assert _file_name("//server/share/x.tex", windows=False) == "/share/x.tex"
