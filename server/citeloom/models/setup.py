"""The configured model, and how to open it."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from citeloom.models.keys import Key, key_for
from citeloom.models.memo import Memo
from citeloom.models.model import Model
from citeloom.models.port import SetupError
from citeloom.models.presets import PRESETS, Preset
from citeloom.models.receiver import Receiver
from citeloom.models.speed import endpoint_name
from citeloom.models.usage import Ledger, Limits
from citeloom.settings import LOOPBACK, ModelSettings

if TYPE_CHECKING:
    from citeloom.models.endpoint import Heard

MEMO = "memo.sqlite"


@dataclass(frozen=True)
class Setup:
    """A configured model: its provider, address, key and limits."""

    preset: Preset
    address: str
    key: Key
    settings: ModelSettings

    @property
    def name(self) -> str:
        """The model, as the endpoint calls it."""
        return self.settings.name

    @property
    def host(self) -> str:
        """The host that questions go to."""
        return urlsplit(self.address).netloc

    @property
    def receiver(self) -> Receiver:
        """Who is sent what the model is asked."""
        return Receiver(self.host, self.name)

    @property
    def endpoint(self) -> str:
        """The address and the model, by which the speed of earlier answers is kept."""
        return endpoint_name(self.address, self.name)

    @property
    def is_local(self) -> bool:
        """Whether the model runs on this machine, so that nothing leaves it."""
        return urlsplit(self.address).hostname in LOOPBACK

    @property
    def context(self) -> int:
        """Tokens that fit into the model's context; 0 if unknown."""
        return self.settings.context or self.preset.dialect.context

    @property
    def limits(self) -> Limits:
        """What a run may use."""
        given = self.settings
        return Limits(given.calls, given.tokens, given.money, given.input_price, given.output_price)


def setup_of(settings: ModelSettings, handed_over: str = "") -> Setup | None:
    """Return the configured model; None if there is none.

    Raises
    ------
    SetupError
        If the settings name an unknown provider, or lack an address or a model.
    """
    if not settings.provider and not settings.address:
        return None
    preset = PRESETS.get(settings.provider or "custom")
    if preset is None:
        known = ", ".join(PRESETS)
        raise SetupError(f"model.provider: there is no '{settings.provider}'; there are {known}")
    address = settings.address or preset.address
    if not address:
        raise SetupError(f"model.address: {preset.title} needs the address of your endpoint")
    if not settings.name:
        raise SetupError("model.name: say which model is to be asked")
    key = key_for(urlsplit(address).netloc, preset.variable, handed_over)
    return Setup(preset, address, key, settings)


def open_model(setup: Setup, data_folder: Path, heard: "Heard | None" = None) -> Model:
    """Return the model, with the memo of the data folder; call it in a running event loop.

    ``heard`` is told the words of answers while they come.
    """
    from citeloom.models.connection.pace import Pace
    from citeloom.models.endpoint import Endpoint

    given = setup.settings
    ledger = Ledger(setup.limits)
    endpoint = Endpoint(
        setup.address,
        setup.name,
        setup.key.value,
        Pace(given.concurrency),
        ledger,
        given.timeout,
        setup.preset.dialect,
        setup.context,
        heard,
    )
    memo = Memo(data_folder / MEMO, given.memo_days, given.memo_megabytes)
    if memo.problem:
        ledger.note(memo.problem)
    if not given.context and setup.context:
        ledger.note(
            f"{setup.preset.title} is taken to read {setup.context} tokens at once; where it reads "
            "more, say so as model.context in config.toml"
        )
    return Model(endpoint, memo, ledger)
