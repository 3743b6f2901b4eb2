"""The style of a .bib file, looked at once for any number of changes of its entries."""

from collections import Counter
from itertools import islice

from citeloom_latex.bib.entry import Entry
from citeloom_latex.bib.facts import BibFacts
from citeloom_latex.bib.style import BibStyle, has_bare_years, style_of, with_own_style

_ENTRIES_LOOKED_AT = 300


class FileStyle:
    """The habits of a file, and the order of the fields in its entries.

    The file may be changed meanwhile: this is the style that it had.
    """

    def __init__(self, text: str, facts: BibFacts) -> None:
        self._entries = list(islice(facts.entries, _ENTRIES_LOOKED_AT))
        self._style = style_of(text, facts)
        self._has_bare_years = has_bare_years(text, self._entries)
        self._votes: dict[str, Counter[str]] = {}

    def of_entry(self, text: str, entry: Entry) -> BibStyle:
        """Return the style of an entry of a text: its own habits, then those of the file."""
        return with_own_style(self._style, text, entry, bare_years=self._has_bare_years)

    def place(self, entry: Entry, name: str) -> int:
        """Return the number of a new field among those of an entry, as in the other entries."""
        if name not in self._votes:
            self._votes[name] = self._fields_behind(name)
        votes = self._votes[name]
        return next(
            (number for number, field in enumerate(entry.fields) if votes[field.name] > 0),
            len(entry.fields),
        )

    def _fields_behind(self, name: str) -> Counter[str]:
        """Count for each field how much more often it stands behind another one than before it."""
        votes: Counter[str] = Counter()
        for entry in self._entries:
            names = [field.name for field in entry.fields]
            if name in names:
                place = names.index(name)
                votes.subtract(names[:place])
                votes.update(names[place + 1 :])
        return votes
