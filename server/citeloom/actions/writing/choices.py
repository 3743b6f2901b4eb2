"""The methods that a user can choose, and whether they can write now."""

from dataclasses import dataclass

from citeloom.actions.writing.models import configured_model
from citeloom.methods.registry import METHODS, method_named
from citeloom.models.setup import Setup
from citeloom.problem import InputError
from citeloom.settings import SET_KEY, network_settings

NO_MODEL = "no language model is configured; set one in your config.toml"


@dataclass(frozen=True)
class Choice:
    """A method; ``obstacle`` says why it cannot write now, and is empty if it can."""

    name: str
    summary: str
    uses_model: bool
    obstacle: str


def choices(handed_over: str = "", *, has_editor_models: bool = False) -> tuple[Choice, ...]:
    """Return all methods, those without a model first; no model is asked."""
    try:
        setup = configured_model(handed_over)
        obstacle = obstacle_to(setup, has_editor_models=has_editor_models)
    except InputError as error:
        obstacle = error.problem.message
    found = [
        Choice(
            method.name,
            method.summary,
            method.uses_model,
            obstacle if method.uses_model else "",
        )
        for method in METHODS
    ]
    return tuple(sorted(found, key=lambda choice: (choice.uses_model, choice.name)))


def obstacle_to(setup: Setup | None, *, has_editor_models: bool = False) -> str:
    """Say why the model that is configured cannot be asked; empty if it can."""
    if setup is None:
        return NO_MODEL
    if setup.is_editors and not has_editor_models:
        return f"{setup.name} is a model of another editor; this editor offers no models"
    if setup.preset.variable and not setup.key.value:
        return f"{setup.host} needs a key, and none is set; {SET_KEY}"
    return ""


def seen_obstacle(name: str) -> str:
    """Say why a method cannot write, by the settings alone; no key is read."""
    try:
        if not method_named(name).uses_model:
            return ""
        given = network_settings().model
    except InputError as error:
        return error.problem.message
    return "" if given.provider or given.address else NO_MODEL


def asks_model(name: str) -> bool:
    """Tell whether a method of this name asks a language model."""
    try:
        return method_named(name).uses_model
    except InputError:
        return False
