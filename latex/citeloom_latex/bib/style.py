"""The style of a .bib file, so that new fields and entries fit in."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import TypeVar

from citeloom_latex.bib.entry import Entry
from citeloom_latex.bib.facts import BibFacts
from citeloom_latex.bib.field import Field

_ENTRIES_LOOKED_AT = 300
_SPACE = " \t\r\n"

Habit = TypeVar("Habit")


@dataclass(frozen=True, slots=True)
class BibStyle:
    """The habits of a file: what most of its entries do.

    ``before_field`` stands before the name of a field: a line end with its indent, or a space
    where entries stand on one line; ``before_end`` before the closing brace; ``between`` between
    two entries. ``before_equals`` and ``after_equals`` are the least space around ``=``;
    ``equals_column`` and ``value_column`` say how many characters behind the beginning of a name
    the equals sign or the value stands in every field, or 0 where they are not aligned.
    """

    line_end: str = "\n"
    before_field: str = "\n  "
    before_end: str = "\n"
    between: str = "\n\n"
    before_equals: str = " "
    after_equals: str = " "
    equals_column: int = 0
    value_column: int = 0
    quoted: bool = False
    bare_numbers: bool = False
    trailing_comma: bool = True
    upper_types: bool = False
    upper_names: bool = False
    title_names: bool = False
    sorted_keys: bool = False

    def field(self, name: str, value: str) -> str:
        """Return a field in the style of the file; ``value`` includes its delimiters."""
        if self.upper_names or self.title_names:
            name = name.upper() if self.upper_names else name.title()
        left = name.ljust(self.equals_column - len(self.before_equals)) + self.before_equals + "="
        return left.ljust(self.value_column - len(self.after_equals)) + self.after_equals + value

    def value(self, latex: str) -> str:
        """Return a value with the delimiters that the file would give it."""
        if self.bare_numbers and latex.isdecimal() and latex.isascii():
            return latex
        return f'"{latex}"' if self.quoted and '"' not in latex else f"{{{latex}}}"


def style_of(text: str, facts: BibFacts) -> BibStyle:
    """Return the habits of a file."""
    entries = [entry for entry in islice(facts.entries, _ENTRIES_LOOKED_AT) if entry.whole]
    gaps = [text[first.end : second.start] for first, second in pairwise(entries)]
    openings = [text[entry.start + 1 : entry.key_start].rstrip("{( \t\r\n") for entry in entries]
    line_end = "\r\n" if "\r\n" in text else "\n" if "\n" in text or "\r" not in text else "\r"
    own = BibStyle(
        line_end,
        f"{line_end}  ",
        line_end,
        _most((gap for gap in gaps if line_end in gap and not gap.strip(_SPACE)), line_end * 2),
        upper_types=_most((opening.isupper() for opening in openings), False),
        sorted_keys=_is_sorted([key.lower() for key in facts.entries.keys()]),  # noqa: SIM118
    )
    return _with_habits(own, text, entries)


def with_own_style(style: BibStyle, text: str, entry: Entry, *, bare_years: bool) -> BibStyle:
    """Return a file's style for one of its entries, whose own habits come first.

    ``bare_years``: whether most years of the file have no delimiters. ``text`` is the one that the
    entry is of.
    """
    if not entry.fields:
        return style
    own = _with_habits(style, text, [entry])
    return replace(own, bare_numbers=own.bare_numbers or bare_years)


def has_bare_years(text: str, entries: Sequence[Entry]) -> bool:
    """Tell whether most years of entries have no delimiters."""
    whole = (entry for entry in entries if entry.whole)
    years = [field for entry in whole if (field := entry.field("year"))]
    bare = sum(text[year.value_start].isdecimal() for year in years)
    return 2 * bare > len(years)


def _with_habits(style: BibStyle, text: str, entries: Sequence[Entry]) -> BibStyle:
    """Return a style with what most of these entries do inside of them."""
    fields = [field for entry in entries for field in entry.fields]
    ends = [text[entry.fields[-1].value_end : entry.end - 1] for entry in entries if entry.fields]
    names = [text[field.name_start : field.name_end] for field in fields]
    around = [_around_equals(text, field) for field in fields]
    first_values = [text[field.value_start] for field in fields]
    return replace(
        style,
        before_field=_most(
            (_space_before(text, field.name_start) for field in fields), style.before_field
        ),
        before_end=_most((_space_before(end, len(end)) for end in ends), style.before_end),
        before_equals=min((before for before, _ in around), key=len, default=" "),
        after_equals=min((after for _, after in around), key=len, default=" "),
        equals_column=_column(fields, [len(before) for before, _ in around]),
        value_column=_column(fields, [field.value_start - field.name_end for field in fields]),
        quoted=first_values.count('"') > first_values.count("{"),
        bare_numbers=any(value.isdecimal() for value in first_values),
        trailing_comma=_most(("," in end for end in ends), True),
        upper_names=_most((name.isupper() for name in names), False),
        title_names=_most((name.istitle() and not name.isupper() for name in names), False),
    )


def _most(found: Iterable[Habit], default: Habit) -> Habit:
    counted = Counter(found)
    return counted.most_common(1)[0][0] if counted else default


def _space_before(text: str, offset: int) -> str:
    start = offset
    while start > 0 and text[start - 1] in _SPACE:
        start -= 1
    return text[start:offset]


def _around_equals(text: str, field: Field) -> tuple[str, str]:
    before, _, after = text[field.name_end : field.value_start].partition("=")
    return before, after


def _column(fields: Sequence[Field], gaps: Sequence[int]) -> int:
    """Return where something stands behind the beginnings of names; 0 if at various places."""
    lengths = [field.name_end - field.name_start for field in fields]
    columns = Counter(length + gap for length, gap in zip(lengths, gaps, strict=True))
    if len(set(lengths)) < 2 or len(set(gaps)) < 2:
        return 0
    column, count = columns.most_common(1)[0]
    return column if count > 0.8 * len(fields) else 0


def _is_sorted(keys: Sequence[str]) -> bool:
    return len(keys) > 2 and all(first <= second for first, second in pairwise(keys))
