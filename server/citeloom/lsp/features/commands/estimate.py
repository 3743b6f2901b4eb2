"""``citeloom.estimate``: forecast the cost of writing before anything is sent."""

from typing import TYPE_CHECKING

from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.request import Asked, asked_of, forecast_of
from citeloom.lsp.questions.sending import as_json, is_agreed

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts


def run(parts: "Parts", arguments: Arguments) -> object:
    """Return calls, tokens, money and who would be sent what; nobody is asked."""
    return _estimate(parts, asked_of(parts.session, arguments, parts.work.texts))


async def _estimate(parts: "Parts", asked: Asked) -> object:
    made = await forecast_of(parts.session, asked)
    agreed = is_agreed(asked.snapshot.data_folder, asked.snapshot.project.root, made)
    return {**as_json(made), "agreed": agreed}
