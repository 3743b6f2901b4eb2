"""Completion resolve: the paper behind a key, as a hover shows it."""

from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.lsp.features.hover import key_page

if TYPE_CHECKING:
    from citeloom.lsp.papers import Papers
    from citeloom.lsp.server import Server
    from citeloom.lsp.snapshot import Snapshot


def answer(server: "Server", item: types.CompletionItem) -> object:
    """Return the item with its documentation."""
    data = item.data
    if not isinstance(data, dict) or not isinstance(data.get("uri"), str):
        return item
    snapshot = server.session.snapshot(data["uri"])
    return _documented(server.session.papers, snapshot, item, str(data.get("key", "")))


async def _documented(
    papers: "Papers", snapshot: "Snapshot", item: types.CompletionItem, key: str
) -> types.CompletionItem:
    formats = snapshot.client.value("text_document.completion.completion_item.documentation_format")
    page = await key_page(papers, snapshot, key, bool(formats) and formats[0] == "markdown")
    if page is not None:
        item.documentation = page.content
    return item
