"""Choose the language model: what is here, a small question as a test, and the settings file."""

from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING

from pydantic import SecretStr, ValidationError

from citeloom.actions.context import Context
from citeloom.actions.user.config_file import Value, make_user_file, write_model_table
from citeloom.actions.user.model_trial import ModelTrial, try_out
from citeloom.actions.writing.choices import obstacle_to
from citeloom.actions.writing.models import configured_model
from citeloom.models.connection.pace import Pace
from citeloom.models.local import LocalModels, context_at, find_local_models
from citeloom.models.memo import Memo
from citeloom.models.model import Model
from citeloom.models.offers import ModelOffer, offers_of
from citeloom.models.port import KeyWantedError, ModelError, SetupError
from citeloom.models.presets import EDITOR, PRESETS, Preset
from citeloom.models.setup import MEMO, Setup, open_source, setup_of
from citeloom.models.usage import Ledger
from citeloom.problem import InputError
from citeloom.settings import ModelSettings, network_settings

if TYPE_CHECKING:
    from citeloom.actions.order import JobProgress
    from citeloom.models.editor.messages import AskEditor

_RETRIES = 2
"""How often a test asks again after a fault. What a server refuses and a wrong answer are none."""


@dataclass(frozen=True)
class ModelChoice:
    """A model that a user chooses; ``context`` are the tokens that it reads at once, if known."""

    provider: str
    name: str
    address: str = ""
    context: int = 0
    is_tested: bool = True


@dataclass(frozen=True)
class ChosenModel:
    """A model that was chosen; ``seconds`` is how long its test took, None without one.

    ``trial`` says what it wrote. Prices are for a million tokens, None where they are not known.
    """

    name: str
    host: str
    is_local: bool
    context: int
    seconds: float | None = None
    input_price: float | None = None
    output_price: float | None = None
    trial: tuple[str, ...] = ()


@dataclass(frozen=True)
class OfferedHere:
    """What can be chosen without asking anybody beyond this machine.

    ``current`` is the configured model; ``problem`` is why that cannot be told or asked.
    """

    current: Setup | None
    problem: str
    programs: tuple[LocalModels, ...]
    providers: tuple[Preset, ...]


@dataclass(frozen=True)
class OfferedThere:
    """The models at a host; ``wants_key`` says in words that it needs a key to tell them."""

    host: str
    models: tuple[ModelOffer, ...] = ()
    wants_key: str = ""


@dataclass(frozen=True)
class ChoiceTask:
    """What a process is given that tests and keeps a choice, or asks for a provider's models."""

    choice: ModelChoice
    model_key: SecretStr
    has_editor: bool = False


def offered_here(handed_over: str = "", *, has_editor_models: bool = False) -> OfferedHere:
    """Return the models of this machine's programs; only these are asked."""
    setup, problem = None, ""
    try:
        setup = configured_model(handed_over)
    except InputError as error:
        problem = str(error)
    if setup is not None:
        problem = obstacle_to(setup, has_editor_models=has_editor_models)
    others = (
        preset for preset in PRESETS.values() if not preset.is_local and preset.name != EDITOR
    )
    return OfferedHere(setup, problem, find_local_models(), tuple(others))


async def choose_in_background(task: ChoiceTask, progress: "JobProgress") -> ChosenModel:
    """Choose a model in a process of its own; as ``choose``."""
    ask = progress.ask if task.has_editor else None
    return await choose(task.choice, task.model_key.get_secret_value(), ask)


async def offers_in_background(task: ChoiceTask, _: "JobProgress") -> OfferedThere:
    """Ask a provider for its models; without its key, do not ask a provider that needs one."""
    setup = _setup(replace(task.choice, name="any"), task.model_key.get_secret_value())
    if wanted := obstacle_to(setup):
        return OfferedThere(setup.host, wants_key=wanted)
    try:
        return OfferedThere(setup.host, await offers_of(setup.address, setup.key.value))
    except KeyWantedError as error:
        return OfferedThere(setup.host, wants_key=error.problem.message)


async def choose(
    choice: ModelChoice, handed_over: str = "", ask: "AskEditor | None" = None
) -> ChosenModel:
    """Test a model by one small question, and write it into the user's settings file.

    The second asks for a cited sentence on made-up papers. How fast it was is kept for estimates.
    Nothing of a draft is sent. Where the test fails nothing is written.

    Raises
    ------
    InputError
        If the model cannot be asked (as ServiceError), or the settings file cannot be changed.
    """
    make_user_file()
    setup = _setup(choice, handed_over)
    if obstacle := obstacle_to(setup, has_editor_models=ask is not None):
        raise InputError(obstacle)
    offer = await _known_of(setup)
    context = choice.context or offer.context
    seconds, trial = None, None
    if choice.is_tested:
        begun = perf_counter()
        trial = await _test(replace(setup, ask_editor=ask))
        seconds = round(perf_counter() - begun, 1)
    values: dict[str, Value] = {"provider": choice.provider, "name": choice.name}
    if choice.address and choice.address != setup.preset.address:
        values["address"] = setup.address
    if context:
        values["context"] = context
    if offer.input_price is not None and offer.output_price is not None:
        values["input_price"], values["output_price"] = offer.input_price, offer.output_price
        values["currency"] = "USD"
    of_one_model = {"address", "context", "input_price", "output_price"} - values.keys()
    if _is_configured(setup):
        # The user may have set these by hand.
        of_one_model -= {"context", "input_price", "output_price"}
    write_model_table(values, of_one_model)
    return ChosenModel(
        setup.name,
        setup.host,
        setup.is_local,
        context or setup.preset.dialect.context,
        seconds,
        offer.input_price,
        offer.output_price,
        trial.in_words if trial else (),
    )


def host_of_choice(choice: ModelChoice) -> str:
    """Return the host that a choice would ask, by which its key is known; empty for none."""
    setup = _setup(replace(choice, name=choice.name or "any"), "none")
    return "" if setup.is_editors else setup.host


def _setup(choice: ModelChoice, handed_over: str) -> Setup:
    """Return the model that would be configured."""
    if not choice.name.strip() or not choice.name.isprintable():
        raise SetupError(
            "model.name: it is missing or has unprintable characters; give the name of the model"
        )
    try:
        settings = ModelSettings(
            provider=choice.provider, name=choice.name, address=choice.address or ""
        )
    except ValidationError as error:
        first = error.errors()[0]
        raise InputError(f"model.{first['loc'][0]}: {first['msg']}") from None
    setup = setup_of(settings, handed_over)
    if setup is None:
        raise SetupError("model.provider: give the provider of the model")
    return setup


def _is_configured(setup: Setup) -> bool:
    """Tell whether the settings name this model already."""
    try:
        now = setup_of(network_settings().model, "none")
    except SetupError:
        return False
    return now is not None and (now.preset, now.name, now.address) == (
        setup.preset,
        setup.name,
        setup.address,
    )


async def _test(setup: Setup) -> ModelTrial:
    """Ask a small question, by the rules of every other one; no answer is kept."""
    ledger = Ledger()
    source = open_source(setup, ledger, pace=Pace(1, _RETRIES))
    model = Model(source, Memo(None), ledger)
    try:
        trial = await try_out(model)
    finally:
        await model.close()
    with Memo(Context().user.data_folder / MEMO) as memo:
        memo.put_speed(setup.endpoint, ledger.speed)
    return trial


async def _known_of(setup: Setup) -> ModelOffer:
    """Return what the endpoint says of the model; whatever it does not say is unknown."""
    unknown = ModelOffer(setup.name)
    if setup.is_editors:
        return unknown
    if setup.is_local and (context := context_at(setup.preset.name, setup.address, setup.name)):
        return ModelOffer(setup.name, context)
    try:
        offers = await offers_of(setup.address, setup.key.value)
    except ModelError:
        return unknown
    return next((offer for offer in offers if offer.name == setup.name), unknown)
