"""The user's agreement to look papers up on the network without a question each time."""

from urllib.parse import urlsplit

from citeloom.keeping.private import read_private_json, write_private_json
from citeloom.settings import Services, UserSettings, asked_services, network_settings

FILE = "fetching.json"

_SERVICES = frozenset(asked_services(Services()))
"""Those that are asked unless settings say otherwise; who switches one on agrees by that."""


def consent_of(user: UserSettings) -> bool | None:
    """Return the user's answer; None if the question was never asked, or it cannot be read.

    Who agreed when fewer services were asked is asked again.
    """
    kept = read_private_json(user.data_folder / FILE)
    answer = kept.get("agreed") if isinstance(kept, dict) else None
    if not isinstance(kept, dict) or not isinstance(answer, bool):
        return None
    named = kept.get("services")
    known = set(named) if isinstance(named, list) else set()
    return answer if not answer or known.issuperset(_SERVICES) else None


def keep_consent(user: UserSettings, agreed: bool) -> None:
    """Keep the user's answer, readable to the user alone."""
    about = {"services": sorted(_SERVICES)} if agreed else {}
    kept = {"agreed": agreed, **about}
    write_private_json(user.data_folder / FILE, kept)


def what_is_sent() -> str:
    """Say in a sentence what is sent to whom when papers are fetched."""
    asked = asked_services(network_settings().services).values()
    *hosts, last = dict.fromkeys(urlsplit(address).hostname or address for address in asked)
    to = f"{', '.join(hosts)} and {last}" if hosts else last
    return (
        "the titles, first authors, years and identifiers of the cited papers are sent, for "
        "suggestions also phrases that their titles share and identifiers of papers around them, "
        f"but nothing of the draft, to {to}"
    )
