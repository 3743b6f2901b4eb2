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
from citeloom.grounding.support.source import SourceSentence
from citeloom.grounding.support.verdict import PaperSupport, SupportVerdict
from citeloom.plural import number_of


def summary_lines(checked: ClaimsCheck) -> Iterator[str]:
    """Yield how many claims have which verdict, and the citation recall and precision."""
    verdicts = Counter(claim.check.verdict for it in checked.sentences for claim in it.claims)
    sentences = number_of(len(checked.sentences), "sentence")
    told = ", ".join(f"{verdicts[verdict]} {verdict}" for verdict in SupportVerdict)
    yield f"{number_of(verdicts.total(), 'claim')} in {sentences}: {told}"
    scores = checked.scores
    if scores.recall is not None and scores.precision is not None:
        yield (
            f"citation recall {scores.recall:.2f}, precision {scores.precision:.2f} "
            f"({scores.unknown} of {scores.citations} citations are of papers without an abstract)"
        )


def claims_as_json(checked: ClaimsCheck) -> dict[str, object]:
    """Return the checked sentences as JSON values."""
    scores = checked.scores
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
        "citation_recall": scores.recall,
        "citation_precision": scores.precision,
        "unknown_citations": scores.unknown,
    }


def _claim(claim: CheckedClaim, texts: CitedTexts) -> dict[str, object]:
    return {
        "text": claim.claim.text,
        "keys": list(claim.claim.keys),
        "verdict": claim.check.verdict.value,
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
            if said is None or said.verdict is SupportVerdict.SUPPORTED:
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
            "verdict": support.verdict.value,
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
