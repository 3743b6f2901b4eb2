"""Suggested references as an editor gets them: as values, and as code actions on sentences."""

from collections.abc import Iterator, Mapping

from citeloom.actions.papers.paper_words import paper_in_words
from citeloom.actions.suggesting.draft_sentences import (
    asked_sentence_at,
    sentences_as_now,
)
from citeloom.actions.suggesting.suggestion import DraftSentence, Suggestion, Suggestions
from citeloom.actions.user.fetch_agreement import consent_of
from citeloom.draft.document import Document
from citeloom.lsp.features.actions import Action, ActionsAsked
from citeloom.lsp.features.requests.arguments import Arguments, SuggestionArguments
from citeloom.lsp.job_state import JobState
from citeloom.lsp.routes import SUGGESTION_KIND
from citeloom.lsp.snapshot import Snapshot

MOST_ACTIONS = 3
"""Suggestions for one sentence that are offered in a menu; the others are in the list."""


def as_answer(found: Suggestions, snapshot: Snapshot) -> dict[str, object]:
    """Return suggestions as values of a command's answer, their sentences where they stand now."""
    sentences = {suggestion.sentence for suggestion in found.found if suggestion.sentence}
    now = sentences_as_now(sentences, snapshot.opened)
    return {
        "suggestions": [_as_value(suggestion, now, snapshot) for suggestion in found.found],
        "notes": list(found.notes),
        "mayAsk": may_look_up(snapshot),
    }


def may_look_up(snapshot: Snapshot) -> bool:
    """Tell whether services may be asked, as the settings and the user's answer are now."""
    fetch = snapshot.settings.fetch
    return fetch == "on" or (fetch == "ask" and consent_of(snapshot.context.user) is True)


def suggestion_actions(asked: ActionsAsked, work: JobState) -> Iterator[Action]:
    """Yield what can be done about references for a sentence that cites none."""
    snapshot, source = asked.snapshot, asked.snapshot.source
    if not isinstance(source, Document):
        return
    place = asked_sentence_at(snapshot.project, source, asked.selected.start)
    if place is None or place.keys:
        return
    kept = work.suggested.get(snapshot.project.root)
    here = [
        suggestion
        for suggestion in (kept.found if kept else ())
        if suggestion.sentence is not None
        and (suggestion.sentence.path, suggestion.sentence.text)
        == (place.sentence.path, place.sentence.text)
    ]
    for suggestion in here[:MOST_ACTIONS]:
        title = f"Cite {paper_in_words(suggestion.paper)}"
        chosen = SuggestionArguments(position=asked.position, paper=suggestion.paper.id)
        yield Action(title, "takeSuggestion", chosen, SUGGESTION_KIND)
    if not here:
        arguments = Arguments(position=asked.position)
        yield Action("Find a paper for this", "suggest", arguments, SUGGESTION_KIND)


def _as_value(
    suggestion: Suggestion,
    now: Mapping[DraftSentence, DraftSentence],
    snapshot: Snapshot,
) -> dict[str, object]:
    paper, sentence = suggestion.paper, suggestion.sentence
    return {
        "paper": paper.id,
        "title": paper.title,
        "people": suggestion.people,
        "year": paper.year,
        "venue": paper.venue,
        "quote": suggestion.quote,
        "key": suggestion.key,
        "citedBy": list(suggestion.cited_by),
        "cites": list(suggestion.cites),
        "sources": list(suggestion.sources),
        "sentence": sentence and _as_place(sentence, now.get(sentence), snapshot),
    }


def _as_place(
    sentence: DraftSentence, now: DraftSentence | None, snapshot: Snapshot
) -> dict[str, object]:
    """Return a sentence with its range; that is null where it has changed since."""
    document = snapshot.project.documents.get(sentence.path)
    return {
        "uri": snapshot.uri(sentence.path),
        "range": now and document and snapshot.range(now.span, document),
        "text": sentence.text,
    }
