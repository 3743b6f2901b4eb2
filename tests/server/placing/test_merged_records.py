"""Records of two branches that git has merged."""

import shutil
import subprocess
from pathlib import Path

import pytest

from citeloom.placing.record import Record, record_of
from citeloom.placing.sidecar import (
    folder_of,
    is_left_by_merge,
    read_record,
    record_path,
    remove_record,
    write_record,
)
from placing_samples import ORIGIN, result

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

BASE, OURS, THEIRS = (
    record_of(result(["AB", f"C{name}D", "E"]), ORIGIN) for name in ("X", "Y", "Z")
)


def git(folder: Path, *arguments: str) -> int:
    own = ["-c", "user.name=A", "-c", "user.email=a@b", "-c", "core.autocrlf=false"]
    command = ["git", "-C", str(folder), *own, *arguments]
    return subprocess.run(command, check=False, capture_output=True).returncode


def merged(draft: Path, attributes: bool) -> Path:
    """Rewrite a text on two branches and merge these; return the folder of records."""
    folder = folder_of(draft)
    git(draft.parent, "init", "-q", "-b", "main")
    write_record(folder, BASE, draft)
    if not attributes:
        (folder / ".gitattributes").write_text("", "utf-8")
    git(draft.parent, "add", "-A")
    git(draft.parent, "commit", "-q", "-m", "base")
    for branch, record in (("ours", OURS), ("theirs", THEIRS)):
        git(draft.parent, "checkout", "-q", "-b", branch, "main")
        write_record(folder, record, draft)
        remove_record(folder, BASE.id)
        git(draft.parent, "add", "-A")
        git(draft.parent, "commit", "-q", "-m", branch)
    git(draft.parent, "checkout", "-q", "ours")
    assert git(draft.parent, "merge", "theirs") == 1
    return folder


@pytest.mark.parametrize("record", [OURS, THEIRS], ids=["ours", "theirs"])
def test_the_version_whose_sentences_stand_in_the_text_counts(
    tmp_path: Path, record: Record
) -> None:
    draft = tmp_path / "main.tex"
    folder = merged(draft, attributes=False)
    text = "\n".join(it.latex for it in record.sentences())
    for name in (OURS.id, THEIRS.id):
        assert is_left_by_merge(folder, name)
        found = read_record(folder, name, text)
        assert found is not None
        assert (found.id, found.paragraphs, found.earlier) == (name, record.paragraphs, ())
    write_record(folder, record, draft)
    assert not is_left_by_merge(folder, record.id)
    assert read_record(folder, record.id) == record


def test_sentences_of_the_other_version_that_stand_in_the_text_keep_their_sources(
    tmp_path: Path,
) -> None:
    folder = merged(tmp_path / "main.tex", attributes=False)
    (other,) = (it for it in THEIRS.sentences() if it.latex.startswith("Z"))
    text = "\n".join(it.latex for it in (*OURS.sentences(), other))
    found = read_record(folder, OURS.id, text)
    assert found is not None
    assert (found.paragraphs, found.earlier) == (OURS.paragraphs, (other,))


def test_git_leaves_each_record_whole_where_the_folder_says_so(tmp_path: Path) -> None:
    folder = merged(tmp_path / "main.tex", attributes=True)
    for record in (OURS, THEIRS):
        assert read_record(folder, record.id) == record
        assert not is_left_by_merge(folder, record.id)
    assert record_path(folder, OURS.id).exists()
