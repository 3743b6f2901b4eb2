"""Turn what a model wrote into sentences with citations and their sources."""

import re
from collections.abc import Iterable, Sequence

from citeloom.grounding.closeness import closeness
from citeloom.grounding.evidence import CITING, DRAFT, Evidence
from citeloom.grounding.sentences import sentences
from citeloom.methods.modelled.citing import cite_papers
from citeloom.methods.modelled.mentions import usable_mentions
from citeloom.methods.modelled.named_papers import mark_cited_names
from citeloom.methods.modelled.short_ids import MARK, ShortIds, ids_in
from citeloom.methods.modelled.written_text import (
    PlannedParagraph,
    WrittenParagraph,
    WrittenSentence,
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
_SPACE = re.compile(r"\s+")


def assemble_paragraphs(
    text: WrittenText, ids: ShortIds, task: WritingTask
) -> tuple[Paragraph, ...]:
    """Return a model's text as paragraphs; ids that are not on the list are left out.

    A sentence that cites papers is a statement; its evidence is the closest sentences of these
    papers. A sentence that cites none is a lead; its evidence is the closest sentences of its
    paragraph's papers, or of the draft where these are closer. Headings above text that is left out
    move to what is below them. A paper without abstract, title and
    mentions by other papers is not cited, and a sentence that cites nothing else is left out.
    """
    paragraphs = []
    headings: tuple[Heading, ...] = ()
    around = task.surroundings
    for paragraph in text.paragraphs:
        headings = _open_headings(headings, paragraph)
        cited = [short for s in paragraph.sentences for short in _cited_ids(s, ids, around)]
        planned = paragraph.about if isinstance(paragraph, PlannedParagraph) else ()
        papers = [ids.paper(short) for short in planned or dict.fromkeys(cited)]
        own = [
            _sentence(sentence, ids, papers or task.references, task)
            for sentence in paragraph.sentences
            if sentence.text.strip()
            and (_cited_ids(sentence, ids, around) or not _named_ids(sentence, ids))
        ]
        if own:
            topic = " ".join(formulas_as_words(paragraph.topic).split())
            paragraphs.append(Paragraph(topic, tuple(own), headings))
            headings = ()
    return tuple(paragraphs)


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


def _named_ids(sentence: WrittenSentence, ids: ShortIds) -> list[str]:
    named = (*ids_in(sentence.text), *sentence.cites)
    return [short for short in dict.fromkeys(named) if short in ids]


def _cited_ids(sentence: WrittenSentence, ids: ShortIds, around: Surroundings) -> list[str]:
    return [short for short in _named_ids(sentence, ids) if _has_source(short, ids, around)]


def _has_source(short: str, ids: ShortIds, around: Surroundings) -> bool:
    paper = ids.paper(short)
    return bool(paper.abstract.strip() or paper.title or usable_mentions(paper, around))


def _sentence(
    written: WrittenSentence, ids: ShortIds, around: Sequence[Paper], task: WritingTask
) -> Sentence:
    known = task.surroundings
    cited = _cited_ids(written, ids, known)
    parts = _parts(written.text, cited, ids, task)
    words = "".join(shown_part(part) for part in parts if not isinstance(part, CitationMark))
    if cited:
        found = [closest_evidence(words, ids.paper(short), known) for short in cited]
        return Sentence(
            parts, SentenceKind.STATEMENT, tuple(evidence for evidence in found if evidence)
        )
    return Sentence(parts, SentenceKind.LEAD, _behind_lead(words, around, task))


def _behind_lead(words: str, around: Sequence[Paper], task: WritingTask) -> tuple[Evidence, ...]:
    known = task.surroundings
    of_papers = [
        evidence
        for evidence in (closest_evidence(words, paper, known) for paper in around)
        if evidence
    ]
    best = sorted(of_papers, key=lambda evidence: -evidence.score)[:_LEADS_MOST]
    own = Paper(DRAFT, title=task.draft.title, abstract=task.draft.abstract)
    draft = closest_evidence(words, own, known)
    if draft and (not best or draft.score > best[0].score):
        return (draft,)
    return tuple(best)


def _parts(text: str, cited: Iterable[str], ids: ShortIds, task: WritingTask) -> tuple[Part, ...]:
    """Return the parts of a sentence; ids that are not on the list, or have no source, go."""

    def known_ids(found: re.Match[str]) -> str:
        named = [short for short in ids_in(found[0]) if short in ids]
        named = [short for short in named if _has_source(short, ids, task.surroundings)]
        return f"{' ' * found[0].startswith(' ')}[{', '.join(named)}]" if named else ""

    cited = list(cited)
    text = without_citation_marks(mark_cited_names(text, cited, ids))
    text = _SPACE.sub(" ", text).strip()
    parts = cite_papers(MARK.sub(known_ids, text), cited, ids, task.draft.language)
    return tuple(
        own for part in parts for own in (split_formulas(part) if isinstance(part, str) else [part])
    )
