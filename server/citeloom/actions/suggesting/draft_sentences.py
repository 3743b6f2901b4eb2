"""The sentences of a draft that a suggestion may belong to."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from citeloom.actions.context import Opened
from citeloom.actions.suggesting.suggestion import DraftSentence
from citeloom.draft.document import Document
from citeloom.draft.project import Project
from citeloom.draft.target import target_of
from citeloom.placing.folding import BLANK_LINE
from citeloom.placing.standing_paragraphs import standing_paragraphs
from citeloom.problem import InputError, Place
from citeloom_latex.spans import Span

_MARK = re.compile(r"\s*\[(?:@[^\]]*|ref)\]")
_LEAST_WORDS = 4
_WORD = re.compile(r"[A-Za-z]{3,}")

_TRIED_WORDS, _TRIED_PLACES = 3, 20
"""Words by which a sentence that has moved is looked for, and places of each."""

_REACH = 5_000
"""Characters around a place within which its paragraph begins and ends."""


@dataclass(frozen=True, slots=True)
class DraftPart:
    """The part of a draft that suggestions are for.

    ``section`` is the heading of a section or its number, as for `citeloom.draft.target.target_of`.
    ``file`` is the file of a sentence that holds the offset ``at`` (code points). Without
    both it is the whole draft.
    """

    section: str = ""
    file: Path | None = None
    at: int = 0


WHOLE_DRAFT = DraftPart()


@dataclass(frozen=True, slots=True)
class AskedSentence:
    """A sentence that a suggestion may belong to, and the keys that it cites already.

    ``begins_with_citation`` tells that it speaks of the paper that it cites (``\\citet{ek} show``):
    what it says is true of no other.
    """

    sentence: DraftSentence
    keys: tuple[str, ...] = ()
    begins_with_citation: bool = False


def asked_sentences(opened: Opened, part: DraftPart) -> tuple[AskedSentence, ...]:
    """Return the sentences of a part of a draft, in reading order; those of its abstract aside.

    Raises
    ------
    InputError
        If the draft has no such section, or no sentence at such a place.
    """
    flow = opened.project.flow
    start, end = 0, flow.length
    if part.section:
        target = target_of(flow, opened.related_work, part.section)
        assert target is not None
        start, end = target.flow.at, target.flow.end
    found: list[AskedSentence] = []
    for document, span in flow.stretches_between(start, end):
        if part.file in (None, document.path):
            found += _sentences(opened.project, document, span)
    # A file that is taken in twice has its sentences once.
    each = tuple({(it.sentence.path, it.sentence.span): it for it in found}.values())
    if part.file is None:
        return each
    there = tuple(it for it in each if _reaches(it.sentence.span, part.at))
    if not there:
        raise InputError("there is no sentence here", Place(part.file))
    return there[:1]


def asked_sentence_at(project: Project, document: Document, at: int) -> AskedSentence | None:
    """Return the sentence at an offset of a file; None outside of sentences.

    It costs no more than its paragraph, so it can be asked for wherever the cursor goes.
    """
    text = document.text
    start = max(
        (found.end() for found in BLANK_LINE.finditer(text, max(0, at - _REACH), at)),
        default=max(0, at - _REACH),
    )
    following = BLANK_LINE.search(text, at, at + _REACH)
    end = following.start() if following else min(len(text), at + _REACH)
    found = _sentences(project, document, Span(start, end))
    return next((it for it in found if _reaches(it.sentence.span, at)), None)


def sentences_as_now(
    sentences: Collection[DraftSentence], opened: Opened
) -> Mapping[DraftSentence, DraftSentence]:
    """Return sentences where they stand now: at their place, or where they alone have their words.

    Those that have changed since, or whose words stand at several other places, are left out.
    Paragraphs are read, never whole files: it is asked for after every edit.
    """
    found: dict[DraftSentence, DraftSentence] = {}
    project = opened.project
    for sentence in sentences:
        document = project.documents.get(sentence.path)
        if document is None:
            continue
        there = asked_sentence_at(project, document, sentence.span.start)
        if there and there.sentence == sentence:
            found[sentence] = sentence
        elif len(same := _with_the_words_of(sentence, project, document)) == 1:
            (found[sentence],) = same
    return found


def _with_the_words_of(
    sentence: DraftSentence, project: Project, document: Document
) -> set[DraftSentence]:
    """Return the sentences of a file with the same words, by the places of its rarest words."""
    text = document.text
    words = {word: text.count(word) for word in _WORD.findall(sentence.text)}
    known = sorted((word for word in words if words[word]), key=lambda word: words[word])
    for word in known[:_TRIED_WORDS]:
        places = islice(re.finditer(word, text), _TRIED_PLACES)
        there = {
            asked.sentence
            for at in places
            if (asked := asked_sentence_at(project, document, at.start()))
        }
        if same := {found for found in there if found.text == sentence.text}:
            return same
    return set()


def _reaches(span: Span, at: int) -> bool:
    """Tell whether a place is in a sentence or right behind it."""
    return span.start <= at <= span.end


def _sentences(project: Project, document: Document, span: Span) -> Iterator[AskedSentence]:
    facts = document.facts
    body = facts.document or Span(0, len(document.text))
    part = Span(max(span.start, body.start), min(span.end, body.end))
    if part.start >= part.end:
        return
    for paragraph in standing_paragraphs(document.text, part, facts, {}):
        for sentence in paragraph.sentences:
            text = " ".join(_MARK.sub("", sentence.text).split())
            is_long = len(text.split()) >= _LEAST_WORDS
            if is_long and not project.is_abstract(document, sentence.span):
                yield AskedSentence(
                    DraftSentence(document.path, sentence.span, text),
                    sentence.keys,
                    begins_with_citation=_MARK.match(sentence.text) is not None,
                )
