"""The outcome of fetching an entry, as one line."""

from collections.abc import Iterator, Sequence

from citeloom.actions.papers.failure_reasons import failure_reasons
from citeloom.actions.papers.fetched_entry import FetchedEntry, needs_another_try
from citeloom.actions.papers.paper_words import paper_line, wrong_identifiers
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.source_names import source_name
from citeloom.visible import first_of

MOST_KEYS = 8
"""The most entries that are named where a service failed."""

MOST_NOTES = 3
"""The most notes on a full text in one line; the JSON has all."""


def outcome_line(fetched: FetchedEntry) -> str:
    """Return the outcome of one entry as a line."""
    outcome = fetched.outcome
    parts = [_status(outcome)]
    parts += wrong_identifiers(outcome, fetched.key)
    if said := fetched.retracted:
        parts.append(f"it {said}")
    if not fetched.abstract:
        parts.append("no abstract")
    elif outcome.status not in (Status.MATCHED, Status.FROM_BIB):
        parts.append(f"abstract from {fetched.abstract_from}")
    if outcome.status is Status.NOT_FOUND:
        parts.append(next_step(outcome, has_abstract=fetched.abstract))
    if needs_another_try(fetched) and outcome.status is not Status.FAILED:
        parts.append(_failed(outcome))
    if fetched.full_text:
        parts.append(f"full text: {fetched.full_text_words}")
    if fetched.notes:
        more = len(fetched.notes) - MOST_NOTES
        noted = "; ".join(fetched.notes[:MOST_NOTES])
        parts.append(f"its full text: {noted}{f'; and {more} more' if more > 0 else ''}")
    return f"{fetched.key}: {'; '.join(parts)}"


def next_step(outcome: Outcome, *, has_abstract: bool = False) -> str:
    """Say what brings an abstract, or a proof, of a paper that no service is proved to have."""
    name = outcome.paper.doi or outcome.paper.arxiv_id
    if not outcome.unknown_doi and not name:
        what = "add its DOI or arXiv id"
        return f"{what} to its entry" if has_abstract else f"{what}, or an abstract, to its entry"
    what = "correct its DOI" if outcome.unknown_doi else f"check {name}"
    return what if has_abstract else f"{what}, or add an abstract to its entry"


def failure_lines(fetched: Sequence[FetchedEntry]) -> Iterator[str]:
    """Yield each reason why services failed, once, with the entries that it concerns."""
    for failed in failure_reasons(fetched):
        entries = first_of(failed.keys, MOST_KEYS)
        yield f"failed: {', '.join(failed.services)}: {failed.reason} ({entries})"


def _status(outcome: Outcome) -> str:
    match outcome.status:
        case Status.MATCHED:
            by = ", ".join(source_name(service) for service in _services(outcome))
            return f"matched ({outcome.how}; {by})"
        case Status.AMBIGUOUS:
            return f"ambiguous: {' | '.join(map(paper_line, outcome.candidates))}"
        case Status.FAILED:
            return _failed(outcome)
        case _:
            return outcome.status.value


def _services(outcome: Outcome) -> list[str]:
    return list(dict.fromkeys(found.service for found in outcome.found))


def _failed(outcome: Outcome) -> str:
    """Say who failed; the reasons follow once, at the end."""
    return f"failed: {', '.join(source_name(failure.service) for failure in outcome.failures)}"
