"""Sentences of ours whose sources have changed since they were written."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from citeloom.actions.checking.renamed_papers import RenamedPapers
from citeloom.actions.context import Context
from citeloom.actions.papers.knowledge import PaperKnowledge, retraction_words
from citeloom.draft.document import Document
from citeloom.draft.project import Project
from citeloom.draft.references import own_citations
from citeloom.draft.section.standing_record import read_standing_record
from citeloom.grounding.evidence import CITING
from citeloom.grounding.same_words import holds_words
from citeloom.papers.paper import Paper
from citeloom.placing.marks import MarkedBlock, find_marks, is_seen
from citeloom.placing.record import Origin, Record, RecordedSentence
from citeloom.placing.standing_paragraphs import PlacedSentence, placed_sentences
from citeloom.problem import InputError, Problem, Remedy, Severity

UNREAD_BIB = frozenset({"missing-bib", "unread-bib"})


@dataclass(frozen=True, slots=True)
class Change:
    """What has changed of a paper, in words.

    ``lost``: a sentence can no longer cite it. ``grave``: what the sentence says may be wrong now.
    ``paper`` is what is known about it by now, if anything. ``new_key`` is what the same paper is
    called in the .bib by now, where that is all that has changed of it.
    """

    key: str
    words: str
    lost: bool
    grave: bool = True
    paper: Paper | None = None
    new_key: str = ""


@dataclass(frozen=True, slots=True)
class StaleSentence:
    """A sentence of ours, where it stands, and what has changed of the papers that it cites."""

    document: Document
    block: MarkedBlock
    record: Record
    placed: PlacedSentence
    changes: tuple[Change, ...]

    @property
    def kept_keys(self) -> tuple[str, ...]:
        """The keys that it can still cite, as they are now."""
        lost = {change.key for change in self.changes if change.lost}
        names = self.new_keys
        kept = (names.get(key, key) for key in self.placed.sentence.keys if key not in lost)
        return tuple(dict.fromkeys(kept))

    @property
    def new_keys(self) -> dict[str, str]:
        """The keys that are others now, by the old ones."""
        return {change.key: change.new_key for change in self.changes if change.new_key}

    @property
    def new_sources(self) -> tuple[Change, ...]:
        """The changes but those of keys, by the keys of now."""
        names = self.new_keys
        return tuple(
            replace(it, key=names.get(it.key, it.key)) for it in self.changes if not it.new_key
        )


def stale_problems(
    project: Project, known: Sequence[PaperKnowledge], context: Context
) -> Iterator[Problem]:
    """Yield the stale sentences as problems, and the records that cannot be read."""
    unread: list[Problem] = []
    for stale in stale_sentences(project, known, context, unread):
        said = "; ".join(change.words for change in stale.changes)
        grave = any(change.grave for change in stale.changes)
        severity = Severity.WARNING if grave else Severity.NOTE
        message = f"this sentence no longer follows its sources: {said}"
        place = stale.document.place(*stale.placed.span)
        yield Problem(severity, "stale", message, place, Remedy.REVISE)
    yield from unread


def stale_sentences(
    project: Project, known: Sequence[PaperKnowledge], context: Context, unread: list[Problem]
) -> Iterator[StaleSentence]:
    """Yield the sentences between our marks whose sources have changed.

    A sentence that the author has edited is the author's own.

    Parameters
    ----------
    known
        What is known of the papers that the draft cites.
    unread
        Gets a problem for each record that cannot be read.
    """
    if not any("citeloom:begin" in document.text for document in project.documents.values()):
        return
    papers = _Papers(project, known, context)
    for document in project.documents.values():
        for block in find_marks(document.text):
            if not is_seen(document.text, block, document.facts):
                continue
            try:
                record = read_standing_record(project, document, block)
            except InputError as error:
                place = error.problem.place
                unread.append(
                    Problem(Severity.WARNING, "broken-mark", error.problem.message, place)
                )
                continue
            if record is None:
                continue
            for placed in placed_sentences(document.text, block, record):
                changes = tuple(papers.changes_behind(placed.sentence, record))
                if changes:
                    yield StaleSentence(document, block, record, placed, changes)


class _Papers:
    """What is known of a draft's papers now, by the keys of their entries."""

    def __init__(self, project: Project, known: Sequence[PaperKnowledge], context: Context) -> None:
        self._project = project
        self._renamed = RenamedPapers(project, known, context)
        self._known = {key: each for each in known for key in each.paper.keys}
        self._own = {key.key for place in own_citations(project) for key in place.citation.keys}
        self._is_whole = not any(problem.rule in UNREAD_BIB for problem in project.problems)

    def changes_behind(self, sentence: RecordedSentence, record: Record) -> Iterator[Change]:
        origin = record.origin
        for key in sentence.keys:
            name = None
            if (lost := self._loss(key)) is not None:
                name = self._new_name(key, record)
                yield name or lost
                if name is None:
                    continue
            now = key if name is None else name.new_key
            known = self._paper(now)
            change = self._new_source(key, sentence, origin, known)
            change = change or self._new_mention(key, sentence, record)
            if change is not None:
                yield replace(change, paper=None if known is None else known.paper)
            if key in origin.cited_elsewhere and self._own.isdisjoint((key, now)):
                yield Change(key, f"your own text no longer cites '{key}'", True, grave=False)

    def _loss(self, key: str) -> Change | None:
        if self._project.entry(key) is None:
            if key in self._project.bibitem_keys or not self._is_whole:
                return None
            return Change(key, f"'{key}' is no longer in your .bib", lost=True)
        paper = self._paper(key)
        if paper is not None and (said := retraction_words(paper.notices)):
            return Change(key, f"'{key}' {said}", lost=True)
        return None

    def _new_name(self, key: str, record: Record) -> Change | None:
        """Return the change of a key that is gone where its paper has another one."""
        if self._project.entry(key) is not None:
            return None
        found = self._renamed.find(key, record)
        if found is None or retraction_words(found.notices):
            return None
        new_key = found.paper.key
        self._known.setdefault(new_key, found)
        words = f"'{key}' was renamed to '{new_key}' in your .bib"
        return Change(key, words, lost=False, new_key=new_key)

    def _new_source(
        self, key: str, sentence: RecordedSentence, origin: Origin, known: PaperKnowledge | None
    ) -> Change | None:
        if known is None:
            return None
        behind = [it for it in sentence.evidence if it.key == key and it.source != CITING]
        texts = {"abstract": known.paper.abstract, "title": known.paper.title}
        for evidence in behind:
            text = texts.get(evidence.source, "")
            if text and not holds_words([text], evidence.sentence):
                what = f"the {evidence.source} of '{key}'"
                return Change(key, f"{what} has changed since this was written", lost=False)
        from_title = key in origin.by_title and all(it.source == "title" for it in behind)
        if behind and from_title and known.paper.abstract:
            words = f"'{key}' has an abstract now; this sentence was written from its title alone"
            return Change(key, words, lost=False, grave=False)
        return None

    def _new_mention(self, key: str, sentence: RecordedSentence, record: Record) -> Change | None:
        """Return which paper is lost whose words on this one stand behind a sentence."""
        for evidence in sentence.evidence:
            by = evidence.by_key
            if evidence.key != key or evidence.source != CITING or not by:
                continue
            if (lost := self._loss(by)) is not None and self._new_name(by, record) is None:
                words = f"this was written from what '{by}' says about '{key}', and {lost.words}"
                return Change(key, words, lost=False)
        return None

    def _paper(self, key: str) -> PaperKnowledge | None:
        entry = self._project.entry(key)
        return None if entry is None else self._known.get(entry.entry.key)
