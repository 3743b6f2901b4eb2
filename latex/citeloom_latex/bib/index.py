"""The index of a BibTeX text: its entries without their fields."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from citeloom_latex.bib.body import Body
from citeloom_latex.bib.entry import Entry
from citeloom_latex.bib.grammar import SOUND_BODY
from citeloom_latex.bib.survey import Survey, survey_of
from citeloom_latex.spans import Span


@dataclass(frozen=True, slots=True)
class StringDefinition:
    """A ``@string``: ``name`` in lower case, the value's range as in a field."""

    name: str
    name_span: Span
    value_span: Span
    span: Span


@dataclass(frozen=True, slots=True)
class BibProblem:
    """Something malformed: where it is and what is wrong, in words for the author."""

    span: Span
    message: str


class OtherEntry(NamedTuple):
    """An entry that had to be read to find its end: where its key begins, and its fields."""

    key_start: int
    body: Body


@dataclass(slots=True)
class Index:
    """What stands in a text: its entries, the strings, and what is malformed elsewhere.

    Of entry ``n``, ``starts[n]`` and ``ends[n]`` are the range, and ``heads[n]`` what it begins
    with up to its key: the ``@``, its type, the opening brace, the key, and space between them.
    Where ``others`` has the entry, the head is put together, and it says where the key stands.
    (Columns, because ten thousand tuples take as long to make as all else that is here.)
    """

    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)
    others: dict[int, OtherEntry] = field(default_factory=dict)
    strings: list[StringDefinition] = field(default_factory=list)
    problems: list[BibProblem] = field(default_factory=list)
    _complaints: tuple[BibProblem, ...] | None = field(default=None, compare=False, repr=False)
    _complaining: tuple[int, ...] | None = field(default=None, compare=False, repr=False)
    _survey: Survey | None = field(default=None, compare=False, repr=False)

    def keys(self) -> Iterator[str]:
        """Yield the keys of all entries."""
        for head in self.heads:
            yield head.partition("{")[2].lstrip()

    def entry(self, number: int, text: str, start: int, shift: int) -> Entry:
        """Make an entry, for a text in which what was read stands at ``start``.

        It stands in ``text`` too, ``shift`` code points further to the front.
        """
        type_, _, key = (head := self.heads[number]).partition("{")
        key = key.lstrip()
        at = self.starts[number]
        key_start, body = at + len(head) - len(key), None
        if other := self.others.get(number):
            key_start, body = other.key_start, other.body.shifted(start)
        return Entry(
            _type_of(type_),
            key,
            start + key_start,
            start + at,
            start + self.ends[number],
            text,
            shift,
            body,
        )

    def complaints(self, text: str, begin: int) -> tuple[BibProblem, ...]:
        """Return the problems of the entries, at most one for each.

        ``text`` has what was read at ``begin``. All entries are looked through for that, once: a
        part of a text keeps its index when something else is edited.
        """
        # Two threads may both read here; they read the same, and either result will do.
        found = self._complaints
        if found is None:
            doubtful = self._complaining
            if doubtful is None:
                doubtful = tuple(self._doubtful(text, begin))
            complaints = {
                number: BibProblem(entry.span, complaint)
                for number in doubtful
                if (complaint := (entry := self.entry(number, text, 0, -begin)).complaint)
            }
            self._complaining = tuple(complaints)
            found = self._complaints = tuple(complaints.values())
        return found

    def complaining(self, text: str, begin: int) -> tuple[int, ...]:
        """Return the numbers of the entries that have a complaint."""
        self.complaints(text, begin)
        assert self._complaining is not None
        return self._complaining

    def remember(self, survey: Survey, complaining: tuple[int, ...]) -> None:
        """Take over what another reading of the same text has found out."""
        self._survey, self._complaining = survey, complaining

    def _doubtful(self, text: str, begin: int) -> Iterator[int]:
        """Yield the entries that must be read field by field to know what is wrong with them."""
        is_sound = SOUND_BODY.fullmatch
        for number, (start, end, head) in enumerate(
            zip(self.starts, self.ends, self.heads, strict=True)
        ):
            if number in self.others or not is_sound(text, begin + start + len(head), begin + end):
                yield number

    def survey(self, text: str, begin: int) -> Survey:
        """Return what must be known of all entries; ``text`` has what was read at ``begin``."""
        found = self._survey
        if found is None:
            found = self._survey = survey_of(text, begin, self.starts, self.ends)
        return found


@lru_cache(maxsize=1024)
def _type_of(before_brace: str) -> str:
    return before_brace[1:].rstrip().lower()
