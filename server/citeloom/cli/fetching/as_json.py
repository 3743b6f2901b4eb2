"""What is known of entries, as JSON: what a fetch found, the verdicts on references."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from citeloom.actions.checking.references import CheckedReference
from citeloom.actions.papers.fetch import FetchPlan
from citeloom.actions.papers.fetched_entry import FetchedEntry
from citeloom.actions.papers.paper_words import full_names
from citeloom.papers.paper import Paper

FORMAT_VERSION = 1


def fetched_json(fetched: Sequence[FetchedEntry], plan: FetchPlan) -> str:
    """Return what was fetched as one JSON object; its format is in docs/json.md."""
    by_key = {found.key: found for found in fetched}
    answer = {
        "version": FORMAT_VERSION,
        "entries": [_entry(by_key[key]) for key in plan.keys if key in by_key],
        "warnings": [str(problem) for problem in (*plan.problems, *plan.library_notes)],
    }
    return json.dumps(answer, ensure_ascii=False, indent=2)


def _entry(fetched: FetchedEntry) -> dict[str, Any]:
    outcome, paper = fetched.outcome, fetched.paper
    return {
        "key": fetched.key,
        "status": outcome.status.value,
        "how": outcome.how,
        "paper": paper_json(paper),
        "sources": dict(paper.sources),
        "abstract": paper.abstract,
        "full_text": fetched.full_text,
        "full_text_from": fetched.text_from,
        "full_text_notes": list(fetched.notes),
        "candidates": [paper_json(candidate) for candidate in outcome.candidates],
        "misdirected": paper_json(outcome.misdirected) if outcome.misdirected else None,
        "unknown_doi": outcome.unknown_doi,
        "notices": [
            {
                "kind": notice.kind.value,
                "doi": notice.doi,
                "date": notice.date,
                "source": notice.source,
            }
            for found in outcome.found
            for notice in found.notices
        ],
        "failures": [
            {"service": failure.service, "said": failure.reason} for failure in outcome.failures
        ],
    }


def paper_json(paper: Paper) -> dict[str, Any]:
    """Return what is known about a paper, as all answers in JSON have it."""
    return {
        "title": paper.title,
        "authors": full_names(paper),
        "year": paper.year,
        "venue": paper.venue,
        "doi": paper.doi,
        "arxiv": paper.arxiv_id,
        "s2": paper.s2_id,
        "pmid": paper.pmid,
        "acl": paper.acl_id,
    }


def references_json(references: Mapping[str, CheckedReference]) -> list[dict[str, Any]]:
    """Return the verdicts on references, by key."""
    return [
        {
            "key": key,
            "verdict": it.verdict.value,
            "differences": [asdict(difference) for difference in it.differences],
            "records": [
                {**paper_json(record), "source": next(iter(record.sources.values()), "")}
                for record in it.records
            ],
            "failures": list(it.failures),
        }
        for key, it in references.items()
    ]
