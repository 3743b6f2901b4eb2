"""``citeloom.show``: a paper by its key, or what is being written and what waits."""

from dataclasses import asdict
from typing import TYPE_CHECKING

from citeloom.lsp.features.commands.arguments import Arguments
from citeloom.lsp.features.commands.document import snapshot_for
from citeloom.lsp.features.hover import key_page
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.papers import Papers
    from citeloom.lsp.server import Server
    from citeloom.lsp.snapshot import Snapshot


def run(server: "Server", arguments: Arguments) -> object:
    """Return the text."""
    if arguments.key:
        snapshot = snapshot_for(server, arguments)
        return _of_key(server.session.papers, snapshot, arguments.key)
    writing = server.writing
    offers = [writing.offers.chosen(arguments.offer)] if arguments.offer else writing.offers.all
    return {
        "jobs": [
            {
                "job": one.job.id,
                "section": one.section.anchor.heading,
                "waits": writing.waits(one),
                "stage": one.shown.message,
            }
            for one in writing.running
        ],
        "offers": [
            {
                "offer": one.id,
                "section": one.section.anchor.heading,
                "title": one.offer.title(version),
                "version": version,
                "latex": text.latex,
                "byModel": one.offer.by_model,
                "warnings": list(one.offer.warnings),
                "usage": asdict(one.offer.usage),
            }
            for one in offers
            for version, text in enumerate(one.offer.versions)
        ],
    }


async def _of_key(papers: "Papers", snapshot: "Snapshot", key: str) -> object:
    page = await key_page(papers, snapshot, key, markdown=False)
    if page is None:
        raise InputError(f"no .bib entry '{key}'")
    return {"text": page.content.value}
