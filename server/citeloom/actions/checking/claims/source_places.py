"""Where the sentences of papers stand that say most of a draft's sentence, to be shown."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from citeloom.actions.checking.claims.check_claims import CheckedSentence, ClaimsCheck
from citeloom.draft.project import Project
from citeloom.grounding.support.source import FULL_TEXT, TITLE, SourceSentence
from citeloom.problem import Place
from citeloom_latex.bib.resolve import ResolvedEntry
from citeloom_latex.spans import Span

_WORD = re.compile(r"\w+")
_BETWEEN_WORDS = r"(?:\\[A-Za-z]+|\W)+"
_WORDS_OF_AN_END = 4
"""Words by which the ends of a sentence are found in a field, which may have commands between."""


@dataclass(frozen=True, slots=True)
class SourceOfSentence:
    """The sentence of the paper with ``key`` that says most of a sentence of the draft."""

    key: str
    sentence: SourceSentence


def sources_at(checked: ClaimsCheck, sentence: CheckedSentence) -> list[SourceOfSentence]:
    """Return the best sentence of each paper that a sentence cites or should, the best paper first.

    A paper that fits better than the cited one is looked at before it is cited instead.
    """
    texts = checked.texts
    paper_of = texts.paper_of
    best = {
        support.paper: support.sentences[0]
        for claim in sentence.claims
        for support in (*claim.check.papers, *texts.better_supports(claim))
        if support.sentences and support.paper in paper_of
    }
    ranked = sorted(best, key=lambda paper: -best[paper].score)
    return [SourceOfSentence(paper_of[it].key, best[it].sentence) for it in ranked]


def place_in_bib(sentence: SourceSentence, entry: ResolvedEntry, project: Project) -> Place | None:
    """Return where a sentence stands in the field of an entry, or the field; None without one."""
    if sentence.source == FULL_TEXT:
        return None
    name = "title" if sentence.source == TITLE else "abstract"
    field = next((it for it in entry.entry.fields if it.name.lower() == name), None)
    if field is None:
        return None
    bib = project.bibliographies[entry.file]
    field_end = field.value_span.end
    words = _WORD.findall(sentence.text)
    counts = range(min(_WORDS_OF_AN_END, len(words)), 0, -1)
    first = _first_of((words[:it] for it in counts[:-1]), bib.text, field.value_span)
    if first is None:
        return bib.place(field.value_span.start, field_end)
    # What the field writes as commands makes it longer, but hardly twice as long.
    rest = Span(first.start, min(field_end, first.start + 2 * len(sentence.text)))
    last = _first_of((words[-it:] for it in counts), bib.text, rest) or first
    is_closed = bib.text[last.end : last.end + 1] in {".", "!", "?"}
    return bib.place(first.start, last.end + is_closed)


def _first_of(choices: Iterable[Sequence[str]], text: str, within: Span) -> Span | None:
    """Return where the first of some rows of words stands that is there."""
    for words in choices:
        wanted = re.compile(_BETWEEN_WORDS.join(map(re.escape, words)))
        if found := wanted.search(text, within.start, within.end):
            return Span(*found.span())
    return None
