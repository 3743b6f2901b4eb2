"""Files are read whole only if they are regular and no larger than they may be."""

import ast
import os
import socket
import threading
from pathlib import Path

import pytest

import citeloom
from citeloom.keeping import reading
from citeloom.keeping.reading import UnreadFileError, read_file

POSIX = pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")


@pytest.mark.parametrize("size", [0, 1, 999, 1000])
def test_a_file_is_read_whole(tmp_path: Path, size: int) -> None:
    path = tmp_path / "a.bib"
    path.write_bytes(b"x" * size)
    assert read_file(path, 1000) == b"x" * size


def test_a_link_to_a_file_is_followed(tmp_path: Path) -> None:
    (tmp_path / "a.bib").write_bytes(b"text")
    (tmp_path / "b.bib").symlink_to(tmp_path / "a.bib")
    assert read_file(tmp_path / "b.bib", 10) == b"text"


def test_a_larger_file_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.bib"
    path.touch()
    os.truncate(path, 20 << 30)
    monkeypatch.setattr(reading, "FileIO", None)
    with pytest.raises(UnreadFileError, match="has 22 GB; at most 128 MB are read"):
        read_file(path, reading.LARGEST_TEXT)


def test_a_file_that_grows_is_read_no_further_than_it_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.bib"
    path.write_bytes(b"x" * 50)
    asked: list[int] = []

    class Growing(reading.FileIO):
        def read(self, size: int | None = -1, /) -> bytes:
            asked.append(size or 0)
            return b"x" * min(60, size or 0)

    monkeypatch.setattr(reading, "FileIO", Growing)
    with pytest.raises(UnreadFileError, match="has more than 100 bytes"):
        read_file(path, 100)
    assert sum(min(60, size) for size in asked) == 101


@POSIX
def test_a_file_that_says_it_is_empty_is_read_no_further_than_it_may_be(tmp_path: Path) -> None:
    path = Path("/proc/self/smaps")
    if not path.exists():
        pytest.skip("this system has no such files")
    assert path.stat().st_size == 0
    assert read_file(path, 10_000_000)
    with pytest.raises(UnreadFileError, match="more than 1 kB"):
        read_file(path, 1000)


@POSIX
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.bib")
    with pytest.raises(UnreadFileError, match="is a pipe, not a file"):
        read_file(tmp_path / "a.bib", 1000)


@POSIX
def test_a_pipe_put_in_the_place_of_a_file_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.bib"
    path.write_bytes(b"text")
    before = path.stat()
    path.unlink()
    os.mkfifo(path)
    monkeypatch.setattr(Path, "stat", lambda _: before)
    seen: list[str] = []

    def read() -> None:
        with pytest.raises(UnreadFileError, match="is a pipe"):
            read_file(path, 1000)
        seen.append("refused")

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    thread.join(60)
    assert seen == ["refused"]


@POSIX
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/tty", "/dev/stdin"])
def test_a_link_to_a_device_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, device: str
) -> None:
    if not Path(device).exists() or Path(device).is_file():
        pytest.skip("there is none here")
    (tmp_path / "a.bib").symlink_to(device)
    monkeypatch.setattr(reading, "FileIO", None)
    with pytest.raises(UnreadFileError, match=r"is (a device|a pipe|a socket), not a file"):
        read_file(tmp_path / "a.bib", 1000)


@POSIX
def test_a_socket_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # The path of a socket must be short.
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("a.bib")
        with pytest.raises(UnreadFileError, match="is a socket"):
            read_file(Path("a.bib"), 1000)


def test_a_folder_and_a_circle_of_links_are_errors(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        read_file(tmp_path, 1000)
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(OSError, match=r".") as raised:
        read_file(tmp_path / "a", 1000)
    assert not isinstance(raised.value, UnreadFileError)


SOURCE = Path(citeloom.__file__).parent
ALLOWED = {
    ("draft/kept_indexes.py", "read_bytes"): "the program's own files",
    ("grounding/language/__init__.py", "read_text"): "files of our own",
    ("grounding/roles/weights.py", "read_text"): "a file of our own",
    ("grounding/support/framing.py", "read_text"): "a file of our own",
    ("grounding/support/rarity.py", "read_text"): "a file of our own",
    ("methods/extractive/lexicon/__init__.py", "read_text"): "a file of our own",
    ("methods/modelled/clean_words.py", "read_text"): "a file of our own",
    ("models/prompts.py", "read_text"): "a file of our own",
    ("jobs/child.py", "open"): "pipes between our processes",
    ("words.py", "read_text"): "a file of our own",
    ("stdio.py", "open"): "standard input and output",
    ("cli/main.py", "open"): "the null device",
    ("corpus/lines.py", "open"): "a file in a zip file that is open",
    ("actions/papers/acl_anthology.py", "open"): "writes the copy of a file that was downloaded",
    ("papers/libraries/acl/part_file.py", "fdopen"): "writes what is downloaded",
    ("keeping/atomic.py", "open"): "writes; opens folders to sync them",
    ("keeping/confined.py", "open"): "opens folders that a confined process may read",
    ("keeping/held.py", "open"): "opens folders to hold them, and files to write them",
    ("methods/extractive/choosing/options.py", "read_text"): "weights of the program's own",
    ("keeping/private.py", "open"): "opens the log of what was sent, and databases",
    ("actions/writing/outline/lines.py", "open"): "the topics that are open",
    ("keeping/reading.py", "FileIO"): "the one function that reads files",
    ("keeping/reading.py", "open"): "the one function that reads files",
}
_READS = {"read_bytes", "read_text"}
_OPENS = {"open", "open_code", "fdopen", "fromfile", "mmap", "FileInput", "FileIO"}
_OTHER_OPENS = {"Store", "tarfile"}


def test_no_file_is_opened_but_by_the_one_function() -> None:
    found = {
        (path.relative_to(SOURCE).as_posix(), name)
        for path in SOURCE.rglob("*.py")
        for name in reads_in(path.read_text("utf-8"))
    }
    assert found - ALLOWED.keys() == set(), "read it by citeloom.keeping.reading.read_file"
    assert ALLOWED.keys() - found == set()


def test_the_search_for_strays_sees_them() -> None:
    source = """
path.read_bytes(); path.read_text(); open("a"); os.open("a", 0); path.open(); io.FileIO("a")
Store.open(path); tarfile.open(path); reading = path.read_bytes; numpy.fromfile(path)
"""
    assert sorted(reads_in(source)) == [
        "FileIO", "fromfile", "open", "open", "open", "read_bytes", "read_bytes", "read_text",
    ]  # fmt: skip


def reads_in(source: str) -> list[str]:
    """Return the names of the calls in a source that open a file."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute):
            of = node.value.id if isinstance(node.value, ast.Name) else ""
            found += [node.attr] if node.attr in _READS | _OPENS and of not in _OTHER_OPENS else []
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found += [node.func.id] if node.func.id in _OPENS else []
    return found
