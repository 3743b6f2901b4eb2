"""The checked sentences of a draft as lines and as JSON values."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from citeloom.actions.checking.claims.check_claims import CheckedClaim, CitedTexts, ClaimsCheck
from citeloom.actions.checking.claims.claim_problems import (
    judged_in_words,
    quote_lines,
    rule_of,
    where,
)
from citeloom.actions.checking.claims.judgement import JudgedVerdict
from citeloom.actions.checking.claims.written_scores import scores_json
from citeloom.grounding.support.source import SourceSentence
from citeloom.grounding.support.verdict import Finding, PaperSupport
from citeloom.plural import number_of


def summary_lines(checked: ClaimsCheck) -> Iterator[str]:
    """Yield how many claims there are, and what was found of how many of them."""
    found = Counter(claim.check.finding for it in checked.sentences for claim in it.claims)
    sentences = number_of(len(checked.sentences), "sentence")
    yield (
        f"{number_of(found.total(), 'claim')} in {sentences}: {found[Finding.LOOK_HERE]} to check, "
        f"{found[Finding.SAME_WORDS]} in the same words as their sources, "
        f"{found[Finding.NOT_COMPARED]} not compared"
    )


def claims_as_json(checked: ClaimsCheck) -> dict[str, object]:
    """Return the checked sentences as JSON values."""
    return {
        "sentences": [
            {
                "file": str(it.sentence.path),
                "line": checked.texts.project.documents[it.sentence.path]
                .place(it.sentence.span.start)
                .line,
                "text": it.sentence.text,
                "claims": [_claim(claim, checked.texts) for claim in it.claims],
            }
            for it in checked.sentences
        ],
        **scores_json(checked.scores),
    }


def _claim(claim: CheckedClaim, texts: CitedTexts) -> dict[str, object]:
    return {
        "text": claim.claim.text,
        "keys": list(claim.claim.keys),
        "finding": claim.check.finding.value,
        "judgement": _judgement(claim, texts),
        "papers": list(_papers(claim, texts)),
        "doubts": [
            {
                "kind": doubt.kind.value,
                "rule": rule_of(doubt),
                "words": claim.claim.text[doubt.start : doubt.end],
                "reason": doubt.reason,
                "keys": [texts.paper_of[it].key for it in doubt.papers if it in texts.paper_of],
            }
            for doubt in claim.check.doubts
        ],
    }


def _judgement(claim: CheckedClaim, texts: CitedTexts) -> dict[str, object] | None:
    """Return what a language model says of a claim; None where none was asked, or it failed."""
    said = claim.judgement
    if said is None:
        return None
    quotes = [
        {"key": texts.paper_of[quote.paper].key, **_place(quote.sentence)} for quote in said.quotes
    ]
    return {
        "verdict": said.verdict.value,
        "reason": said.reason,
        "quotes": quotes,
        "false_quotes": said.false_quotes,
    }


def judged_lines(checked: ClaimsCheck) -> Iterator[str]:
    """Yield what a language model says of each claim that it does not find supported."""
    for it in checked.sentences:
        document = checked.texts.project.documents[it.sentence.path]
        for claim in it.claims:
            said = claim.judgement
            if said is None or said.verdict is JudgedVerdict.SUPPORTED:
                continue
            place = document.place(it.sentence.span.start)
            keys = ", ".join(claim.claim.keys)
            yield f"{place}: {keys}: {judged_in_words(claim)}"
            for line in islice(quote_lines(claim, checked.texts), 2):
                yield f"    {line}"


def _papers(claim: CheckedClaim, texts: CitedTexts) -> Iterator[dict[str, object]]:
    for support in claim.check.papers:
        paper = texts.paper_of.get(support.paper)
        yield {
            "key": paper.key if paper else support.paper.removeprefix("key:"),
            "score": round(support.score, 3),
            "reason": support.reason,
            "sources": _sources(support),
        }


def _sources(support: PaperSupport) -> list[dict[str, object]]:
    return [
        {
            **_place(found.sentence),
            "score": round(found.score, 3),
        }
        for found in support.sentences
    ]


def _place(sentence: SourceSentence) -> dict[str, object]:
    return {
        "where": where(sentence),
        "source": sentence.source,
        "section": sentence.section,
        "page": sentence.page,
        "sentence": sentence.text,
    }
