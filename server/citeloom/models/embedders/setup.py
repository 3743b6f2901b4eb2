"""The configured embedder."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from citeloom.models.keys import EMBEDDINGS_VARIABLE, VARIABLE, Key, key_for
from citeloom.models.port import SetupError
from citeloom.models.presets import EDITOR, PRESETS
from citeloom.models.receiver import Receiver
from citeloom.settings import LOOPBACK, EmbeddingSettings, ModelSettings

SENTENCE_TRANSFORMERS = "sentence-transformers"
"""The library that embeds on this machine."""

EXTRA = "embeddings"
"""What brings it."""


@dataclass(frozen=True)
class EmbedderSetup:
    """A configured embedder: a provider or library, and for an endpoint its address and key.

    ``model`` is the language model's settings: its memo and its currency are the embedder's too.
    """

    provider: str
    address: str
    key: Key
    settings: EmbeddingSettings
    model: ModelSettings

    @property
    def name(self) -> str:
        """The model, as the endpoint or the library calls it."""
        return self.settings.name

    @property
    def host(self) -> str:
        """The host that texts go to; empty for a library."""
        return urlsplit(self.address).netloc

    @property
    def vectors(self) -> str:
        """The name of its vectors; those of another name compare with none of them."""
        name, prefix = f"{self.offered_by}/{self.name}", self.settings.text_prefix
        return f"{name} after '{prefix}'" if prefix else name

    @property
    def offered_by(self) -> str:
        """A provider's or library's name; the host of an endpoint of the user's own."""
        # Two endpoints of one's own may have models of the same name.
        is_known = self.provider == SENTENCE_TRANSFORMERS or PRESETS[self.provider].address
        return self.provider if is_known else self.host

    @property
    def is_local(self) -> bool:
        """Whether it runs on this machine, so that nothing leaves it."""
        return not self.address or urlsplit(self.address).hostname in LOOPBACK

    @property
    def receiver(self) -> Receiver:
        """Who is sent the texts."""
        return Receiver(self.host, self.name, "embeddings")


def embedder_setup(
    settings: EmbeddingSettings, model: ModelSettings, handed_over: str = ""
) -> EmbedderSetup | None:
    """Return the configured embedder; None if there is none.

    Without a provider of its own it is the language model's, with its address. ``handed_over`` is
    the key of the language model's endpoint; another host is not sent it.

    Raises
    ------
    SetupError
        If the settings name an unknown provider, or lack an address or a model.
    """
    given = settings.provider
    if not given and not settings.address:
        if not settings.name:
            return None
        given = model.provider or ("custom" if model.address else "")
        if not given:
            raise SetupError(f"embeddings.provider: give the provider of '{settings.name}'")
    if given == SENTENCE_TRANSFORMERS:
        if settings.address:
            raise SetupError(f"embeddings.address: {given} runs on this machine and has none")
        if not settings.name:
            raise SetupError("embeddings.name: give the name of the model, or its folder")
        return EmbedderSetup(given, "", Key(), settings, model)
    preset = PRESETS.get(given or "custom")
    if preset is None:
        known = ", ".join((SENTENCE_TRANSFORMERS, *PRESETS))
        raise SetupError(f"embeddings.provider: unknown provider '{given}'; use one of {known}")
    if preset.name == EDITOR:
        raise SetupError("embeddings.provider: an editor's model cannot embed; name another")
    usual = preset.address
    if given == (model.provider or "custom"):
        usual = model.address or usual
    address = settings.address or usual
    if not address:
        raise SetupError(f"embeddings.address: {preset.title} needs the address of your endpoint")
    if not settings.name:
        raise SetupError("embeddings.name: give the name of the model")
    host = urlsplit(address).netloc
    is_models = host == urlsplit(_address_of(model)).netloc
    variables = (EMBEDDINGS_VARIABLE, VARIABLE) if is_models else (EMBEDDINGS_VARIABLE,)
    is_providers = host == urlsplit(preset.address or address).netloc
    variable = preset.variable if is_providers or is_models else ""
    key = key_for(host, variable, handed_over if is_models else "", variables)
    return EmbedderSetup(preset.name, address, key, settings, model)


def _address_of(model: ModelSettings) -> str:
    """Return the address of the language model; empty where none is configured."""
    preset = PRESETS.get(model.provider)
    return model.address or (preset.address if preset else "")
