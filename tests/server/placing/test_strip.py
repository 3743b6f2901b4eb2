"""Marks and folder taken away; the sentences and other people's files stay."""

from hashlib import sha256
from pathlib import Path

import pytest

from citeloom.placing.marks import begin_mark, end_mark
from citeloom.placing.record import record_of
from citeloom.placing.sidecar import NOTES, folder_of, write_record
from citeloom.placing.strip import remove_folder
from placing_samples import ORIGIN, after, put, result, strip_marks

ID = "0123456789"
RECORD = record_of(result(["A"]), ORIGIN)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_the_sentences_stay(line_end: str) -> None:
    lines = ["Text.", "", begin_mark(ID), "One.", "% mine", "Two.", end_mark(ID), "", "More."]
    kept = [line for line in lines if "citeloom" not in line]
    assert strip_marks(line_end.join(lines)) == line_end.join(kept)


def test_marks_that_do_not_pair_up_go_too() -> None:
    assert strip_marks(f"One.\n{begin_mark(ID)}\nTwo.\n{begin_mark(ID)}") == "One.\nTwo.\n"


def test_what_is_no_mark_of_ours_stays() -> None:
    text = f"One. {end_mark(ID)}\n% {begin_mark(ID)}\n% citeloom: ignore\n"
    assert strip_marks(text) == text


def test_after_it_the_text_is_as_if_the_author_had_written_it() -> None:
    text = "\\section{Related Work}\nText.\n\n\\section{Next}\n"
    written = after(text, put(text, result(["A", "B"])))
    assert strip_marks(written) == text.replace("Text.\n", f"Text.\n\n{result(['A', 'B']).latex}\n")


def test_the_folder_goes(tmp_path: Path) -> None:
    root = tmp_path / "main.tex"
    folder = folder_of(root)
    write_record(folder, RECORD, folder.parent / "main.tex")
    (folder / ".citeloom-0123456789abcdef.tmp").write_bytes(b"half")
    note = folder / "README.md"
    note.write_bytes(note.read_bytes().replace(b"\n", b"\r\n"))
    removed = remove_folder(root)
    assert {path.name for path in removed.ours} == {
        *NOTES,
        f"{RECORD.id}.json",
        ".citeloom-0123456789abcdef.tmp",
    }
    assert removed.foreign == ()
    assert not folder.exists()


def test_the_files_that_are_known_by_their_words_keep_them() -> None:
    # Other words here, and the folder of every draft written before could not be removed.
    assert {name: sha256(text.encode()).hexdigest()[:16] for name, text in NOTES.items()} == {
        "README.md": "b67f06b21f9615b2",
        ".gitattributes": "b1b81775b4cc0a0a",
    }


def test_other_files_stay_and_are_named(tmp_path: Path) -> None:
    root = tmp_path / "main.tex"
    folder = folder_of(root)
    write_record(folder, RECORD, folder.parent / "main.tex")
    (folder / "README.md").write_text("Our own notes.")
    (folder / "notes.json").write_text("{}")
    (folder / "0123456789.json").mkdir()
    removed = remove_folder(root)
    assert {path.name for path in removed.ours} == {f"{RECORD.id}.json", ".gitattributes"}
    assert {path.name for path in removed.foreign} == {
        "README.md",
        "notes.json",
        "0123456789.json",
    }
    assert (folder / "README.md").read_text() == "Our own notes."


def test_without_a_folder_there_is_nothing_to_do(tmp_path: Path) -> None:
    removed = remove_folder(tmp_path / "main.tex")
    assert (removed.ours, removed.foreign) == ((), ())
