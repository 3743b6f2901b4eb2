"""``citeloom.fetch``: fetch what is known of some papers or of all, because the user says so."""

import logging
from collections import Counter
from collections.abc import Sequence
from functools import partial
from inspect import isawaitable
from typing import TYPE_CHECKING

from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import own_snapshot_for
from citeloom.lsp.questions.outside import ask_outside
from citeloom.papers.outcome import Status
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.actions.papers.fetch import FetchedEntry
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.snapshot import Snapshot

logger = logging.getLogger("citeloom")


def run(parts: "Parts", arguments: Arguments) -> object:
    """Start to fetch; the answer, when all is done, has what came of each entry."""
    keys = (arguments.key,) if arguments.key else arguments.keys
    return _fetch(parts, own_snapshot_for(parts.session, arguments), keys, arguments)


async def _fetch(
    parts: "Parts", snapshot: "Snapshot", keys: tuple[str, ...], arguments: Arguments
) -> object:
    from citeloom.jobs.job import JobCancelled, JobFailed

    try:
        report = await parts.fetching.fetch(
            snapshot, keys, refresh=arguments.refresh, full_text=arguments.full_text
        )
    except JobCancelled:
        raise InputError("fetching was cancelled; what had come is kept") from None
    except JobFailed as error:
        raise InputError(f"fetching failed: {error}") from None
    if report.refused is not None:
        user, again = snapshot.context.user, partial(run, parts, arguments)
        parts.background.run(ask_outside(parts.editor, user, report.refused, again))
    came = report.entries
    if failed := failure_words(came):
        parts.background.run(_offer_again(parts, arguments, failed))
    elif came:
        parts.editor.say(outcome_words(came[0]) if len(came) == 1 else _summary(came))
    return {
        "fetched": [
            {
                "key": fetched.key,
                "outcome": str(fetched.outcome.status),
                "how": fetched.outcome.how,
                "abstract": fetched.abstract,
                "fullText": fetched.full_text,
                "notes": list(fetched.notes),
                "said": outcome_words(fetched),
            }
            for fetched in came
        ],
        "notes": list(report.notes),
    }


def outcome_words(fetched: "FetchedEntry") -> str:
    """Say in a sentence what came of one entry."""
    from citeloom.actions.papers.failure_reasons import failure_reasons

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
        case Status.FAILED:
            said = f"failed, try again later ({failures})"
    if outcome.unknown_doi:
        said += f"; no service that was asked knows its DOI, {outcome.unknown_doi}"
    if failures and outcome.status is not Status.FAILED:
        said += f" (not everybody answered: {failures})"
    if fetched.full_text:
        said += f"; full text: {fetched.full_text}"
    return f"{fetched.key}: {said}."


def _summary(came: "tuple[FetchedEntry, ...]") -> str:
    ended = Counter(str(fetched.outcome.status) for fetched in came)
    known = sum(fetched.abstract for fetched in came)
    counts = ", ".join(f"{number} {status}" for status, number in ended.items())
    return f"{known} of {len(came)} abstracts are known ({counts})."


def failure_words(came: "Sequence[FetchedEntry]") -> str:
    """Say in a sentence what services kept back, and why; empty where nothing was kept back."""
    from citeloom.actions.papers.failure_reasons import failure_reasons
    from citeloom.actions.papers.fetch import needs_another_try

    left = [entry for entry in came if needs_another_try(entry)]
    if not left:
        return ""
    known = sum(fetched.abstract for fetched in came)
    of = f"{known} of {len(came)} abstracts are known" if known else "No abstract could be fetched"
    why = "; ".join(
        _reason_in_words(failed.services, failed.reason) for failed in failure_reasons(left)
    )
    return f"{of}: {why}{'' if why.endswith('?') else '.'}"


def _reason_in_words(services: Sequence[str], reason: str) -> str:
    """Say who failed and why: ``A and B cannot be reached``."""
    *others, last = services
    names = f"{', '.join(others)} and {last}" if others else last
    start, _, rest = reason.partition(" ")
    verb = rest.partition(" ")[0]
    if start == "it" and (not others or verb in {"cannot", "did"}):
        return f"{names} {rest}"
    return f"{names}: {reason}"


async def _offer_again(parts: "Parts", arguments: Arguments, message: str) -> None:
    logger.warning("fetching: %s", message)
    if await parts.editor.wants_another_try(message, "Run citeloom.fetch to try again."):
        try:
            again = run(parts, arguments)
            if isawaitable(again):
                await again
        except InputError as error:
            parts.editor.say_problem(error)
