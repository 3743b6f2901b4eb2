"""Inlay hints: authors and year after each citation key; off unless a setting asks for them."""

from lsprotocol import types

from citeloom.actions.keys.author_year import author_year
from citeloom.actions.keys.outline import plain_title
from citeloom.draft.document import Document
from citeloom.lsp.snapshot import Snapshot


def answer(snapshot: Snapshot, params: types.InlayHintParams) -> list[types.InlayHint] | None:
    """Return the hints in a range of a .tex file."""
    source = snapshot.source
    if not snapshot.settings.inlay_hints or not isinstance(source, Document):
        return None
    start, end = snapshot.offset(params.range.start), snapshot.offset(params.range.end)
    found = []
    for citation in source.facts.citations:
        for cited in citation.keys:
            entry = snapshot.project.entry(cited.key)
            if entry is None or not start <= cited.span.end <= end:
                continue
            label = author_year(entry)
            if label:
                found.append(
                    types.InlayHint(
                        snapshot.range(cited.span).end,
                        label,
                        tooltip=plain_title(entry.values.get("title", "")) or None,
                        padding_left=True,
                    )
                )
    return found
