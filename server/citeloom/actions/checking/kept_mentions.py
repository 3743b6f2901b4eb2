"""Whether the full texts that are kept still say of a paper what a sentence was written from."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from citeloom.actions.context import Context
from citeloom.actions.papers.citing import KeptTexts, kept_texts_of
from citeloom.actions.papers.knowledge import PaperKnowledge
from citeloom.draft.project import Project
from citeloom.grounding.citing import citing_sentences
from citeloom.grounding.same_words import holds_words
from citeloom.papers.identity import asked_id
from citeloom.papers.paper import Paper

_MOST_KEPT = 64


@dataclass(frozen=True)
class KeptMentions:
    """The full texts that are kept of a draft's papers; none is read before it is asked for."""

    project: Project
    context: Context
    known: Sequence[PaperKnowledge]

    def still_say(self, by: Paper, sentence: str) -> bool | None:
        """Tell whether the full text of a paper holds a sentence; None where no text is kept.

        A text that is not on this disk says nothing against what was written from it: a co-author
        has the record of a text, and not its sources.

        Parameters
        ----------
        by
            The paper with what the store knows of it.
        sentence
            The sentence without its citation marks, as the record has it.
        """
        name = self._texts.names.get(by.id)
        version = self._texts.cache.version(name.name) if name else ""
        if name is None or not version:
            return None
        found = _paragraphs(
            _Asked(by.id, name.name, version, self._names, self._texts, self._papers)
        )
        return None if found is None else holds_words(found, sentence)

    @cached_property
    def _papers(self) -> tuple[Paper, ...]:
        return tuple(each.paper for each in self.known)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(map(asked_id, self._papers))

    @cached_property
    def _texts(self) -> KeptTexts:
        own = [each.own for each in self.known]
        return kept_texts_of(own, self._papers, self.project, self.context)


@dataclass(frozen=True)
class _Asked:
    """A state of a full text, and the papers whose names it may have in place of its marks."""

    by: str
    name: str
    version: str
    names: tuple[str, ...]
    texts: KeptTexts = field(compare=False)
    papers: tuple[Paper, ...] = field(compare=False)


@lru_cache(maxsize=_MOST_KEPT)
def _paragraphs(asked: _Asked) -> tuple[str, ...] | None:
    by = next(paper for paper in asked.papers if paper.id == asked.by)
    text = asked.texts.of(by)
    if text is None:
        return None
    # In its sentences on papers of the draft, names may stand where marks were.
    others = [paper for paper in asked.papers if paper.id != asked.by]
    own = (it.without_marks for section in text.sections for it in section.paragraphs)
    return (*own, *(it.text for it in citing_sentences(text, others, asked.by)))
