"""The pace that each service allows; ``limiter`` keeps to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class ServiceLimit:
    """How often a service may be asked, and how long it is worth waiting for.

    Parameters
    ----------
    interval
        Seconds from the start of a request to that of the next.
    at_once
        How many requests may be under way.
    shared
        Whether interval and ``at_once`` (then 1) hold over all processes of the user.
    """

    interval: float
    at_once: int = 1
    shared: bool = False


SERVICE_LIMITS: Mapping[str, ServiceLimit] = MappingProxyType(
    {
        # https://www.semanticscholar.org/product/api: one request a second with a key,
        # which all programs of a user share.
        "s2": ServiceLimit(1.0, shared=True),
        # https://info.arxiv.org/help/api/tou.html: one in three seconds, one connection, over all
        # of its interfaces and all machines of a user.
        "arxiv": ServiceLimit(3.0, shared=True),
        # Lists in the polite pool; what the answers' rate headers say takes precedence.
        # https://www.crossref.org/documentation/retrieve-metadata/rest-api/access-and-authentication/
        "crossref": ServiceLimit(0.34, shared=True),
        # https://developers.openalex.org/api-reference/authentication: 100 a second.
        "openalex": ServiceLimit(0.1, at_once=2),
        # No rate is documented; as often as Crossref is.
        "europepmc": ServiceLimit(0.34, shared=True),
        # https://github.com/inspirehep/rest-api-doc: 15 in five seconds for an address.
        "inspire": ServiceLimit(0.4, shared=True),
        # https://support.datacite.org/docs/api: 500 in five minutes for an address.
        "datacite": ServiceLimit(0.6, shared=True),
        # No rate is documented.
        "hal": ServiceLimit(1.0, shared=True),
        # One file, asked for by its user.
        "acl_anthology": ServiceLimit(3.0),
        # No host of PDFs is asked more than once in three seconds.
        "pdf": ServiceLimit(3.0),
    }
)

ATTEMPTS = 4
"""How often a request is tried where what went wrong may pass."""

ATTEMPTS_TO_REACH = 2
"""The same where nothing answers at all, as where this machine is offline."""

ATTEMPTS_AT_SLOW = 2
"""The same where the time for an answer was over: a third would keep everybody waiting."""

FIRST_WAIT, LONGEST_WAIT = 2.0, 30.0
"""Seconds: back-off is drawn from nothing up to the first, doubled for each further attempt."""

PATIENCE = 60.0
"""Seconds that a service may ask us to wait for one answer; where it asks for more we give up."""

FAILURES = 2
"""Requests in a row that fail in spite of all attempts before a service is left alone."""

REST = 300.0
"""Seconds for which a service that keeps failing, or refuses us, is left alone."""
