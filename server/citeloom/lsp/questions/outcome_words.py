"""What came of a fetch of several entries, in sentences for an editor."""

from collections.abc import Sequence

from citeloom.actions.papers.failure_reasons import failure_reasons
from citeloom.actions.papers.fetched_entry import (
    FetchedEntry,
    ends,
    library_counts,
    needs_another_try,
)
from citeloom.visible import first_of

_MOST_KEYS = 8
"""The most retracted papers that are named."""


def summary_words(came: Sequence[FetchedEntry]) -> str:
    """Say how many abstracts are known, how the searches ended, and what was taken back."""
    known = sum(fetched.abstract for fetched in came)
    return f"{known} of {len(came)} abstracts were found ({ends(came)}).{_taken_back(came)}"


def disk_words(came: Sequence[FetchedEntry]) -> str:
    """Say which abstracts are known after a look at this disk alone."""
    if len(came) == 1:
        (only,) = came
        if only.abstract:
            return f"{only.key}: its abstract is from {only.abstract_from}."
        return f"{only.key}: no file on this computer has its abstract; no service was asked."
    known = sum(fetched.abstract for fetched in came)
    counts = ", ".join(library_counts(came))
    of = f": {counts}" if counts else ""
    return (
        f"{known} of {len(came)} abstracts were found{of}. Only files on this computer were "
        "searched; no service was asked."
    )


def failure_words(came: Sequence[FetchedEntry]) -> str:
    """Say what services kept back, and why; empty where nothing was kept back."""
    left = [entry for entry in came if needs_another_try(entry)]
    if not left:
        return ""
    known = sum(fetched.abstract for fetched in came)
    of = f"{known} of {len(came)} abstracts were found" if known else "No abstract could be fetched"
    why = "; ".join(
        _reason_in_words(failed.services, failed.reason) for failed in failure_reasons(left)
    )
    return f"{of}: {why}{'' if why.endswith('?') else '.'}{_taken_back(came)}"


def _taken_back(came: Sequence[FetchedEntry]) -> str:
    """Say which papers were retracted or withdrawn, in a sentence behind another one."""
    found = [fetched for fetched in came if fetched.retracted]
    if len(found) == 1:
        return f" {found[0].key} {found[0].retracted}."
    keys = first_of([fetched.key for fetched in found], _MOST_KEYS)
    return f" Retracted or withdrawn: {keys}." if found else ""


def _reason_in_words(services: Sequence[str], reason: str) -> str:
    """Return which services failed and why: ``A and B cannot be reached``."""
    *others, last = services
    names = f"{', '.join(others)} and {last}" if others else last
    start, _, rest = reason.partition(" ")
    verb = rest.partition(" ")[0]
    if start == "it" and (not others or verb in {"cannot", "did"}):
        return f"{names} {rest}"
    return f"{names}: {reason}"
