"""Turn the paragraphs of a model's answer into sentences with citations and their sources."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from citeloom.grounding.closeness import closeness
from citeloom.grounding.evidence import CITING, DRAFT, Evidence
from citeloom.grounding.language import may_be_compared
from citeloom.grounding.sentences import sentences
from citeloom.methods.modelled.citing import cite_papers
from citeloom.methods.modelled.short_ids import MARK, ShortIds, ids_in
from citeloom.methods.modelled.showing_papers import usable_mentions
from citeloom.methods.modelled.written_text import (
    PlannedParagraph,
    WrittenParagraph,
    WrittenText,
)
from citeloom.methods.result import (
    CitationMark,
    Heading,
    Paragraph,
    Part,
    Sentence,
    SentenceKind,
    shown_part,
)
from citeloom.methods.task import Surroundings, WritingTask
from citeloom.models.formulas import formulas_as_words, split_formulas
from citeloom.models.quoting import without_citation_marks
from citeloom.papers.paper import Paper

_LEADS_MOST = 2
_NEAR = 0.25
"""From this share of its words on, a sentence that cites nothing is near a paper.

Of the 322 uncited sentences in 112 related works, 79 of 100 are so near what is known of the papers
that are cited beside them, and 31 of 100 so near the papers of another one.
"""

_WITHOUT_SPACES = ("ja", "th", "zh")
"""Languages in which nearness cannot be told by words."""

_MOST_TOLD = 5


@dataclass(frozen=True, slots=True)
class AssembledText:
    """Paragraphs with their sources, and what the author has to know of them."""

    paragraphs: tuple[Paragraph, ...]
    warnings: tuple[str, ...]


def assemble_paragraphs(text: WrittenText, ids: ShortIds, task: WritingTask) -> AssembledText:
    """Return a model's text as paragraphs; ids that are not on the list are left out.

    A sentence that cites papers is a statement; its evidence is the closest sentences of these
    papers. A sentence that cites none is a lead; its evidence is the closest sentences of its
    paragraph's papers, or of the draft where these are closer. One that is near none of them is
    left out. Headings above text that is left out move to what is below them. A paper without
    abstract, title and mentions by other papers is not cited, and a sentence that cites nothing
    else is left out.
    """
    assembler = _Assembler(ids, task)
    paragraphs = []
    headings: tuple[Heading, ...] = ()
    for paragraph in text.paragraphs:
        headings = _open_headings(headings, paragraph)
        if own := assembler.sentences(paragraph):
            topic = " ".join(formulas_as_words(paragraph.topic).split())
            paragraphs.append(Paragraph(topic, own, headings))
            headings = ()
    return AssembledText(tuple(paragraphs), tuple(assembler.warnings()))


def _open_headings(before: Iterable[Heading], paragraph: WrittenParagraph) -> tuple[Heading, ...]:
    """Return a paragraph's headings behind those above them of which nothing is written yet."""
    own = paragraph.headings if isinstance(paragraph, PlannedParagraph) else ()
    if not own:
        return tuple(before)
    return (*(heading for heading in before if heading.level < own[0].level), *own)


def closest_evidence(text: str, paper: Paper, around: Surroundings) -> Evidence | None:
    """Return the sentence of a paper's abstract that a text follows most closely.

    Without an abstract it is the paper's title, or a mention by another reference where that is
    closer; None for a paper that has none of these.
    """

    def follows(source: str) -> float:
        return round(closeness(text, source), 4)

    found = [
        Evidence(paper.id, "abstract", s.text, s.start, s.end, follows(s.text))
        for s in sentences(paper.abstract)
    ]
    if not found and (title := paper.title):
        found = [Evidence(paper.id, "title", title, 0, len(title), follows(title))]
    found += [
        Evidence(paper.id, CITING, s.text, s.at, s.at + len(s.text), follows(s.text), by=s.by)
        for s in usable_mentions(paper, around)
    ]
    return max(found, key=lambda evidence: evidence.score, default=None)


class _Assembler:
    """Makes sentences with sources of those that a model wrote, and tells what it changed."""

    def __init__(self, ids: ShortIds, task: WritingTask) -> None:
        self._ids, self._task = ids, task
        self._draft = Paper(DRAFT, title=task.draft.title, abstract=task.draft.abstract)
        self._others: list[str] = []
        self._far = 0

    def sentences(self, paragraph: WrittenParagraph) -> tuple[Sentence, ...]:
        cited = [short for own in paragraph.sentences for short in self._cited_ids(own)]
        planned = paragraph.about if isinstance(paragraph, PlannedParagraph) else ()
        papers = [self._ids.paper(short) for short in planned or dict.fromkeys(cited)]
        found = (self._sentence(own, papers) for own in paragraph.sentences)
        return tuple(own for own in found if own is not None)

    def warnings(self) -> Iterator[str]:
        """Yield what was left out or taken out."""
        if self._far:
            are = "sentence was" if self._far == 1 else "sentences were"
            yield f"{self._far} {are} left out that cited no paper and came from none"
        names = list(dict.fromkeys(self._others))
        for name in names[:_MOST_TOLD]:
            yield f"“{name}” was removed: the paper cited after it is by others"
        if more := len(names[_MOST_TOLD:]):
            yield f"{more} more names were removed: the papers cited after them are by others"

    def _sentence(self, written: str, around: Sequence[Paper]) -> Sentence | None:
        """Return a sentence; None where it has no words, or nothing known is behind it."""
        known, cited = self._task.surroundings, self._cited_ids(written)
        parts = self._parts(written, cited)
        words = "".join(shown_part(part) for part in parts if not isinstance(part, CitationMark))
        if not any(map(str.isalnum, words)) or (self._known_ids(written) and not cited):
            return None
        if cited:
            found = [closest_evidence(words, self._ids.paper(short), known) for short in cited]
            evidence = tuple(own for own in found if own)
            return Sentence(parts, SentenceKind.STATEMENT, evidence)
        sources = [*(around or self._task.references), self._draft]
        evidence = _behind_lead(words, sources, known)
        has_spaces = self._task.draft.language[:2] not in _WITHOUT_SPACES
        if not evidence or (has_spaces and not _is_near(words, sources)):
            self._far += 1
            return None
        return Sentence(parts, SentenceKind.LEAD, evidence)

    def _known_ids(self, sentence: str) -> list[str]:
        return [short for short in ids_in(sentence) if short in self._ids]

    def _cited_ids(self, sentence: str) -> list[str]:
        return [short for short in self._known_ids(sentence) if self._has_source(short)]

    def _has_source(self, short: str) -> bool:
        paper = self._ids.paper(short)
        mentions = usable_mentions(paper, self._task.surroundings)
        return bool(paper.abstract.strip() or paper.title or mentions)

    def _parts(self, text: str, cited: Sequence[str]) -> tuple[Part, ...]:
        """Return the parts of a sentence; ids that are unknown, or have no source, go."""

        def known_ids(found: re.Match[str]) -> str:
            named = [short for short in ids_in(found[0]) if short in cited]
            return f"{' ' * found[0].startswith(' ')}[{', '.join(named)}]" if named else ""

        text = MARK.sub(known_ids, " ".join(without_citation_marks(text).split()))
        sentence = cite_papers(text, self._ids, self._task.draft.language)
        self._others += sentence.others
        return tuple(
            own
            for part in sentence.parts
            for own in (split_formulas(part) if isinstance(part, str) else [part])
        )


def _is_near(words: str, sources: Iterable[Paper]) -> bool:
    """Tell whether words are near what is known of a paper, or all papers in another language."""
    texts = [f"{paper.title}. {paper.abstract}" for paper in sources]
    texts = [text for text in texts if may_be_compared(words, text)]
    return not texts or any(closeness(words, text) >= _NEAR for text in texts)


def _behind_lead(
    words: str, sources: Sequence[Paper], around: Surroundings
) -> tuple[Evidence, ...]:
    """Return the closest sentences of papers; the draft's alone where it is the closest."""
    found = (closest_evidence(words, paper, around) for paper in sources)
    best = sorted((it for it in found if it), key=lambda it: -it.score)[:_LEADS_MOST]
    if best and best[0].paper == DRAFT:
        return (best[0],)
    return tuple(it for it in best if it.paper != DRAFT)
