"""Where the sentences of papers stand that say most of a draft's sentence, to be shown."""

from dataclasses import dataclass

from citeloom.actions.checking.claims.check_claims import CheckedSentence, ClaimsCheck
from citeloom.draft.project import Project
from citeloom.grounding.support.source import FULL_TEXT, TITLE, SourceSentence
from citeloom.problem import Place
from citeloom_latex.bib.resolve import ResolvedEntry


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
    """Return the field of an entry that a sentence stands in; None without one."""
    if sentence.source == FULL_TEXT:
        return None
    name = "title" if sentence.source == TITLE else "abstract"
    field = next((it for it in entry.entry.fields if it.name.lower() == name), None)
    if field is None:
        return None
    return project.bibliographies[entry.file].place(*field.value_span)
