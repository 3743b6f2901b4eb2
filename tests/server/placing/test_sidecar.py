"""The folder of records: written in one step, read with care, never overwritten blindly."""

import json
import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tabled import tabled

from citeloom.methods.result import SentenceKind
from citeloom.placing.record import (
    Origin,
    Record,
    RecordedEvidence,
    RecordedParagraph,
    RecordedSentence,
    record_of,
)
from citeloom.placing.record_json import RecordFormatError, record_from_json, record_to_json
from citeloom.placing.sidecar import (
    NOTES,
    SidecarError,
    folder_of,
    read_record,
    record_path,
    write_record,
)
from placing_samples import ORIGIN, result

RECORD = record_of(result(["AB", "C"]), ORIGIN)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_what_a_record_holds() -> None:
    value = json.loads(record_to_json(RECORD))
    assert {name: value[name] for name in ("version", "id", "method", "seed", "made_from")} == {
        "version": 1,
        "id": RECORD.id,
        "method": "extractive",
        "seed": 0,
        "made_from": "1f2e",
    }
    assert [len(paragraph["sentences"]) for paragraph in value["paragraphs"]] == [2, 1]
    sentence = value["paragraphs"][0]["sentences"][0]
    assert sentence == {
        "latex": r"A does it~\citep{key1}.",
        "hash": sentence["hash"],
        "kind": "statement",
        "keys": ["key1"],
        "evidence": [
            {
                "key": "key1",
                "paper": "p1",
                "source": "abstract",
                "sentence": "A did it.",
                "start": 0,
                "end": 9,
                "score": 0.75,
                "verdict": "unjudged",
            }
        ],
    }


def test_the_id_is_that_of_the_text_alone() -> None:
    again = record_of(result(["AB", "C"]), Origin("another", 7, "made from something else"))
    assert again.id == RECORD.id
    others = {record_of(result(one), ORIGIN).id for one in (["ABC"], ["A", "BC"], ["AB"], ["BAC"])}
    assert len(others | {RECORD.id}) == 5


def test_written_and_read(tmp_path: Path) -> None:
    folder = folder_of(tmp_path / "main.tex")
    assert folder == tmp_path / ".citeloom"
    assert read_record(folder, RECORD.id) is None
    write_record(folder, RECORD, folder.parent / "main.tex")
    assert read_record(folder, RECORD.id) == RECORD
    assert files(folder) == {
        f"{RECORD.id}.json": record_to_json(RECORD),
        **{name: text.encode() for name, text in NOTES.items()},
    }


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
@tabled(least=5)
def test_who_cannot_read_a_draft_cannot_read_its_records(
    tmp_path: Path, of_draft: int, of_record: int, of_folder: int
) -> None:
    draft = tmp_path / "main.tex"
    draft.write_text("x")
    draft.chmod(of_draft)
    folder = folder_of(draft)
    before = os.umask(0)
    try:
        write_record(folder, RECORD, draft)
    finally:
        os.umask(before)
    modes = {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
    assert (modes, stat.S_IMODE(folder.stat().st_mode)) == ({of_record}, of_folder)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_a_record_of_a_draft_that_became_private_is_private_when_it_is_written_again(
    tmp_path: Path,
) -> None:
    draft = tmp_path / "main.tex"
    draft.write_text("x")
    folder = folder_of(draft)
    path = record_path(folder, RECORD.id)
    draft.chmod(0o644)
    write_record(folder, replace(RECORD, origin=replace(ORIGIN, seed=2)), draft)
    draft.chmod(0o600)
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    write_record(folder, RECORD, draft)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_same_record_changes_no_byte(tmp_path: Path) -> None:
    write_record(tmp_path, RECORD, tmp_path / "main.tex")
    path = record_path(tmp_path, RECORD.id)
    with_crlf = path.read_bytes().replace(b"\n", b"\r\n")
    path.write_bytes(with_crlf)
    (tmp_path / "README.md").write_text("My own note.")
    write_record(tmp_path, RECORD, tmp_path / "main.tex")
    assert path.read_bytes() == with_crlf
    assert (tmp_path / "README.md").read_text() == "My own note."


# This file was written by version 0.1.0, which read and wrote every field by hand.
OLD_FILE = Path(__file__).with_name("record_of_0_1_0.json").read_bytes()
OLD_RECORD = Record(
    "0123456789",
    Origin("chatcite", 7, "1f2e", "citeloom 0.1.0"),
    (
        RecordedParagraph(
            "Bäume",
            (
                RecordedSentence(
                    "A does “it”~\\citep{key1}.",
                    SentenceKind.STATEMENT,
                    ("key1",),
                    (
                        RecordedEvidence(
                            "key1", "p1", "abstract", "A did it.", 0, 9, 0.75, "unjudged"
                        ),
                        RecordedEvidence(
                            "key1", "p1", "citing", "A does.", 4, 11, 1.0, "supported", "p2", "key2"
                        ),
                    ),
                ),
            ),
        ),
    ),
    (RecordedSentence("\ud800 mine.", SentenceKind.AUTHOR, (), ()),),
)


def test_versions_read_and_write_each_others_files() -> None:
    assert record_from_json(OLD_FILE) == OLD_RECORD
    assert record_to_json(OLD_RECORD) == OLD_FILE


def test_what_a_later_version_adds_is_left_out() -> None:
    value = {**json.loads(OLD_FILE), "of_the_future": 1}
    value["earlier"][0]["more"] = []
    assert record_from_json(json.dumps(value).encode()) == OLD_RECORD


@tabled(least=8)
def test_a_field_that_is_missing_or_of_another_type_is_named(name: str) -> None:
    value = json.loads(OLD_FILE)
    for wrong in (None, True, 0.5, {}):
        with pytest.raises(RecordFormatError, match=f"'{name}'"):
            record_from_json(json.dumps({**value, name: wrong}).encode())
    del value[name]
    with pytest.raises(RecordFormatError, match=f"'{name}' is missing"):
        record_from_json(json.dumps(value).encode())


@pytest.mark.parametrize(
    "name", ["key", "paper", "source", "sentence", "start", "end", "score", "verdict"]
)
def test_a_field_of_evidence_that_is_missing_or_of_another_type_is_named(name: str) -> None:
    value = json.loads(OLD_FILE)
    (evidence, _) = value["paragraphs"][0]["sentences"][0]["evidence"]
    for wrong in (None, True, [], "0" if name in {"start", "end", "score"} else 0):
        evidence[name] = wrong
        with pytest.raises(RecordFormatError, match=f"'{name}'"):
            record_from_json(json.dumps(value).encode())
    del evidence[name]
    with pytest.raises(RecordFormatError, match=f"'{name}' is missing"):
        record_from_json(json.dumps(value).encode())


def changed(**fields: object) -> bytes:
    return json.dumps({**json.loads(record_to_json(RECORD)), **fields}).encode()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not JSON"),
        (b"<<<<<<< HEAD\n{}", "a merge left two versions"),
        (b"\xff\xfe", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "'version'"),
        (b'{"version": true}', "'version'"),
        (changed(version=2), "newer version"),
        (changed(version=0), "version 0"),
        (changed(id="0123456789"), "another result"),
        (changed(seed="0"), "'seed'"),
        (changed(paragraphs={}), "'paragraphs'"),
        (changed(earlier=[{}]), "'kind'"),
        (record_to_json(RECORD).replace(b"A does", b"A did"), "A did it"),
        (record_to_json(RECORD).replace(b"statement", b"question"), "question"),
        (record_to_json(RECORD).replace(b"0.75", b"NaN"), "'score'"),
        (record_to_json(RECORD).replace(b'"key1"\n', b"1\n"), "citation key"),
    ],
)
def test_a_damaged_or_newer_record_is_named_and_left_alone(
    tmp_path: Path, data: bytes, why: str
) -> None:
    path = record_path(tmp_path, RECORD.id)
    path.write_bytes(data)
    for action in (
        lambda: read_record(tmp_path, RECORD.id),
        lambda: write_record(tmp_path, RECORD, tmp_path / "main.tex"),
    ):
        with pytest.raises(SidecarError, match=why) as caught:
            action()
        assert str(path) in str(caught.value)
    assert path.read_bytes() == data


def test_a_folder_in_its_place_is_named(tmp_path: Path) -> None:
    record_path(tmp_path, RECORD.id).mkdir()
    with pytest.raises(SidecarError, match="cannot be read"):
        read_record(tmp_path, RECORD.id)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes among its files")
def test_a_pipe_in_its_place_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(record_path(tmp_path, RECORD.id))
    with pytest.raises(SidecarError, match="is a pipe, not a file"):
        read_record(tmp_path, RECORD.id)


@pytest.mark.parametrize("result_id", ["", "../0123456", "0123456789/", "ABCDEF0123"])
def test_what_is_no_id_is_no_path(tmp_path: Path, result_id: str) -> None:
    with pytest.raises(ValueError, match="not a result id"):
        record_path(tmp_path, result_id)


any_text = st.text(st.characters(), max_size=5)
scores = st.floats(0, 1)
evidence = st.builds(
    RecordedEvidence,
    any_text, any_text, any_text, any_text, st.integers(0), st.integers(0), scores, any_text,
    any_text, any_text,
)  # fmt: skip
recorded = st.builds(
    RecordedSentence,
    any_text,
    st.sampled_from(SentenceKind),
    st.lists(any_text, max_size=2).map(tuple),
    st.lists(evidence, max_size=2).map(tuple),
)
records = st.builds(
    Record,
    any_text,
    st.builds(Origin, any_text, st.integers(), any_text, any_text),
    st.lists(
        st.builds(RecordedParagraph, any_text, st.lists(recorded, max_size=2).map(tuple)),
        max_size=2,
    ).map(tuple),
    st.lists(recorded, max_size=2).map(tuple),
)


@given(records)
def test_every_record_comes_back(record: Record) -> None:
    data = record_to_json(record)
    assert record_from_json(data) == record
    assert data.decode("utf-8").endswith("}\n")


@given(st.binary(max_size=20), st.integers(0, 2000))
def test_any_damage_is_an_error_or_makes_another_whole_record(damage: bytes, at: int) -> None:
    data = record_to_json(RECORD)
    try:
        read = record_from_json(data[:at] + damage + data[at + len(damage) :])
    except RecordFormatError:
        return
    assert record_from_json(record_to_json(read)) == read


def test_a_record_keeps_that_its_text_is_from_titles() -> None:
    record = replace(RECORD, origin=replace(RECORD.origin, from_titles=True))
    data = record_to_json(record)
    assert json.loads(data)["from_titles"] is True
    assert record_from_json(data) == record
    assert "from_titles" not in json.loads(record_to_json(RECORD))


def test_a_record_keeps_the_outline_that_its_text_follows() -> None:
    outline = ("Trees", "  - ash", "  + yew")
    record = replace(RECORD, origin=replace(RECORD.origin, outline=outline))
    data = record_to_json(record)
    assert json.loads(data)["outline"] == list(outline)
    assert record_from_json(data) == record
    assert "outline" not in json.loads(record_to_json(RECORD))
