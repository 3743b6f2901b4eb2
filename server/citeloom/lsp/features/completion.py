"""Completion of citation keys in cite commands."""

from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.keys.complete import MOST, candidates, typed_key_at
from citeloom.actions.keys.outline import plain_title
from citeloom.draft.document import Document

if TYPE_CHECKING:
    from citeloom.lsp.snapshot import Snapshot


def answer(snapshot: "Snapshot", params: types.CompletionParams) -> types.CompletionList | None:
    """Return the keys that fit; the list is never complete, as it is ranked for what is typed."""
    source = snapshot.source
    if not isinstance(source, Document):
        return None
    offset = snapshot.offset(params.position)
    typed = typed_key_at(source, offset)
    if typed is None:
        return None
    whole = snapshot.range(typed.span)
    item = "text_document.completion.completion_item"
    both = snapshot.client.can(f"{item}.insert_replace_support")
    inserted = types.Range(whole.start, params.position)
    items = []
    for rank, candidate in enumerate(candidates(snapshot.project, source, typed)):
        edit: types.TextEdit | types.InsertReplaceEdit = (
            types.InsertReplaceEdit(candidate.key, inserted, whole)
            if both
            else types.TextEdit(whole, candidate.key)
        )
        items.append(
            types.CompletionItem(
                candidate.key,
                kind=types.CompletionItemKind.Reference,
                detail=plain_title(candidate.entry.values.get("title", "")),
                sort_text=f"{rank:03}",
                # Found by title or author, it must pass the client's own filter too.
                filter_text=f"{typed.text} {candidate.key}" if typed.text else candidate.key,
                text_edit=edit,
                data={"uri": params.text_document.uri, "key": candidate.key},
            )
        )
    assert len(items) <= MOST
    return types.CompletionList(is_incomplete=True, items=items)
