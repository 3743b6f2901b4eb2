"""A sentence that introduces several papers, when some of these are gone or others by now."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from citeloom.actions.checking.stale_sentences import Change
from citeloom.grounding.closeness import closeness
from citeloom.grounding.sentences import sentences
from citeloom.papers.paper import Paper
from citeloom.placing.record import SCORE_DIGITS, RecordedEvidence, RecordedSentence
from citeloom.placing.revising.fewer_keys import with_fewer_keys
from citeloom.words import terms


def lead_now(lead: RecordedSentence, changes: Sequence[Change]) -> RecordedSentence | None:
    """Return the words of a lead over those of its papers that they still fit.

    Its words stand for a group: what is written anew of its papers would be no lead. A paper whose
    source has changed stays where a sentence of its new one shares what the lead had of the old.
    None where fewer than two papers are left.
    """
    gone = {change.key for change in papers_gone(lead, changes)}
    fewer = with_fewer_keys(lead, gone)
    return None if fewer is None else _with_evidence(fewer, _sources_now(lead, changes))


def papers_gone(lead: RecordedSentence, changes: Sequence[Change]) -> list[Change]:
    """Return the changes by which a lead can no longer introduce a paper."""
    fitting = _sources_now(lead, changes)
    told = {it.key for it in lead.evidence}
    return [
        change
        for change in changes
        if change.lost
        or (change.paper is not None and change.key in told and change.key not in fitting)
    ]


def _sources_now(lead: RecordedSentence, changes: Sequence[Change]) -> dict[str, RecordedEvidence]:
    """Return the sources by now of papers that a lead still fits though theirs have changed."""
    lost = {change.key for change in changes if change.lost}
    papers = {it.key: it.paper for it in changes if it.key not in lost and it.paper is not None}
    found: dict[str, RecordedEvidence] = {}
    unfit: set[str] = set()
    for evidence in lead.evidence:
        paper = papers.get(evidence.key)
        if paper is None:
            continue
        now = _source_now(lead, evidence, paper)
        if now is None:
            unfit.add(evidence.key)
        else:
            found[evidence.key] = now
    return {key: now for key, now in found.items() if key not in unfit}


def _source_now(
    lead: RecordedSentence, evidence: RecordedEvidence, paper: Paper
) -> RecordedEvidence | None:
    """Return the nearest sentence of a paper with the words that its lead and source shared."""
    shared = {*terms(lead.latex)} & {*terms(evidence.sentence)}
    texts = {"abstract": paper.abstract, "title": paper.title}
    fitting = [
        (closeness(lead.latex, it.text), source, it)
        for source, text in texts.items()
        for it in sentences(text)
        if shared <= {*terms(it.text)}
    ]
    if not shared or not fitting:
        return None
    score, source, it = max(fitting, key=lambda found: found[0])
    return replace(
        evidence,
        source=source,
        sentence=it.text,
        start=it.start,
        end=it.end,
        score=round(score, SCORE_DIGITS),
        by="",
        by_key="",
    )


def _with_evidence(
    lead: RecordedSentence, found: Mapping[str, RecordedEvidence]
) -> RecordedSentence:
    return replace(lead, evidence=tuple(found.get(it.key, it) for it in lead.evidence))
