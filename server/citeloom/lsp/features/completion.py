"""Completion of citation keys in cite commands."""

import asyncio
from collections.abc import Sequence

from lsprotocol import types

from citeloom.actions.keys.author_year import author_year
from citeloom.actions.keys.complete import (
    MOST,
    Candidate,
    TypedKey,
    candidates,
    candidates_so_far,
    index,
    is_indexed,
    is_long_to_index,
    typed_key_at,
)
from citeloom.actions.keys.outline import make_searchable, plain_title
from citeloom.draft.document import Document
from citeloom.lsp.features.hover import key_page
from citeloom.lsp.snapshot import Snapshot


def answer(snapshot: Snapshot, params: types.CompletionParams) -> object:
    """Return the keys that fit; the list is never complete, as it is ranked for what is typed."""
    source = snapshot.source
    if not isinstance(source, Document):
        return None
    offset = snapshot.offset(params.position)
    typed = typed_key_at(source, offset)
    if typed is None:
        return None
    if is_indexed(snapshot.project):
        return _list(snapshot, typed, params, candidates(snapshot.project, source, typed))
    if not is_long_to_index(snapshot.project):
        return _list_when_indexed(snapshot, source, typed, params)
    # The editor asks again at the next keystroke, when more may be known.
    if found := candidates_so_far(snapshot.project, source, typed):
        return _list(snapshot, typed, params, found)
    return _list_when_searchable(snapshot, source, typed, params)


async def _list_when_indexed(
    snapshot: Snapshot, source: Document, typed: TypedKey, params: types.CompletionParams
) -> types.CompletionList:
    # A large .bib takes long to index; other requests are answered meanwhile.
    await asyncio.to_thread(index, snapshot.project)
    return _list(snapshot, typed, params, candidates(snapshot.project, source, typed))


async def _list_when_searchable(
    snapshot: Snapshot, source: Document, typed: TypedKey, params: types.CompletionParams
) -> types.CompletionList:
    await asyncio.to_thread(make_searchable, snapshot.project)
    return _list(snapshot, typed, params, candidates_so_far(snapshot.project, source, typed))


def _list(
    snapshot: Snapshot,
    typed: TypedKey,
    params: types.CompletionParams,
    found: Sequence[Candidate],
) -> types.CompletionList:
    whole = snapshot.range(typed.span)
    item = "text_document.completion.completion_item"
    both = snapshot.client.can(f"{item}.insert_replace_support")
    has_label_details = snapshot.client.can(f"{item}.label_details_support")
    inserted = types.Range(whole.start, params.position)
    items = []
    for rank, candidate in enumerate(found):
        edit: types.TextEdit | types.InsertReplaceEdit = (
            types.InsertReplaceEdit(candidate.key, inserted, whole)
            if both
            else types.TextEdit(whole, candidate.key)
        )
        title = plain_title(candidate.entry.values.get("title", ""))
        paper = " · ".join(filter(None, (author_year(candidate.entry), title)))
        items.append(
            types.CompletionItem(
                candidate.key,
                # VS Code shows the detail of the selected row alone, label details of every row.
                label_details=types.CompletionItemLabelDetails(description=paper)
                if has_label_details
                else None,
                kind=types.CompletionItemKind.Reference,
                detail=paper,
                sort_text=f"{rank:03}",
                # Found by title or author, it must pass the client's own filter too.
                filter_text=f"{typed.text} {candidate.key}" if typed.text else candidate.key,
                text_edit=edit,
                data={"uri": params.text_document.uri, "key": candidate.key},
            )
        )
    assert len(items) <= MOST
    return types.CompletionList(is_incomplete=True, items=items)


def resolve(snapshot: Snapshot | None, item: types.CompletionItem) -> object:
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
