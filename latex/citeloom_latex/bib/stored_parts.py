"""What was read of a BibTeX text as bytes, so that another process need not look through the text.

Only numbers are written: what the entries say stands in the text alone.
"""

import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from citeloom_latex.bib.index import Index
from citeloom_latex.bib.indexing import index_of
from citeloom_latex.bib.survey import Survey

_NUMBER = next(code for code in "IL" if array(code).itemsize == 4)


@dataclass(frozen=True, slots=True)
class ReadPart:
    """A part of a text, of so many characters, with its index."""

    length: int
    index: Index


class _Columns(NamedTuple):
    """A row for each part, for each entry of the usual parts, and for some entries of all."""

    lengths: "array[int]"
    counts: "array[int]"
    strings: "array[int]"
    unusual: "array[int]"
    """The parts of which more must be known than where their entries stand: they are read anew."""
    starts: "array[int]"
    ends: "array[int]"
    heads: "array[int]"
    naming: "array[int]"
    joining: "array[int]"
    joins: "array[int]"
    complaining: "array[int]"


def pack_parts(text: str, parts: Iterable[ReadPart]) -> bytes:
    """Return the parts of a text as bytes; all entries are looked through for that."""
    columns = _Columns(*(array(_NUMBER) for _ in _Columns._fields))
    begin = first = 0
    for number, part in enumerate(parts):
        index = part.index
        survey = index.survey(text, begin)
        columns.lengths.append(part.length)
        columns.counts.append(len(index.starts))
        columns.strings.append(survey.strings)
        if index.others or index.strings or index.problems:
            columns.unusual.append(number)
        else:
            columns.starts.extend(index.starts)
            columns.ends.extend(index.ends)
            columns.heads.extend(map(len, index.heads))
        columns.naming.extend(first + entry for entry in survey.naming)
        columns.joining.extend(first + entry for entry, _ in survey.joins)
        columns.joins.extend(count for _, count in survey.joins)
        columns.complaining.extend(first + entry for entry in index.complaining(text, begin))
        begin += part.length
        first += len(index.starts)
    sizes = array(_NUMBER, map(len, columns))
    return b"".join(_in_file_order(column).tobytes() for column in (sizes, *columns))


def unpack_parts(text: str, packed: bytes) -> list[ReadPart] | None:
    """Return the parts of a text from their packed form; None if that is of another text."""
    columns = _columns_of(packed)
    if columns is None or sum(columns.lengths) != len(text):
        return None
    unusual = set(columns.unusual)
    surveys = _Surveys(columns)
    parts: list[ReadPart] = []
    begin = first = row = 0
    for number, (length, count) in enumerate(zip(columns.lengths, columns.counts, strict=True)):
        if number in unusual:
            index = index_of(text[begin : begin + length])
            if len(index.starts) != count:
                return None
        else:
            rows = slice(row, row + count)
            row += count
            starts = columns.starts[rows].tolist()
            heads = [
                text[begin + start : begin + start + size]
                for start, size in zip(starts, columns.heads[rows], strict=True)
            ]
            index = Index(starts, columns.ends[rows].tolist(), heads)
        index.remember(*surveys.survey(first, count, columns.strings[number]))
        parts.append(ReadPart(length, index))
        begin += length
        first += count
    return parts


def _columns_of(packed: bytes) -> _Columns | None:
    size = array(_NUMBER).itemsize
    if len(packed) % size:
        return None
    numbers = _in_file_order(array(_NUMBER, packed))
    sizes, at = numbers[: len(_Columns._fields)], len(_Columns._fields)
    if len(sizes) < at or at + sum(sizes) != len(numbers):
        return None
    found = []
    for count in sizes:
        found.append(numbers[at : at + count])
        at += count
    columns = _Columns(*found)
    parts, rows = len(columns.lengths), len(columns.starts)
    fits = parts == len(columns.counts) == len(columns.strings)
    fits = fits and rows == len(columns.ends) == len(columns.heads)
    return columns if fits and len(columns.joining) == len(columns.joins) else None


class _Surveys:
    """The surveys of the parts; ask for them in the parts' order."""

    def __init__(self, columns: _Columns) -> None:
        self._naming = _InOrder(columns.naming)
        self._joining = _InOrder(columns.joining)
        self._joins = columns.joins
        self._complaining = _InOrder(columns.complaining)

    def survey(self, first: int, count: int, strings: int) -> tuple[Survey, tuple[int, ...]]:
        """Return the survey of a part, and the numbers of its entries that have a complaint."""
        end = first + count
        naming = tuple(entry - first for _, entry in self._naming.until(end))
        joins = tuple((entry - first, self._joins[row]) for row, entry in self._joining.until(end))
        complaining = tuple(entry - first for _, entry in self._complaining.until(end))
        return Survey(naming, joins, strings), complaining


class _InOrder:
    """Ascending numbers, taken piece by piece."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = numbers
        self._taken = 0

    def until(self, end: int) -> Iterator[tuple[int, int]]:
        """Yield the numbers below ``end`` that were not taken yet, each with its place."""
        while self._taken < len(self._numbers) and self._numbers[self._taken] < end:
            yield self._taken, self._numbers[self._taken]
            self._taken += 1


def _in_file_order(numbers: "array[int]") -> "array[int]":
    """Return numbers in the order of bytes that files have, or from it in the machine's own."""
    if sys.byteorder == "big":
        numbers = array(_NUMBER, numbers)
        numbers.byteswap()
    return numbers
