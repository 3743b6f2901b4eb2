"""Files written in one step, their record first, whatever goes wrong in between."""

import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeloom.placing.file_change import WriteError, change_of, write_change, write_edit
from citeloom.placing.marks import find_marks
from citeloom.placing.placement import Placement
from citeloom.placing.sidecar import (
    NOTES,
    SidecarError,
    folder_of,
    read_record,
    record_path,
    write_record,
)
from citeloom.problem import InputError
from citeloom_latex.edit import Edit
from citeloom_latex.file_encoding import decode, encode
from citeloom_latex.spans import Span
from placing_samples import after, latex_of, put, result

TEXT = "\\section{Related Work}\r\nÉté.\r\n"


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    path = tmp_path / "main.tex"
    path.write_bytes(TEXT.encode())
    return path


def insert(text: str, at: int = 0) -> Edit:
    return Edit(Span(at, at), text)


def write(path: Path, placement: Placement, in_use: tuple[str, ...] = ()) -> None:
    change = change_of(path, placement)
    write_change(change, expected=path.read_bytes(), folder=folder_of(path), in_use=in_use)


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16-le", "utf-16-be", "latin-1"])
def test_every_other_byte_stays(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "main.tex"
    text = "é\r\na\rb\n\x0c no end"
    data = encode(text, encoding)
    path.write_bytes(data)
    write_edit(path, insert("new", 3), data)
    assert path.read_bytes() == encode("é\r\nnewa\rb\n\x0c no end", encoding)


@given(st.binary(max_size=40), st.integers(0, 40))
def test_bytes_that_are_no_text_stay_too(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, at: int
) -> None:
    path = tmp_path_factory.mktemp("any") / "main.tex"
    path.write_bytes(data)
    old = decode(data)
    at = min(at, len(old.text))
    try:
        write_edit(path, insert("% new\n", at), data)
    except WriteError:
        assert path.read_bytes() == data
    else:
        assert path.read_bytes() == encode(old.text[:at] + "% new\n" + old.text[at:], old.encoding)


def test_a_file_that_has_changed_is_left_alone(draft: Path) -> None:
    with pytest.raises(WriteError, match="has changed"):
        write_edit(draft, insert("new"), b"something else")
    assert draft.read_bytes() == TEXT.encode()
    assert names(draft.parent) == {"main.tex"}


def test_a_file_that_is_gone_stays_gone(draft: Path) -> None:
    expected = draft.read_bytes()
    draft.unlink()
    with pytest.raises(WriteError, match=r"main\.tex"):
        write_edit(draft, insert("new"), expected)
    assert names(draft.parent) == set()


def test_text_that_the_encoding_cannot_hold_is_named(draft: Path) -> None:
    data = "\\section{\xe9}".encode("latin-1")
    draft.write_bytes(data)
    with pytest.raises(WriteError, match=r"latin-1.*深"):
        write_edit(draft, insert("深"), data)
    assert draft.read_bytes() == data


@pytest.mark.skipif(os.name == "nt", reason="permissions and links as POSIX has them")
def test_permissions_and_links_stay(draft: Path) -> None:
    draft.chmod(0o640)
    link = draft.with_name("link.tex")
    link.symlink_to(draft.name)
    write_edit(link, insert("new"), TEXT.encode())
    assert link.is_symlink()
    assert draft.read_bytes() == b"new" + TEXT.encode()
    assert stat.S_IMODE(draft.stat().st_mode) == 0o640


def test_a_read_only_file_is_not_replaced(draft: Path) -> None:
    draft.chmod(0o444)
    with pytest.raises(WriteError, match="read-only"):
        write_edit(draft, insert("new"), TEXT.encode())
    assert draft.read_bytes() == TEXT.encode()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_folder(draft: Path) -> None:
    draft.parent.chmod(0o555)
    try:
        with pytest.raises(WriteError, match="ermission"):
            write_edit(draft, insert("new"), TEXT.encode())
    finally:
        draft.parent.chmod(0o755)
    assert draft.read_bytes() == TEXT.encode()


def test_a_full_disk_leaves_all_as_it_was(draft: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WriteError, match="No space left") as caught:
        write_edit(draft, insert("new"), TEXT.encode())
    assert isinstance(caught.value, InputError)
    assert names(draft.parent) == {"main.tex"}
    assert draft.read_bytes() == TEXT.encode()


def test_record_and_text(draft: Path) -> None:
    placement = put(TEXT, result(["A"]))
    write(draft, placement)
    assert draft.read_bytes().decode() == after(TEXT, placement)
    assert read_record(folder_of(draft), placement.record.id) == placement.record


def test_a_record_that_is_used_no_more_goes(draft: Path) -> None:
    first = put(TEXT, result(["A"]))
    write(draft, first)
    second = put(after(TEXT, first), result(["B"]), first.record)
    write(draft, second)
    assert names(folder_of(draft)) == {*NOTES, f"{second.record.id}.json"}


def test_a_record_that_another_place_uses_stays(draft: Path) -> None:
    first = put(TEXT, result(["A"]))
    write(draft, first)
    text = after(TEXT, first)
    second = put(text, result(["B"]), first.record)
    write(draft, second, in_use=(first.record.id,))
    assert read_record(folder_of(draft), first.record.id) == first.record


def test_a_record_that_the_same_file_uses_stays(draft: Path) -> None:
    first = put(TEXT, result(["A"]))
    copied = after(TEXT, first)
    block = find_marks(copied).blocks[0].span.of(copied)
    copied += f"\r\n\\section{{Next}}\r\n{block}"
    draft.write_bytes(copied.encode())
    write_record(folder_of(draft), first.record, draft)
    write(draft, put(copied, result(["B"]), first.record))
    assert read_record(folder_of(draft), first.record.id) == first.record


def test_a_file_that_cannot_be_written_gets_no_record(draft: Path) -> None:
    placement = put(TEXT, result(["A"]))
    draft.chmod(0o444)
    with pytest.raises(WriteError):
        write(draft, placement)
    assert read_record(folder_of(draft), placement.record.id) is None


def test_a_file_that_has_changed_gets_no_record(draft: Path) -> None:
    placement = put(TEXT, result(["A"]))
    draft.write_bytes(b"changed")
    with pytest.raises(WriteError):
        change = change_of(draft, placement)
        write_change(change, expected=TEXT.encode(), folder=folder_of(draft))
    assert names(draft.parent) == {"main.tex"}


def test_a_damaged_record_stops_it(draft: Path) -> None:
    placement = put(TEXT, result(["A"]))
    folder_of(draft).mkdir()
    record_path(folder_of(draft), placement.record.id).write_text("{")
    with pytest.raises(SidecarError):
        write(draft, placement)
    assert draft.read_bytes() == TEXT.encode()


class Killed(BaseException):
    """The end of the program at a place of the test's choice."""


STEPS: list[tuple[object, str]] = [
    (os, "fsync"),
    (os, "open"),
    (Path, "mkdir"),
    (Path, "replace"),
    (Path, "unlink"),
    (Path, "chmod"),
    (Path, "read_bytes"),
]


@contextmanager
def killed_at(step: int, *, done: bool) -> Iterator[list[int]]:
    """Kill the program at its ``step``-th call of the file system, before or after it is done."""
    calls = [0]

    def counted(real: Callable[..., object]) -> Callable[..., object]:
        def call(*args: object, **kwargs: object) -> object:
            calls[0] += 1
            if calls[0] == step and not done:
                raise Killed
            value = real(*args, **kwargs)
            if calls[0] == step:
                raise Killed
            return value

        return call

    with pytest.MonkeyPatch.context() as patch:
        for owner, name in STEPS:
            patch.setattr(owner, name, counted(getattr(owner, name)))
        yield calls


@pytest.mark.parametrize("done", [False, True])
def test_killed_anywhere_it_loses_nothing(tmp_path: Path, done: bool) -> None:
    first = put(TEXT, result(["AB"]))
    before = after(TEXT, first).replace("Été", "L'été")
    second = put(before, result(["AC"]), first.record)
    final = after(before, second)
    step, finished = 0, False
    while not finished:
        step += 1
        draft = tmp_path / f"{step}" / "main.tex"
        draft.parent.mkdir()
        draft.write_bytes(before.encode())
        write_record(folder_of(draft), first.record, draft)
        with killed_at(step, done=done) as calls:
            with suppress(Killed):
                write(draft, second)
            finished = calls[0] < step
        now = draft.read_bytes().decode()
        assert now in (before, final)
        record = read_record(folder_of(draft), find_marks(now).blocks[0].id)
        assert record is not None
        again = put(now, result(["AC"]), record)
        write(draft, again)
        assert draft.read_bytes().decode() == final
        assert latex_of("C") in final
    assert step > 10
