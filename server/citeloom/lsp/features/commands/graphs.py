"""``citeloom.graphs``: what can be drawn of a text that waits, or of the draft itself."""

import asyncio
from typing import TYPE_CHECKING

from citeloom.actions.writing.graphs import draft_graph, graph_json
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import snapshot_for

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.snapshot import Snapshot


def run(parts: "Parts", arguments: Arguments) -> object:
    """Return the graphs of the text that is named; else those of the draft."""
    if not arguments.offer:
        return _of_draft(snapshot_for(parts.session, arguments))
    text = parts.waiting.chosen(arguments.offer)
    graphs = [graph_json(graph, text.key_of) for graph in text.graphs]
    return {"offer": text.id, "graphs": graphs}


async def _of_draft(snapshot: "Snapshot") -> object:
    graph, key_of = await asyncio.to_thread(draft_graph, snapshot.opened)
    return {"offer": None, "graphs": [graph_json(graph, key_of)]}
