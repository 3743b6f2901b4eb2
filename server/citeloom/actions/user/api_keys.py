"""Keys of language models and of services of papers, in the system's keyring."""

from urllib.parse import urlsplit

from citeloom.actions.user.service_keys import WITH_KEYS, service_host
from citeloom.actions.writing.models import configured_model
from citeloom.models.keys import remove_key, store_key
from citeloom.models.presets import PRESETS
from citeloom.problem import InputError


def host_of(name: str) -> str:
    """Return the host that a key is for: of a provider or a service, by its name, or as configured.

    Raises
    ------
    InputError
        If no host is meant.
    """
    if not name:
        setup = configured_model()
        if setup is None:
            raise InputError(
                "no language model is configured", advice="name the provider or the host"
            )
        if setup.is_editors:
            raise InputError(f"{setup.name} is a model of your editor, which needs no key")
        return setup.host
    if name in WITH_KEYS:
        return service_host(name)
    preset = PRESETS.get(name)
    address = preset.address if preset else name
    host = urlsplit(address if "//" in address else f"https://{address}").netloc
    if not host or " " in host or "@" in host:
        raise InputError(
            f"'{name}' is neither a provider nor a host name",
            advice=", ".join((*PRESETS, *WITH_KEYS)),
        )
    return host


def model_host() -> str:
    """Return the host of the configured model, by which its key is known; empty for none."""
    try:
        setup = configured_model("none")
    except InputError:
        return ""
    return "" if setup is None or setup.is_editors else setup.host


def keep_key(host: str, value: str) -> None:
    """Put a key into the system's keyring.

    Raises
    ------
    InputError
        If the key is empty or has white space in it; as ServiceError if there is no keyring.
    """
    if not value or any(character.isspace() for character in value):
        raise InputError("this is not a key: it is empty or contains white space")
    store_key(host, value)


def forget_key(host: str) -> bool:
    """Take a key out of the system's keyring; tell whether there was one."""
    return remove_key(host)
