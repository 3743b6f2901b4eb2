"""The model that a command is to choose."""

from citeloom.actions.user.model_choice import ModelChoice
from citeloom.lsp.features.given.arguments import Arguments


def model_choice(arguments: Arguments) -> ModelChoice:
    """Return the choice that the arguments of a command describe."""
    return ModelChoice(
        arguments.provider or "custom",
        arguments.model,
        arguments.address,
        arguments.context,
        is_tested=not arguments.untested,
    )
