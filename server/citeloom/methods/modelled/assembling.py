"""Turn what a model wrote into sentences with citations and their sources."""

import re
from collections.abc import Iterable, Sequence

from citeloom.grounding.closeness import closeness
from citeloom.grounding.evidence import CITING, DRAFT, Evidence
from citeloom.grounding.sentences import sentences
from citeloom.methods.modelled.mentions import usable_mentions
from citeloom.methods.modelled.short_ids import MARK, ShortIds, ids_in
from citeloom.methods.modelled.written_text import WrittenSentence, WrittenText
from citeloom.methods.result import (
    CitationForm,
    CitationMark,
    Paragraph,
    Sentence,
    SentenceKind,
)
from citeloom.methods.task import Surroundings, WritingTask
from citeloom.models.quoting import without_citation_marks
from citeloom.papers.authors import author_names
from citeloom.papers.paper import Paper

_END = re.compile(r"\s*([.!?]?)\s*$")
_GOES_ON = re.compile(r"\s+(?!and\b|or\b|but\b|while\b|which\b)[a-z]")
_LEADS_MOST = 2
_SPACE = re.compile(r"\s+")


def assemble_paragraphs(
    text: WrittenText, ids: ShortIds, task: WritingTask
) -> tuple[Paragraph, ...]:
    """Return a model's text as paragraphs; ids that are not on the list are left out.

    A sentence that cites papers is a statement; its evidence is the closest sentences of these
    papers. A sentence that cites none is a lead; its evidence is the closest sentences of its
    paragraph's papers, or of the draft where these are closer. A paper without abstract, title and
    mentions by other papers is not cited, and a sentence that cites nothing else is left out.
    """
    paragraphs = []
    around = task.surroundings
    for paragraph in text.paragraphs:
        cited = [short for s in paragraph.sentences for short in _cited_ids(s, ids, around)]
        papers = [ids.paper(short) for short in dict.fromkeys(cited)] or list(task.references)
        own = [
            _sentence(sentence, ids, papers, task)
            for sentence in paragraph.sentences
            if sentence.text.strip()
            and (_cited_ids(sentence, ids, around) or not _named_ids(sentence, ids))
        ]
        if own:
            paragraphs.append(Paragraph(" ".join(paragraph.topic.split()), tuple(own)))
    return tuple(paragraphs)


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
    parts = _parts(written.text, cited, ids, known)
    words = "".join(part for part in parts if isinstance(part, str))
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


def _parts(
    text: str, cited: Iterable[str], ids: ShortIds, around: Surroundings
) -> tuple[str | CitationMark, ...]:
    """Return the parts of a sentence: a mark where an id stands, and the others at its end."""
    text = without_citation_marks(_SPACE.sub(" ", text)).strip()
    parts: list[str | CitationMark] = []
    placed: set[str] = set()
    at = 0
    for found in MARK.finditer(text):
        marks = [
            short for short in ids_in(found[0]) if short in ids and _has_source(short, ids, around)
        ]
        parts.append(text[at : found.start()])
        at = found.end()
        if not marks:
            continue
        placed.update(marks)
        names = author_names(ids.paper(marks[0])) if len(marks) == 1 else ""
        if names and _is_subject(text, found):
            space = " " if found.start() else ""
            parts.append(space)
            parts.append(CitationMark((ids.paper(marks[0]).id,), CitationForm.TEXTUAL, names))
        else:
            parts.append(CitationMark(tuple(ids.paper(short).id for short in marks)))
    end = _END.search(text[at:])
    assert end is not None
    parts.append(text[at : at + end.start()])
    if rest := tuple(ids.paper(short).id for short in cited if short not in placed):
        parts.append(CitationMark(rest))
    parts.append(end[1] or ".")
    return _join_texts(parts)


def _is_subject(text: str, mark: re.Match[str]) -> bool:
    """Tell whether an id stands where a name would, followed by a word that goes on."""
    return _GOES_ON.match(text, mark.end()) is not None


def _join_texts(parts: Iterable[str | CitationMark]) -> tuple[str | CitationMark, ...]:
    joined: list[str | CitationMark] = []
    for part in parts:
        if isinstance(part, str) and joined and isinstance(joined[-1], str):
            joined[-1] += part
        elif part:
            joined.append(part)
    return tuple(joined)
