"""One verdict for each reference: whether it is real, and right."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from citeloom.actions.papers.knowledge import PaperKnowledge
from citeloom.papers.differences import Difference, differences
from citeloom.papers.found import Found
from citeloom.papers.outcome import Outcome, Status
from citeloom.papers.paper import Paper
from citeloom.papers.source_names import source_name
from citeloom.plural import number_of
from citeloom.problem import Place, Problem, Severity
from citeloom.visible import first_of

MOST_NAMED = 10
"""References that are named where nothing was asked about them."""


class Verdict(StrEnum):
    """What is known of a reference, the worst first."""

    NOT_FOUND = "not found"
    PROBABLE = "probable match"
    DIFFERS = "verified, with differences"
    NOT_ASKED = "not asked"
    VERIFIED = "verified"


@dataclass(frozen=True)
class CheckedReference:
    """A cited paper with its verdict.

    Parameters
    ----------
    own
        The paper as the .bib has it.
    verdict
        What is known of it.
    records
        The records that it was compared with, as services gave them: those that are proved to be
        this paper, else those that may be.
    differences
        Where no proved record, or not the likeliest one, agrees with the entry.
    failures
        Why services did not answer, in words.
    is_grave
        Whether its identifier is another paper's, or the paper was retracted.
    """

    own: Paper
    verdict: Verdict
    records: tuple[Paper, ...] = ()
    differences: tuple[Difference, ...] = ()
    failures: tuple[str, ...] = ()
    is_grave: bool = False


def checked_reference(known: PaperKnowledge) -> CheckedReference:
    """Return the verdict on a paper, by what earlier searches for it have found."""
    outcome = known.outcome or Outcome(known.own, Status.NOT_ASKED)
    found = outcome.found or tuple(map(Found, outcome.candidates[:1]))
    differ = tuple(differences(known.own, found))
    if outcome.found:
        verdict = Verdict.DIFFERS if differ else Verdict.VERIFIED
    elif outcome.candidates:
        verdict = Verdict.PROBABLE
    else:
        is_asked = outcome.status is Status.NOT_FOUND
        verdict = Verdict.NOT_FOUND if is_asked else Verdict.NOT_ASKED
    records = tuple(it.paper for it in outcome.found) or outcome.candidates
    failures = tuple(f"{source_name(it.service)}: {it.reason}" for it in outcome.failures)
    is_grave = outcome.misdirected is not None or any(it.takes_back for it in known.notices)
    return CheckedReference(known.own, verdict, records, differ, failures, is_grave)


def unproved(
    references: Mapping[str, CheckedReference], places: Mapping[str, Place]
) -> Iterator[Problem]:
    """Yield the references that were not found, or not asked for, by key."""
    for key, reference in references.items():
        if reference.verdict is Verdict.NOT_FOUND:
            message = f"no service found '{key}'"
            advice = "check title, authors and year; these services do not list every paper"
            yield Problem(Severity.NOTE, "not-found", message, places[key], advice)
        elif reference.failures:
            message = f"'{key}' was not found yet: {'; '.join(reference.failures)}"
            yield Problem(Severity.NOTE, "not-asked", message, places[key])
    unasked = [
        key for key, it in references.items() if it.verdict is Verdict.NOT_ASKED and not it.failures
    ]
    if unasked:
        message = f"{number_of(len(unasked), 'reference')} not looked up yet: "
        message += first_of(unasked, MOST_NAMED)
        yield Problem(Severity.NOTE, "not-asked", message, Place(places[unasked[0]].file))


def in_words(difference: Difference) -> str:
    """Return a difference in words, with both values."""
    by = f" ({source_name(difference.source)})" if difference.source else ""
    return f"{difference.field} '{difference.own}', there '{difference.record}'{by}"


def counts_in_words(references: Mapping[str, CheckedReference]) -> str:
    """Return how many references have each verdict."""
    verdicts = Counter(reference.verdict for reference in references.values())
    counts = [f"{verdicts[it]} {it.value}" for it in reversed(Verdict) if verdicts[it]]
    return f"{number_of(len(references), 'reference')}: {', '.join(counts)}"


def is_grave(references: Mapping[str, CheckedReference], *, strict: bool) -> bool:
    """Tell whether a paper was retracted or an identifier is another's; or one was not found."""
    return any(
        it.is_grave or (strict and it.verdict is Verdict.NOT_FOUND) for it in references.values()
    )
