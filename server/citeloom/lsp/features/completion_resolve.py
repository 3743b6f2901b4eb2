"""Completion resolve: the paper behind a key, as a hover shows it."""

from lsprotocol import types

from citeloom.lsp.features.hover import key_page
from citeloom.lsp.snapshot import Snapshot


def answer(snapshot: Snapshot | None, item: types.CompletionItem) -> object:
    """Return the item with its documentation; one that is not ours as it is."""
    if snapshot is None or not isinstance(item.data, dict):
        return item
    return _add_documentation(snapshot, item, str(item.data.get("key", "")))


async def _add_documentation(
    snapshot: Snapshot, item: types.CompletionItem, key: str
) -> types.CompletionItem:
    formats = snapshot.client.value("text_document.completion.completion_item.documentation_format")
    page = await key_page(snapshot, key, bool(formats) and formats[0] == "markdown")
    if page is not None:
        item.documentation = page.content
    return item
