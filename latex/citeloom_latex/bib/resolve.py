"""Field values of entries with strings put in, parts joined and inherited fields filled in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from citeloom_latex.bib.facts import BibFacts, Entry


@dataclass(frozen=True)
class ResolvedEntry:
    """An entry with its values.

    ``values`` maps field names (lower case) to LaTeX without delimiters: strings and months put
    in, concatenations joined, fields inherited by ``crossref`` and ``xdata``. ``inherited``
    names the fields that came from another entry; ``file`` is the index of the text that the
    entry stands in, among those given.
    """

    entry: Entry
    file: int
    values: Mapping[str, str]
    inherited: frozenset[str] = frozenset()


def resolve(files: Sequence[tuple[str, BibFacts]]) -> tuple[ResolvedEntry, ...]:
    """Resolve all entries of the .bib texts of one project, in order, duplicates included."""
    raise NotImplementedError
