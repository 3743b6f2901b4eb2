"""The JSON that ``citeloom suggest --json`` prints."""

import json
from typing import Any

from citeloom.actions.context import Opened
from citeloom.actions.suggesting.suggestion import DraftSentence, Suggestion, Suggestions
from citeloom.cli.fetching.as_json import paper_json

FORMAT_VERSION = 1


def suggestions_json(suggestions: Suggestions, opened: Opened) -> str:
    """Return suggestions as one JSON object; its format is in docs/json.md."""
    answer = {
        "version": FORMAT_VERSION,
        "suggestions": [_suggestion(found, opened) for found in suggestions.found],
        "notes": list(suggestions.notes),
    }
    return json.dumps(answer, ensure_ascii=False, indent=2)


def _suggestion(suggestion: Suggestion, opened: Opened) -> dict[str, Any]:
    paper, sentence = suggestion.paper, suggestion.sentence
    return {
        "id": paper.id,
        "paper": paper_json(paper),
        "abstract": paper.abstract,
        "key": suggestion.key,
        "score": suggestion.score,
        "quote": suggestion.quote,
        "cited_by": list(suggestion.cited_by),
        "cites": list(suggestion.cites),
        "sources": list(suggestion.sources),
        "sentence": _sentence(sentence, opened) if sentence else None,
    }


def _sentence(sentence: DraftSentence, opened: Opened) -> dict[str, Any]:
    document = opened.project.documents[sentence.path]
    return {
        "file": str(sentence.path),
        "line": document.place(sentence.span.start).line,
        "start": sentence.span.start,
        "end": sentence.span.end,
        "text": sentence.text,
    }
