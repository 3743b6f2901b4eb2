"""Records in ``.citeloom``, which co-authors and strangers can write, rule over nothing."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attacks import runner
from covering import slow_after

from projects import make_project, sample

PROJECT = sample("records")


def write(folder: Path, *more: str) -> runner.Outcome:
    return runner.citeloom("write", "main.tex", "--in-place", *more, folder=folder)


def written(folder: Path) -> Path:
    """Make a project whose related work is written; return the record of that."""
    make_project(folder, PROJECT)
    outcome = write(folder)
    assert outcome.code == 0, outcome.printed
    (record,) = (folder / ".citeloom").glob("*.json")
    return record


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def put(place: Path, kind: str) -> None:
    if kind == "file":
        place.write_text("mine")
    elif kind == "pipe":
        os.mkfifo(place)
    else:
        place.symlink_to(kind)


OUTSIDE = "with --outside"


@pytest.mark.parametrize(
    ("kind", "said"),
    slow_after(
        4,
        [
            ("file", "Not a directory"),
            ("pipe", "Not a directory"),
            ("../gone", OUTSIDE),
            ("../other/.citeloom", OUTSIDE),
            ("again", OUTSIDE),
            (".citeloom", ""),
            ("/dev/null", OUTSIDE),
        ],
    ),
)
def test_what_stands_in_the_place_of_the_folder_is_left(
    tmp_path: Path, kind: str, said: str
) -> None:
    written(tmp_path / "other")
    main = make_project(tmp_path / "project", PROJECT)
    main.with_name("again").symlink_to("../other/.citeloom")
    put(main.with_name(".citeloom"), kind)
    before = files(tmp_path)
    outcome = write(main.parent)
    assert outcome.code == 2
    assert ".citeloom" in outcome.err and said in outcome.err
    assert files(tmp_path) == before and not (tmp_path / "gone").exists()


@pytest.mark.parametrize("kind", slow_after(1, ["../other/.citeloom", "again", "/dev/null"]))
def test_strip_removes_no_folder_that_a_link_leads_to(tmp_path: Path, kind: str) -> None:
    written(tmp_path / "other")
    (records := written(tmp_path / "project").parent).rename(tmp_path / "away")
    (tmp_path / "project/again").symlink_to("../other/.citeloom")
    records.symlink_to(kind)
    before = files(tmp_path)
    outcome = runner.citeloom("strip", "main.tex", folder=tmp_path / "project")
    assert outcome.code == 2 and OUTSIDE in outcome.err
    assert files(tmp_path) == before


def test_strip_takes_what_is_ours_and_no_link_folder_or_stranger(tmp_path: Path) -> None:
    other = written(tmp_path / "other")
    record = written(tmp_path / "project")
    records = record.parent
    record.unlink()
    record.symlink_to(other)
    (records / "README.md").unlink()
    (records / "README.md").symlink_to(tmp_path / "other/main.tex")
    (records / "ffffffffff.json").symlink_to(tmp_path / "other/refs.bib")
    (records / "0123456789.json").mkdir()
    (records / "0123456789.json/mine").touch()
    (records / "ABCDEF0123.json").write_text("{}")
    os.link(other, records / "abcdefabcd.json")
    before = files(tmp_path / "other"), sorted(records.iterdir())
    outcome = runner.citeloom("strip", "main.tex", folder=tmp_path / "project")
    assert outcome.code == 0, outcome.printed
    assert "citeloom:begin" not in (tmp_path / "project/main.tex").read_text()
    assert files(tmp_path / "other") == before[0]
    removed = {path.name for path in before[1]} - {path.name for path in records.iterdir()}
    assert removed <= {"abcdefabcd.json", ".gitattributes"}
    assert (records / "0123456789.json/mine").exists() and record.is_symlink()


Change = Callable[[dict[str, Any]], Any]


def set_field(name: str, value: object) -> Change:
    return lambda record: record.update({name: value})


def set_in_sentence(name: str, value: object) -> Change:
    return lambda record: record["paragraphs"][0]["sentences"][0].update({name: value})


def set_in_evidence(name: str, value: object) -> Change:
    return lambda record: record["paragraphs"][0]["sentences"][0]["evidence"][0].update(
        {name: value}
    )


@pytest.mark.parametrize(
    ("change", "said"),
    slow_after(
        6,
        [
            (set_field("id", "../../main"), "the record of another result, ../../main"),
            (set_field("id", "\x1b]52;c;eA==\x07\nerror: forged"), "\\u001b]52;c;eA==\\u0007"),
            (set_field("version", 10**300), "newer version"),
            (set_field("version", True), "'version'"),
            (set_field("version", -1), "unknown format version -1"),
            (set_field("paragraphs", {"0": []}), "'paragraphs'"),
            (set_in_sentence("kind", "\x1b[31mx"), "is not a valid 'kind'"),
            (
                set_in_sentence("latex", "\ud800 \\input{/etc/passwd}"),
                "not the one that was written",
            ),
            (set_in_sentence("latex", "x " * 4_500_000), "not the one that was written"),
            (set_in_sentence("hash", "../../main"), "not the one that was written"),
            (set_in_evidence("score", float("nan")), "'score'"),
            (set_in_evidence("start", "9" * 5000), "'start'"),
        ],
    ),
    ids=lambda value: value[:20] if isinstance(value, str) else "",
)
def test_a_record_that_was_tampered_with_is_named_and_nothing_is_written(
    tmp_path: Path, change: Change, said: str
) -> None:
    record = written(tmp_path)
    values = json.loads(record.read_text())
    change(values)
    record.write_text(json.dumps(values))
    main = tmp_path / "main.tex"
    main.write_text(main.read_text().replace("for every bee", "for each bee"))
    before = files(tmp_path)
    outcome = write(tmp_path, "--seed", "3")
    assert outcome.code == 2 and record.name in outcome.err
    assert said in outcome.err and len(outcome.err) < 3000
    assert "\x1b" not in outcome.err and "\nerror: forged" not in outcome.err
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    ("data", "said"),
    slow_after(5, [
        (b"[" * 9_000_000, "it is not JSON"),
        (b'{"a":' * 1_500_000, "it is not JSON"),
        (b'{"version": 1, "version": 2}', "newer version"),
        (b'{"version": %s}' % (b"9" * 6000), "it is not JSON"),
        (b'{"version": 1e999}', "'version'"),
        (b'{"version": 1}\0', "it is not JSON"),
        ('{"version": 1}'.encode("utf-16"), "it is not JSON"),
        (b"", "it is not JSON"),
        (b"null", ""),
        (b'"' + b"\\ud800" * 100_000 + b'"', ""),
    ]),
    ids=["deep", "deep objects", "twice", "digits", "inf", "NUL", "UTF-16", "", "null", "lone"],
)  # fmt: skip
def test_a_record_that_is_none_is_named_and_nothing_is_written(
    tmp_path: Path, data: bytes, said: str
) -> None:
    record = written(tmp_path)
    record.write_bytes(data)
    before = files(tmp_path)
    outcome = write(tmp_path, "--seed", "3")
    assert outcome.code == 2 and record.name in outcome.err
    assert said in outcome.err and len(outcome.err) < 3000
    assert files(tmp_path) == before


MARKS = {
    "a path": "% citeloom:begin ../../../other/main\nText.\n% citeloom:end ../../../other/main\n",
    "digits of another script": "% citeloom:begin ٠١٢٣٤٥٦٧٨٩\nText.\n% citeloom:end ٠١٢٣٤٥٦٧٨٩\n",
    "no end": "% citeloom:begin 0123456789\n" * 20_000,
    "no beginning": "% citeloom:end 0123456789\n" * 20_000,
    "within each other": "% citeloom:begin 0123456789\n% citeloom:begin abcdefabcd\nText.\n"
    "% citeloom:end 0123456789\n% citeloom:end abcdefabcd\n",
}


@pytest.mark.parametrize("marks", slow_after(3, MARKS))
def test_marks_that_no_run_made_lead_to_no_file(tmp_path: Path, marks: str) -> None:
    written(tmp_path / "other")
    text = PROJECT.replace("\\bibliography", MARKS[marks] + "\\bibliography")
    main = make_project(tmp_path / "project/a/b", text)
    (main.parent / ".citeloom").mkdir()
    before = files(tmp_path / "other")
    outcome = runner.citeloom("check", "main.tex", "--json", folder=main.parent)
    assert outcome.code < 2 and len(outcome.out) < 200_000, outcome.printed[:2000]
    outcome = runner.citeloom("strip", "main.tex", folder=main.parent)
    assert outcome.code < 3, outcome.printed[:2000]
    write(main.parent)
    assert files(tmp_path / "other") == before
