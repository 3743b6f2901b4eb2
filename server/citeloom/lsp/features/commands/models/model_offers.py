"""``citeloom.modelOffers``: the models that a provider offers."""

from typing import TYPE_CHECKING, cast

from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.chosen_model import model_choice
from citeloom.lsp.models.choosing import OFFERS

if TYPE_CHECKING:
    from citeloom.actions.user.model_choice import OfferedThere
    from citeloom.lsp.parts import Parts


async def run(parts: "Parts", arguments: Arguments) -> object:
    """Ask the provider's address for them; it is sent its key and nothing else."""
    found = cast("OfferedThere", await parts.choosing.run(OFFERS, model_choice(arguments)))
    return {
        "host": found.host,
        "wantsKey": bool(found.wants_key),
        "why": found.wants_key,
        "models": [
            {
                "name": offer.name,
                "context": offer.context,
                "inputPrice": offer.input_price,
                "outputPrice": offer.output_price,
            }
            for offer in found.models
        ],
    }
