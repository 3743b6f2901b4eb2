"""The user's agreement that papers are looked up on the network unasked."""

from urllib.parse import urlsplit

from citeloom.keeping.private import read_private_json, write_private_json
from citeloom.settings import UserSettings, network_settings

FILE = "fetching.json"


def consent_of(user: UserSettings) -> bool | None:
    """Return the user's answer; None where nobody has asked, or it cannot be read."""
    kept = read_private_json(user.data_folder / FILE)
    answer = kept.get("agreed") if isinstance(kept, dict) else None
    return answer if isinstance(answer, bool) else None


def keep_consent(user: UserSettings, agreed: bool) -> None:
    """Keep the user's answer, readable to the user alone.

    Raises
    ------
    InputError
        If it cannot be written.
    """
    write_private_json(user.data_folder / FILE, {"agreed": agreed})


def what_is_sent() -> str:
    """Say in a sentence what is sent to whom when papers are fetched.

    Raises
    ------
    InputError
        If the user's settings of the network cannot be read.
    """
    services = network_settings().services
    asked = (services.s2, services.arxiv, services.crossref, services.openalex)
    *hosts, last = dict.fromkeys(urlsplit(address).hostname or address for address in asked)
    to = f"{', '.join(hosts)} and {last}" if hosts else last
    return (
        "the titles, first authors, years and identifiers of the cited papers are sent, for "
        "suggestions also phrases that their titles share and identifiers of papers around them, "
        f"and nothing of the draft, to {to}"
    )
