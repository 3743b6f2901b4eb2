"""Where the sentences of papers stand that say most of a draft's sentence, to be shown."""

import re
from dataclasses import dataclass

from citeloom.actions.checking.claims.check_claims import CheckedSentence, ClaimsCheck
from citeloom.draft.project import Project
from citeloom.grounding.support.source import FULL_TEXT, TITLE, SourceSentence
from citeloom.problem import Place
from citeloom_latex.bib.resolve import ResolvedEntry

_WORD = re.compile(r"\w+")
_FIRST_WORDS = 4
"""Words of a sentence by which it is found in a field, which may have commands later on."""


@dataclass(frozen=True, slots=True)
class SourceOfSentence:
    """The sentence of the paper with ``key`` that says most of a sentence of the draft."""

    key: str
    sentence: SourceSentence


def sources_at(checked: ClaimsCheck, sentence: CheckedSentence) -> list[SourceOfSentence]:
    """Return the best sentence of each paper that a sentence cites, the best paper first."""
    paper_of = checked.texts.paper_of
    best = {
        support.paper: support.sentences[0]
        for claim in sentence.claims
        for support in claim.check.papers
        if support.sentences and support.paper in paper_of
    }
    ranked = sorted(best, key=lambda paper: -best[paper].score)
    return [SourceOfSentence(paper_of[it].key, best[it].sentence) for it in ranked]


def place_in_bib(sentence: SourceSentence, entry: ResolvedEntry, project: Project) -> Place | None:
    """Return where a sentence begins in the field of an entry, or the field; None without one."""
    if sentence.source == FULL_TEXT:
        return None
    name = "title" if sentence.source == TITLE else "abstract"
    field = next((it for it in entry.entry.fields if it.name.lower() == name), None)
    if field is None:
        return None
    bib = project.bibliographies[entry.file]
    span = field.value_span
    words = _WORD.findall(sentence.text)
    for count in range(min(_FIRST_WORDS, len(words)), 0, -1):
        wanted = re.compile(r"\W+".join(map(re.escape, words[:count])))
        found = wanted.search(bib.text, span.start, span.end)
        if found and count > 1:
            return bib.place(found.start(), found.end())
    return bib.place(span.start, span.end)
