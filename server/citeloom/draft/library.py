"""The entries of a project's .bib files, by their keys."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from citeloom.draft.document import Bibliography
from citeloom.draft.search import Search
from citeloom_latex.bib.resolve import ResolvedEntry, resolve


@dataclass(frozen=True)
class Library:
    """Some .bib files in the order in which a project names them."""

    bibliographies: tuple[Bibliography, ...]

    @cached_property
    def entries(self) -> tuple[ResolvedEntry, ...]:
        """All entries, in order, duplicates included."""
        return resolve([(bib.text, bib.facts) for bib in self.bibliographies])

    @cached_property
    def entry_of(self) -> Mapping[str, ResolvedEntry]:
        """The entry of each key; the first one counts where there are several."""
        found: dict[str, ResolvedEntry] = {}
        for entry in self.entries:
            for key in (entry.entry.key, *_aliases(entry)):
                found.setdefault(key, entry)
        return found

    @cached_property
    def folded(self) -> Mapping[str, ResolvedEntry]:
        """The entry of each key in lower case."""
        return {key.lower(): entry for key, entry in reversed([*self.entry_of.items()])}

    @cached_property
    def search(self) -> Search:
        """The entries as they are found by words."""
        return Search(self.entries)


def _aliases(entry: ResolvedEntry) -> list[str]:
    return [alias.strip() for alias in entry.values.get("ids", "").split(",") if alias.strip()]
