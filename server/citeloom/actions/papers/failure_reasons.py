"""Why services failed in a fetch: each reason once, with the services and entries it concerns."""

from collections.abc import Iterable
from dataclasses import dataclass

from citeloom.actions.papers.fetched_entry import FetchedEntry
from citeloom.papers.source_names import source_name
from citeloom.papers.web.service_failed import RESTING


@dataclass(frozen=True)
class FailureReason:
    """A reason, the names of the services that failed for it, and the keys of the entries."""

    reason: str
    services: tuple[str, ...]
    keys: tuple[str, ...]


def failure_reasons(fetched: Iterable[FetchedEntry]) -> tuple[FailureReason, ...]:
    """Return why services failed, what concerns most entries first."""
    found: dict[str, tuple[dict[str, None], dict[str, None]]] = {}
    for entry in fetched:
        for failure in entry.outcome.failures:
            services, keys = found.setdefault(failure.reason.removesuffix(RESTING), ({}, {}))
            services[source_name(failure.service)] = None
            keys[entry.key] = None
    reasons = [FailureReason(why, tuple(by), tuple(of)) for why, (by, of) in found.items()]
    return tuple(sorted(reasons, key=lambda reason: -len(reason.keys)))
