"""The papers of a project's entries; only those of changed entries are made again."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from citeloom.papers.entry import paper_of
from citeloom.papers.from_bib import distinct_papers, papers_of
from citeloom.papers.paper import Paper
from citeloom_latex.bib.resolve import ResolvedEntry


@dataclass(frozen=True)
class EntryPaper:
    """The paper of one entry, valid as long as the entry has the same values."""

    type: str
    values: Mapping[str, str]
    inherited: frozenset[str]
    paper: Paper

    @classmethod
    def of(cls, entry: ResolvedEntry) -> "EntryPaper":
        return cls(entry.entry.type, entry.values, entry.inherited, paper_of(entry))

    def is_of(self, entry: ResolvedEntry) -> bool:
        same = self.values is entry.values or self.values == entry.values
        return same and self.inherited == entry.inherited and self.type == entry.entry.type


@dataclass(frozen=True)
class EntryPapers:
    """The papers of some entries; of entries with the same key the first counts.

    ``of_entry`` has the paper of each entry by its key. ``papers`` has each paper once, as several
    entries may describe the same one.
    """

    of_entry: Mapping[str, EntryPaper] = field(default_factory=dict)
    papers: tuple[Paper, ...] = ()
    of_key: Mapping[str, Paper] = field(default_factory=dict)

    def changed(self, entries: Iterable[ResolvedEntry]) -> "EntryPapers":
        """Return the papers of other entries; take over those of entries that have not changed."""
        made: dict[str, EntryPaper] = {}
        for entry in entries:
            key = entry.entry.key
            if key and key not in made:
                before = self.of_entry.get(key)
                made[key] = before if before and before.is_of(entry) else EntryPaper.of(entry)
        single, before_them = (
            [it.paper for it in papers.values()] for papers in (made, self.of_entry)
        )
        if len(single) == len(before_them) and all(map(_is_same, single, before_them)):
            return EntryPapers(made, self.papers, self.of_key)
        papers = distinct_papers(single)
        return EntryPapers(made, papers, {key: paper for paper in papers for key in paper.keys})

    def paper(self, entry: ResolvedEntry) -> Paper:
        """Return the paper of an entry; for an unknown entry, a paper made from it alone."""
        known = self.of_entry.get(entry.entry.key)
        if known is not None and known.is_of(entry):
            return self.of_key[entry.entry.key]
        return papers_of((entry,))[0]


def _is_same(paper: Paper, other: Paper) -> bool:
    return paper is other
