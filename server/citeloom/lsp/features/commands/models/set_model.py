"""``citeloom.setModel``: test a language model, and name it in the user's settings file."""

from typing import TYPE_CHECKING, cast

from citeloom.actions.user.api_keys import model_host
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.chosen_model import model_choice
from citeloom.lsp.models.choosing import CHOOSE

if TYPE_CHECKING:
    from citeloom.actions.user.model_choice import ChosenModel
    from citeloom.lsp.parts import Parts


async def run(parts: "Parts", arguments: Arguments) -> object:
    """Choose it; where the test fails, the settings stay as they are."""
    before = model_host()
    found = cast("ChosenModel", await parts.choosing.run(CHOOSE, model_choice(arguments)))
    # A key of the model before must not go to another host.
    parts.session.bind_key(before)
    parts.editor.refresh()
    return {
        "name": found.name,
        "host": found.host,
        "hostBefore": before,
        "staysHere": found.is_local,
        "context": found.context,
        "seconds": found.seconds,
        "trial": found.trial,
        "inputPrice": found.input_price,
        "outputPrice": found.output_price,
    }
