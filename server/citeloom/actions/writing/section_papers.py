"""The papers that a section cites, and its sentences as a method sees them."""

import re
from collections.abc import Sequence
from dataclasses import replace

from citeloom.actions.context import Context
from citeloom.actions.papers.paper_reader import read_papers
from citeloom.draft.project import Project
from citeloom.draft.section.own_text import SectionParagraph
from citeloom.grounding.closest_paragraph import CitingText, closest_paragraph
from citeloom.methods.result import CitationMark, Part, Sentence, SentenceKind
from citeloom.papers.paper import Paper
from citeloom.placing.standing_paragraphs import StandingParagraph
from citeloom.problem import Problem, Severity

_CITED = re.compile(r"\[(@[^\]]*)\]")


class SectionPapers:
    """The papers that a section cites, by the keys in its text."""

    def __init__(
        self,
        project: Project,
        paragraphs: Sequence[SectionParagraph],
        context: Context,
        warnings: list[str],
    ) -> None:
        self._paragraphs = [paragraph.paragraph for paragraph in paragraphs]
        keys = dict.fromkeys(
            key for paragraph in self._paragraphs for s in paragraph.sentences for key in s.keys
        )
        entries = {key: entry for key in keys if (entry := project.entry(key)) is not None}
        own = {entry.entry.key: entry for entry in entries.values()}
        problems: list[Problem] = []
        read = read_papers(own.values(), project, context, problems)
        papers = [known.paper for known in read]
        warnings += [str(problem) for problem in problems if problem.severity is not Severity.ERROR]
        by_key = {key: paper for paper in papers for key in paper.keys}
        self._paper = {key: by_key[entry.entry.key] for key, entry in entries.items()}

    def papers_of(self, paragraph: StandingParagraph) -> tuple[Paper, ...]:
        """Return the papers that a paragraph cites, each once, with their keys there."""
        key_of = self.key_of(paragraph)
        papers = {paper.id: paper for paper in self._paper.values()}
        return tuple(replace(papers[name], keys=(key,)) for name, key in key_of.items())

    def key_of(self, paragraph: StandingParagraph) -> dict[str, str]:
        """Return the first key by which a paragraph cites each of its papers."""
        found: dict[str, str] = {}
        for key in (key for sentence in paragraph.sentences for key in sentence.keys):
            if key in self._paper:
                found.setdefault(self._paper[key].id, key)
        return found

    def sentence(self, text: str, keys: Sequence[str]) -> Sentence:
        """Return a sentence of the draft as a method sees it."""
        parts: list[Part] = []
        shown: set[str] = set()
        for number, piece in enumerate(_CITED.split(text)):
            named = [part.strip().removeprefix("@") for part in piece.split(";")]
            if number % 2 == 0:
                parts.append(piece)
            elif papers := self._ids(named):
                shown.update(papers)
                parts.append(CitationMark(papers))
        if rest := tuple(paper_id for paper_id in self._ids(keys) if paper_id not in shown):
            parts.append(CitationMark(rest))
        return Sentence(tuple(parts), SentenceKind.AUTHOR, ())

    def closest(self, paper: Paper) -> int:
        """Return the number, from 1, of the paragraph that a paper fits best."""
        texts = [
            CitingText(
                " ".join(_CITED.sub(" ", sentence.text) for sentence in paragraph.sentences),
                self.papers_of(paragraph),
            )
            for paragraph in self._paragraphs
        ]
        return closest_paragraph(paper, texts) + 1

    def _ids(self, keys: Sequence[str]) -> tuple[str, ...]:
        found = (self._paper[key].id for key in keys if key in self._paper)
        return tuple(dict.fromkeys(found))
