"""Which paper of the .bib a recorded one is whose key is gone: the same paper by another key."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from citeloom.actions.context import Context
from citeloom.actions.papers.knowledge import PaperKnowledge
from citeloom.actions.papers.paper_reader import read_papers
from citeloom.draft.document import Bibliography
from citeloom.draft.project import Project
from citeloom.grounding.same_words import holds_words
from citeloom.papers.identity import identifier_ids, normal_title, title_id
from citeloom.papers.paper import Paper
from citeloom.placing.record import Record, RecordedEvidence
from citeloom.words import word_count
from citeloom_latex.bib.resolve import ResolvedEntry

MOST_READ = 1_000
"""In a .bib of more entries only those are read whose text names the paper, or says its words."""

_TELLING_WORDS = 5
"""Words that no two papers share by chance, one after another."""

_PHRASES = 3
"""How many such runs of words of a sentence are looked for: letters may be written as commands."""

_MOST_FOUND = 20
"""Entries that are read of those that are found in a large .bib."""

_IDENTIFIERS = frozenset({"doi", "arxiv", "s2", "acl", "pmid"})

_PLAIN_WORDS = re.compile(rf"\b[A-Za-z]+(?: [A-Za-z]+){{{_TELLING_WORDS - 1}}}\b")


@dataclass(frozen=True)
class RenamedPapers:
    """Finds the papers of lost keys among those that are cited, then among all others."""

    project: Project
    known: Sequence[PaperKnowledge]
    context: Context

    def find(self, key: str, record: Record) -> PaperKnowledge | None:
        """Return what is known about the paper that a record calls by a key; None without one.

        It has an identifier of the recorded one or its title, people and year, or its abstract
        holds all that was written from there. Two papers that do are none.
        """
        behind = [it for sentence in record.sentences() for it in sentence.evidence]
        own = [it for it in behind if it.key == key and not it.by]
        ids = {it.paper for it in behind if it.key == key}
        ids |= {it.by for it in behind if it.by_key == key}
        if (
            named := _if_single([it for it in self.known if not ids.isdisjoint(_names(it))])
        ) is not None:
            return named
        others = self._others(ids, own)
        return (
            _if_single([it for it in others if not ids.isdisjoint(_names(it))])
            or _if_single([it for it in self.known if _says_all(it.paper, ids, own)])
            or _if_single([it for it in others if _says_all(it.paper, ids, own)])
        )

    def _others(
        self, ids: Iterable[str], behind: Sequence[RecordedEvidence]
    ) -> tuple[PaperKnowledge, ...]:
        if len(self.project.entries) <= MOST_READ:
            return self._uncited
        found: dict[str, ResolvedEntry] = {}
        for pattern in _patterns(ids, behind):
            for bib in self.project.bibliographies:
                for entry in _entries_holding(pattern, bib, self.project):
                    found[entry.entry.key] = entry
        return read_papers(found.values(), self.project, self.context, []) if found else ()

    @cached_property
    def _uncited(self) -> tuple[PaperKnowledge, ...]:
        cited = {key for each in self.known for key in each.paper.keys}
        others = (it for it in self.project.entries if it.entry.key not in cited)
        return read_papers(others, self.project, self.context, [])


def _if_single(found: Sequence[PaperKnowledge]) -> PaperKnowledge | None:
    return found[0] if len(found) == 1 else None


def _names(known: PaperKnowledge) -> Iterator[str]:
    for paper in (known.own, known.paper):
        yield from (paper.id, *identifier_ids(paper))
        if paper.authors or _is_telling(paper.title):
            yield title_id(paper)


def _says_all(paper: Paper, ids: set[str], behind: Sequence[RecordedEvidence]) -> bool:
    """Tell whether a paper has the words of a recorded one, and no other identifier."""
    kinds = {name.partition(":")[0]: name for name in ids}
    if any(kinds.get(name.partition(":")[0], name) != name for name in identifier_ids(paper)):
        return False
    said = {it.sentence for it in behind if it.source == "abstract"}
    if any(map(_is_telling, said)):
        return all(holds_words([paper.abstract], sentence) for sentence in said)
    titles = {it.sentence for it in behind if it.source == "title" and _is_telling(it.sentence)}
    return normal_title(paper.title) in map(normal_title, titles)


def _is_telling(words: str) -> bool:
    return word_count(words) >= _TELLING_WORDS


def _patterns(ids: Iterable[str], behind: Sequence[RecordedEvidence]) -> Iterator[re.Pattern[str]]:
    """Yield what the text of an entry may hold of a paper: an identifier, or runs of its words."""
    for name in sorted(ids):
        kind, _, value = name.partition(":")
        if kind in _IDENTIFIERS:
            yield re.compile(re.escape(value), re.IGNORECASE)
    for sentence in dict.fromkeys(it.sentence for it in behind):
        for run in islice(_PLAIN_WORDS.findall(sentence), _PHRASES):
            yield re.compile(run.replace(" ", r"[\s{}]+"))


def _entries_holding(
    pattern: re.Pattern[str], bib: Bibliography, project: Project
) -> Iterator[ResolvedEntry]:
    found = islice(pattern.finditer(bib.text), _MOST_FOUND)
    for it in found:
        entry = bib.facts.entries.at(it.start())
        if entry is not None and (resolved := project.entry(entry.key)) is not None:
            yield resolved
