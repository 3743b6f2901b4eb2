"""Files that are kept under the names of papers lie in their folder, whatever a paper is called."""

import re
from datetime import date
from pathlib import Path

import pytest

from citeloom.actions.writing.stored.waiting_files import WaitingFiles
from citeloom.papers.fulltext.cache import FullTextCache, Kept
from citeloom.papers.fulltext.fetch import TextSearch
from citeloom.papers.fulltext.text import Form, FullText, TextParagraph, TextSection
from citeloom.placing.sidecar import outline_path, record_path

NAMES = [
    "doi:10.1/../../../etc/passwd",
    "file:/etc/passwd",
    "../../main",
    "/etc/passwd",
    "..\\..\\main",
    "C:\\Windows\\win.ini",
    "//evil/share/x",
    "con",
    "NUL.txt",
    "com1:",
    "a\0b",
    "a\nb",
    "\x1b]8;;https://evil.example\x07",
    "\u202egpj.exe",
    "\ud800",
    ".",
    "",
    "~root",
    "-rf",
    "$(id)",
    "n" * 5000,
]


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_a_full_text_is_kept_in_its_folder(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "data/full-texts"
    cache = FullTextCache(folder)
    section = TextSection("Introduction", 1, (TextParagraph("Trees grow."),))
    text = FullText(Form.LATEX, "Trees", "", (section,), ())
    kept = Kept(name.encode("ascii", "replace").decode(), date(2024, 1, 1), TextSearch(text))
    assert cache.get(name) is None
    assert cache.put(kept) and cache.get(kept.paper_id) == kept
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {path.parent for path in files} == {folder}
    ours = re.compile(r"[0-9a-f]{16}(?:[.-]\w+)?\.json|version")
    assert all(ours.fullmatch(path.name) for path in files), files


@pytest.mark.parametrize("name", [*NAMES, "../" + "0" * 10, "0" * 32 + "/..", "0" * 10 + "\n"])
def test_no_record_and_no_waiting_text_has_such_a_name(tmp_path: Path, name: str) -> None:
    for path_of in (record_path, outline_path):
        with pytest.raises(ValueError, match="not a result id"):
            path_of(tmp_path, name)
    with pytest.raises(ValueError, match="not the id of a waiting text"):
        WaitingFiles(tmp_path).remove(name)
    assert not list(tmp_path.iterdir())
