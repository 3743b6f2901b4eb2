"""Sentences of a draft that has been edited since its claims were checked."""

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from citeloom.actions.checking.claims.at_a_place import checked_sentence_at
from citeloom.actions.checking.claims.check_claims import CheckedSentence, CitedTexts, ClaimsCheck
from citeloom.actions.checking.claims.cited_claims import (
    CitingSentenceOfDraft,
    citing_sentence_at,
    citing_sentences_around,
)
from citeloom.actions.papers.entry_papers import EntryPaper
from citeloom.draft.project import Project


@dataclass(frozen=True)
class SinceCheck:
    """An earlier check of a draft, and the draft as it is now.

    The cost of a sentence is that of its paragraph, however long the draft is.
    """

    before: ClaimsCheck
    project: Project

    @cached_property
    def claims(self) -> ClaimsCheck:
        """The earlier check, its texts beside the draft as it is now."""
        return replace(self.before, texts=self._texts)

    @cached_property
    def _texts(self) -> CitedTexts:
        return replace(self.before.texts, project=self.project)

    @property
    def _is_now(self) -> bool:
        return self.before.texts.project is self.project

    def sentence_at(self, path: Path, at: int) -> CitingSentenceOfDraft | None:
        """Return the citing sentence at an offset of a file of the draft as it is now."""
        if self._is_now:
            found = checked_sentence_at(self.before, path, at)
            return found.sentence if found else None
        return citing_sentence_at(self.project.documents[path], at)

    def known(self, sentence: CitingSentenceOfDraft) -> CheckedSentence | None:
        """Return what the check has found of the claims of a sentence; None if one is new."""
        found = [self.before.claim_of.get(claim) for claim in sentence.claims]
        known = tuple(claim for claim in found if claim is not None)
        return CheckedSentence(sentence, known) if len(known) == len(found) else None

    def can_check(self, sentence: CitingSentenceOfDraft) -> bool:
        """Tell whether the check has read all papers that a sentence cites, as they are now."""
        return all(map(self._is_read, sentence.keys))

    def check(self, sentence: CitingSentenceOfDraft) -> CheckedSentence:
        """Check a sentence between those of its paragraph, by the texts of the earlier check.

        Claims that have not changed stay as they were, with what a model said of them.
        """
        document = self.project.documents[sentence.path]
        around = [*citing_sentences_around(document, sentence.span.start)]
        # A paragraph longer than is looked at may be cut elsewhere from there.
        each = self._texts.check(around if sentence in around else [sentence])
        checked = next(it for it in each if it.sentence == sentence)
        claims = (self.before.claim_of.get(it.claim, it) for it in checked.claims)
        return replace(checked, claims=tuple(claims))

    def holds(self, checked: CheckedSentence) -> bool:
        """Tell whether all papers that are spoken of are the same as when they were read."""
        doubted = (doubt.papers for it in checked.claims for doubt in it.check.doubts)
        papers = (self.before.texts.paper_of.get(it) for found in doubted for it in found)
        keys = (key for paper in papers if paper for key in paper.keys)
        return self._is_now or all(map(self._is_as_it_was, {*checked.sentence.keys, *keys}))

    def _is_read(self, key: str) -> bool:
        is_read = self.before.texts.paper_of_key(key) is not None
        return self._is_as_it_was(key) and (is_read or self.project.entry(key) is None)

    def _is_as_it_was(self, key: str) -> bool:
        before, now = self.before.texts.project.entry(key), self.project.entry(key)
        if before is None or now is None:
            return before is now
        return before is now or EntryPaper.of(before).is_of(now)
