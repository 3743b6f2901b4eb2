"""``citeloom.show``: a paper by its key, or what was written and waits, as plain text."""

from typing import TYPE_CHECKING

from citeloom.lsp.features.commands.arguments import Arguments
from citeloom.lsp.features.commands.document import snapshot_for
from citeloom.lsp.features.hover import key_page
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.server import Server
    from citeloom.lsp.snapshot import Snapshot


def run(server: "Server", arguments: Arguments) -> object:
    """Return the text."""
    if arguments.key:
        return _of_key(snapshot_for(server, arguments), arguments.key)
    if arguments.offer:
        offers = [server.writing.chosen(arguments.offer)]
    else:
        offers = list(server.writing.offers.values())
    return {
        "offers": [
            {
                "offer": section.key,
                "title": offer.title(version),
                "version": version,
                "latex": text.latex,
            }
            for section, offer in offers
            for version, text in enumerate(offer.versions)
        ]
    }


async def _of_key(snapshot: "Snapshot", key: str) -> object:
    page = await key_page(snapshot, key, markdown=False)
    if page is None:
        raise InputError(f"no .bib entry '{key}'")
    return {"text": page.content.value}
