"""Keys of services of papers that the system's keyring keeps."""

from urllib.parse import urlsplit

from pydantic import SecretStr

from citeloom.models.keys import KeyringError, stored_key
from citeloom.settings import NetworkSettings, Services

WITH_KEYS = ("s2", "openalex")
"""The services that give keys."""


def service_host(service: str) -> str:
    """Return the host that a service's key is kept for, whatever mirror is asked."""
    return urlsplit(str(getattr(Services(), service))).netloc


def with_kept_keys(network: NetworkSettings) -> NetworkSettings:
    """Return the settings with the keyring's keys where the environment holds none.

    A keyring that cannot be used counts as empty. A key goes to its service alone, not to a mirror.
    """
    kept = {}
    for service in WITH_KEYS:
        name = f"{service}_key"
        own = getattr(network.services, service) == getattr(Services(), service)
        if own and not getattr(network, name).get_secret_value():
            try:
                kept[name] = SecretStr(stored_key(service_host(service)).strip())
            except KeyringError:
                return network
    return network.model_copy(update=kept)
