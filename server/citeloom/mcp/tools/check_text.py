"""``check_text``: the keys that a text cites and what it says of their papers."""

from citeloom.actions.agents.project import AgentProject
from citeloom.actions.agents.quoting import short_text
from citeloom.actions.agents.text_check import CheckedKey, CheckedText, check_text
from citeloom.actions.checking.claims.check_claims import CheckedClaim, CheckedSentence
from citeloom.actions.checking.claims.claim_problems import rule_of, where
from citeloom.mcp.answer import MOST_SIGNS, fitting
from citeloom.mcp.tool import Call

MOST_KEYS = 50
MOST_SOURCES = 2
"""Sentences of each paper that are shown beside a claim."""


def run(call: Call) -> dict[str, object]:
    """Return what is wrong with its keys, all of them, and the claims of its sentences.

    That all keys are right says nothing of the claims: these are counted apart.
    """
    given = call.project
    checked = check_text(given, call.arguments["text"])
    problems: list[dict[str, object]] = [
        {"key": short_text(key.key), "line": key.line, "problem": problem}
        for key in checked.keys
        if (problem := _problem(key))
    ]
    keys = [_key(key) for key in checked.keys]
    claims = [
        _claim(claim, sentence, checked, given)
        for sentence in checked.sentences
        for claim in sentence.claims
    ]
    some, count = fitting(problems, MOST_SIGNS // 3), fitting(keys, MOST_SIGNS // 3)
    first = fitting(claims)
    return {
        "keys_are_right": not problems,
        "claims_to_read_again": checked.claims_to_read_again,
        "problems": problems[:some],
        "keys": keys[:count],
        "claims": claims[:first],
        "further_problems": len(problems) - some if problems else 0,
        "further_keys": len(keys) - count if keys else 0,
        "further_claims": len(claims) - first if claims else 0,
    }


def _problem(key: CheckedKey) -> str:
    """Return the fault of a key in words; empty if it has none."""
    if not key.is_defined:
        near = " or ".join(map(short_text, key.near))
        return f"undefined citation key{f'; did you mean {near}?' if near else ''}"
    if key.retraction:
        return f"the paper {key.retraction}; do not rely on it"
    if key.entries > 1:
        return f"{key.entries} entries have this key; the first one counts"
    return ""


def _key(key: CheckedKey) -> dict[str, object]:
    return {
        "key": short_text(key.key),
        "line": key.line,
        "times": key.times,
        "is_defined": key.is_defined,
        "title": short_text(key.title),
        "has_abstract": key.has_abstract,
        "is_outside": key.outside,
    }


def _claim(
    checked: CheckedClaim, sentence: CheckedSentence, text: CheckedText, given: AgentProject
) -> dict[str, object]:
    """Return what the cited papers say of a claim; the words of no model, and no proof."""
    paper_of = text.texts.paper_of
    known = [it for it in checked.check.papers if it.paper in paper_of]
    shown = known if checked.check.is_doubtful else []
    return {
        "line": text.document.place(sentence.sentence.span.start).line,
        "claim": short_text(checked.claim.text),
        "sentence": short_text(sentence.sentence.text),
        "keys": [short_text(key) for key in checked.claim.keys[:MOST_KEYS]],
        "finding": str(checked.check.finding),
        "reasons": [short_text(it.reason) for it in known],
        "doubts": [
            {"rule": rule_of(doubt), "reason": short_text(doubt.reason)}
            for doubt in checked.check.doubts
        ],
        "sources": [
            {
                "key": short_text(paper_of[it.paper].key),
                "where": short_text(where(found.sentence)),
                "sentence": given.quoting.text(found.sentence.text, paper_of[it.paper].key),
            }
            for it in shown
            for found in it.sentences[:MOST_SOURCES]
        ],
    }
