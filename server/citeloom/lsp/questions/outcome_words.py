"""What came of a fetch, in sentences for an editor."""

from collections import Counter
from collections.abc import Sequence

from citeloom.actions.papers.failure_reasons import failure_reasons
from citeloom.actions.papers.fetched_entry import FetchedEntry, library_counts, needs_another_try
from citeloom.papers.outcome import Status

_MOST_KEYS = 8
"""The most retracted papers that are named."""


def outcome_words(fetched: FetchedEntry) -> str:
    """Say in a sentence what came of one entry."""
    outcome = fetched.outcome
    there = "its abstract is known" if fetched.abstract else "no service has its abstract"
    failures = "; ".join(
        f"{', '.join(failed.services)}: {failed.reason}" for failed in failure_reasons([fetched])
    )
    match outcome.status:
        case Status.FROM_BIB:
            said = "the .bib file has its abstract"
        case Status.MATCHED:
            said = f"found by {outcome.how}; {there}"
        case Status.AMBIGUOUS:
            number = len(outcome.candidates)
            papers = f"one of {number} papers" if number > 1 else "this paper or another"
            said = f"ambiguous: it may be {papers}; a code action on its entry says which"
        case Status.NOT_FOUND:
            said = (
                "could not verify: no service has a paper that is proved to be this one; add its "
                "DOI or arXiv id, or an abstract, to its entry"
            )
        case Status.NOT_ASKED:
            said = "its abstract is known" if fetched.abstract else "nobody was asked"
        case Status.FAILED:
            said = f"failed, try again later ({failures})"
    if fetched.retracted:
        said += f"; it {fetched.retracted}"
    if outcome.unknown_doi:
        said += f"; no service that was asked knows its DOI, {outcome.unknown_doi}"
    if failures and outcome.status is not Status.FAILED:
        said += f" (not everybody answered: {failures})"
    if fetched.full_text:
        said += f"; full text: {fetched.full_text_words}"
    return f"{fetched.key}: {said}."


def summary_words(came: Sequence[FetchedEntry]) -> str:
    """Say how many abstracts are known, how the searches ended, and what was taken back."""
    ended = Counter(str(fetched.outcome.status) for fetched in came)
    known = sum(fetched.abstract for fetched in came)
    counts = ", ".join(f"{number} {status}" for status, number in ended.items())
    return f"{known} of {len(came)} abstracts are known ({counts}).{_taken_back(came)}"


def disk_words(came: Sequence[FetchedEntry]) -> str:
    """Say which abstracts are known after a look at this disk alone."""
    if len(came) == 1:
        (only,) = came
        if only.abstract:
            return f"{only.key}: its abstract is from {only.abstract_from}."
        return f"{only.key}: nothing on this disk has its abstract; nobody else was asked."
    known = sum(fetched.abstract for fetched in came)
    counts = ", ".join(library_counts(came))
    of = f": {counts}" if counts else ""
    return f"{known} of {len(came)} abstracts are known{of}. Nobody beyond this disk was asked."


def failure_words(came: Sequence[FetchedEntry]) -> str:
    """Say what services kept back, and why; empty where nothing was kept back."""
    left = [entry for entry in came if needs_another_try(entry)]
    if not left:
        return ""
    known = sum(fetched.abstract for fetched in came)
    of = f"{known} of {len(came)} abstracts are known" if known else "No abstract could be fetched"
    why = "; ".join(
        _reason_in_words(failed.services, failed.reason) for failed in failure_reasons(left)
    )
    return f"{of}: {why}{'' if why.endswith('?') else '.'}{_taken_back(came)}"


def _taken_back(came: Sequence[FetchedEntry]) -> str:
    """Say which papers were retracted or withdrawn, in a sentence behind another one."""
    found = [fetched for fetched in came if fetched.retracted]
    if len(found) == 1:
        return f" {found[0].key} {found[0].retracted}."
    named = ", ".join(fetched.key for fetched in found[:_MOST_KEYS])
    more = len(found) - _MOST_KEYS
    keys = f"{named} and {more} more" if more > 0 else named
    return f" Retracted or withdrawn: {keys}." if found else ""


def _reason_in_words(services: Sequence[str], reason: str) -> str:
    """Say who failed and why: ``A and B cannot be reached``."""
    *others, last = services
    names = f"{', '.join(others)} and {last}" if others else last
    start, _, rest = reason.partition(" ")
    verb = rest.partition(" ")[0]
    if start == "it" and (not others or verb in {"cannot", "did"}):
        return f"{names} {rest}"
    return f"{names}: {reason}"
