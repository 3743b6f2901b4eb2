"""A record that a merge of two branches has left with both of its versions in it."""

from contextlib import suppress
from dataclasses import replace

from citeloom.placing.folding import fold
from citeloom.placing.record import Record
from citeloom.placing.record_json import RecordFormatError, record_from_json

_SIDES: dict[bytes, tuple[int, ...]] = {
    b"<<<<<<<": (0,),
    b"|||||||": (),
    b"=======": (1,),
    b">>>>>>>": (0, 1),
}
"""The versions that the lines after a conflict mark belong to. No line of a record begins so."""


def is_unmerged(data: bytes) -> bool:
    """Tell whether a merge has left conflict marks in a record's file."""
    return any(line[:7] in _SIDES for line in data.splitlines())


def merged_record(data: bytes, result_id: str, text: str) -> Record:
    """Return the version whose sentences stand in a text, with those of the other that do, too.

    Git takes the records that two branches have written in the place of one for the same file under
    two names, so that either may be in the file of either: ``result_id`` is that of the file.

    Raises
    ------
    RecordFormatError
        If no version can be read.
    """
    versions: tuple[list[bytes], list[bytes]] = ([], [])
    sides: tuple[int, ...] = (0, 1)
    for line in data.splitlines(keepends=True):
        if line[:7] in _SIDES:
            sides = _SIDES[line[:7]]
        else:
            for side in sides:
                versions[side].append(line)
    records: list[Record] = []
    for version in versions:
        with suppress(RecordFormatError):
            records.append(record_from_json(b"".join(version)))
    if not records:
        raise RecordFormatError("a merge left two versions in it, and none of them is whole")
    folded = fold(text)
    standing = [
        {key: it for it in record.sentences() if (key := fold(it.latex)) in folded}
        for record in records
    ]
    _, _, best = max(
        (len(found), record.id == result_id, -number)
        for number, (record, found) in enumerate(zip(records, standing, strict=True))
    )
    record = records[-best]
    own = {fold(it.latex) for it in record.sentences()}
    others = [it for found in standing for key, it in found.items() if key not in own]
    return replace(record, id=result_id, earlier=(*record.earlier, *others))
