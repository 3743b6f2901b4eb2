"""The configured model, and how to open it."""

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from citeloom.models.editor.messages import EditorModelName
from citeloom.models.keys import Key, key_for
from citeloom.models.memo import Memo
from citeloom.models.model import AnswerSource, Model
from citeloom.models.port import SetupError
from citeloom.models.presets import EDITOR, PRESETS, Preset
from citeloom.models.receiver import Receiver
from citeloom.models.usage import Ledger, Limits, endpoint_name
from citeloom.settings import LOOPBACK, ModelSettings

if TYPE_CHECKING:
    from citeloom.models.connection.pace import Pace
    from citeloom.models.editor.messages import AskEditor

MEMO = "memo.sqlite"

_AT_ONCE = 8
"""Calls at once of a model elsewhere."""


@dataclass(frozen=True)
class Setup:
    """A configured model: its provider, address, key and limits."""

    preset: Preset
    address: str
    key: Key
    settings: ModelSettings
    ask_editor: "AskEditor | None" = field(default=None, compare=False, repr=False)
    """Asks the editor, for one of its own models; None in a process that no editor started."""

    ledgers: list[Ledger] | None = field(default=None, compare=False, repr=False)
    """Of a run that opens the model more than once, what was counted each time it was opened."""

    @property
    def name(self) -> str:
        """The model, as the endpoint calls it."""
        return self.settings.name

    @property
    def host(self) -> str:
        """The host that questions go to; of an editor's model, whose it is."""
        if self.is_editors:
            return f"{EditorModelName.read(self.name).vendor}, through your editor"
        return urlsplit(self.address).netloc

    @property
    def is_editors(self) -> bool:
        """Whether it is one of the editor's own models."""
        return self.preset.name == EDITOR

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

    @cached_property
    def calls_at_once(self) -> int:
        """Most calls at once; where the settings do not say, a program on this machine is asked."""
        if self.settings.concurrency or not self.is_local:
            return self.settings.concurrency or _AT_ONCE
        from citeloom.models.local import slots_at

        return slots_at(self.address) or 1

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
        raise SetupError(
            f"model.provider: unknown provider '{settings.provider}'; use one of {known}"
        )
    address = settings.address or preset.address
    if not address:
        raise SetupError(f"model.address: {preset.title} needs the address of your endpoint")
    if not settings.name:
        raise SetupError("model.name: give the name of the model")
    if preset.name == EDITOR:
        if settings.address:
            raise SetupError("model.address: your editor's models have none")
        EditorModelName.read(settings.name)
        return Setup(preset, address, Key(), settings)
    key = key_for(urlsplit(address).netloc, preset.variable, handed_over)
    return Setup(preset, address, key, settings)


def open_model(setup: Setup, data_folder: Path) -> Model:
    """Return the model, with the memo of the data folder; call it in a running event loop.

    Its limits hold for all that the setup's ``ledgers`` have counted, too.
    """
    given = setup.settings
    ledger = Ledger(setup.limits, tuple(setup.ledgers or ()))
    if setup.ledgers is not None:
        setup.ledgers.append(ledger)
    source = open_source(setup, ledger)
    memo = Memo(data_folder / MEMO, given.memo_days, given.memo_megabytes)
    if memo.problem:
        ledger.note(memo.problem)
    if not given.context and setup.context:
        ledger.note(
            f"{setup.preset.title} is assumed to have a context of {setup.context} tokens; if it "
            "has more, set model.context in config.toml"
        )
    return Model(source, memo, ledger)


def open_source(setup: Setup, ledger: Ledger, pace: "Pace | None" = None) -> AnswerSource:
    """Return who answers for a model; call it in a running event loop.

    Without a ``pace`` it is the one of a run, with as many calls at once as suit the model.

    Raises
    ------
    SetupError
        If it is one of an editor's models, and there is no editor to be asked.
    """
    from citeloom.models.connection.pace import Pace

    given = setup.settings
    pace = pace or Pace(setup.calls_at_once)
    if setup.is_editors:
        from citeloom.models.editor.model import EditorModel

        if setup.ask_editor is None:
            raise SetupError(
                f"model.provider: {setup.name} is a model of your editor and works only there; "
                "name another provider"
            )
        ask, seconds = setup.ask_editor, given.timeout
        return EditorModel(setup.name, ask, pace, ledger, seconds, setup.context)
    from citeloom.models.endpoint import Endpoint

    return Endpoint(
        setup.address,
        setup.name,
        setup.key.value,
        pace,
        ledger,
        given.timeout,
        setup.preset.dialect,
        setup.context,
    )
