"""``citeloom.estimate``: forecast the cost of writing before anything is sent."""

from typing import TYPE_CHECKING

from citeloom.actions.user.sending_agreement import has_agreed
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.request import Asked, asked_of, forecast_of
from citeloom.lsp.questions.sending import as_json

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts


def run(parts: "Parts", arguments: Arguments) -> object:
    """Return calls, tokens, money and who would be sent what; nobody is asked."""
    return _estimate(parts, asked_of(parts.session, arguments, parts.work.texts))


async def _estimate(parts: "Parts", asked: Asked) -> object:
    made = await forecast_of(parts.session, asked)
    root, folder = asked.snapshot.project.root, asked.snapshot.data_folder
    agreed = made.stays_here or has_agreed(folder, root, made.receiver, made.sent_parts)
    return {**as_json(made), "agreed": agreed}
