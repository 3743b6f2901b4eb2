"""Document symbols: the entries of a .bib file, the sections of a .tex file and what they cite."""

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.keys.outline import outline
from citeloom.draft.document import Bibliography, Document
from citeloom.lsp.connection.shown import WrittenResult, shown
from citeloom_latex.spans import Span

if TYPE_CHECKING:
    from citeloom.actions.keys.sections import OutlineSection
    from citeloom.lsp.snapshot import Snapshot

_TREE = "text_document.document_symbol.hierarchical_document_symbol_support"


async def answer(snapshot: "Snapshot", _: types.DocumentSymbolParams) -> object:
    """Return the entries, or the sections where no other LaTeX server gives them."""
    if isinstance(snapshot.source, Bibliography):
        return await asyncio.to_thread(_entries, snapshot, snapshot.source)
    if not snapshot.settings.gives_outline or not isinstance(snapshot.source, Document):
        return None
    # A large file takes a while, and editors ask after each pause.
    return await asyncio.to_thread(_sections, snapshot, snapshot.source)


def _sections(snapshot: "Snapshot", document: Document) -> list[object]:
    from citeloom.actions.keys.sections import outline_sections

    top = outline_sections(document, snapshot.project)
    shown = _inside if snapshot.client.can(_TREE) else _flat
    return list(shown(snapshot, top))


def _entries(snapshot: "Snapshot", bib: Bibliography) -> object:
    if not snapshot.client.can(_TREE):
        return [
            types.SymbolInformation(
                snapshot.location(bib, entry.span), entry.key, types.SymbolKind.Class
            )
            for entry in outline(bib)
        ]
    # For 70,000 entries the protocol's own values would take longer than all else, and hold up
    # other answers while they are written.
    return WrittenResult(
        [
            {
                "name": shown(entry.key),
                "kind": types.SymbolKind.Class.value,
                "range": _range(snapshot, bib, entry.span),
                "selectionRange": _range(snapshot, bib, entry.key_span),
                "detail": shown(entry.title),
            }
            for entry in outline(bib)
        ]
    )


def _range(snapshot: "Snapshot", bib: Bibliography, span: Span) -> dict[str, object]:
    lines, unit = bib.lines, snapshot.unit
    (line, column), (end_line, end_column) = (
        lines.position(span.start, unit),
        lines.position(span.end, unit),
    )
    return {
        "start": {"line": line, "character": column},
        "end": {"line": end_line, "character": end_column},
    }


def _inside(snapshot: "Snapshot", section: "OutlineSection") -> Iterator[types.DocumentSymbol]:
    for key in section.keys.values():
        place = snapshot.range(key.span)
        yield types.DocumentSymbol(
            key.key, types.SymbolKind.Key, place, place, detail=key.people or None
        )
    for inner in section.sections:
        yield types.DocumentSymbol(
            inner.title,
            types.SymbolKind.Module,
            snapshot.range(inner.span),
            snapshot.range(inner.heading),
            detail=_cites(inner),
            children=list(_inside(snapshot, inner)),
        )


def _cites(section: "OutlineSection") -> str | None:
    """Return how many papers a section cites, where they are not named."""
    if not section.count:
        return None
    return "cites 1 paper" if section.count == 1 else f"cites {section.count} papers"


def _flat(snapshot: "Snapshot", section: "OutlineSection") -> Iterator[types.SymbolInformation]:
    within = section.title or None
    for key in section.keys.values():
        place = snapshot.location(snapshot.source, key.span)
        yield types.SymbolInformation(place, key.key, types.SymbolKind.Key, container_name=within)
    for inner in section.sections:
        place = snapshot.location(snapshot.source, inner.span)
        yield types.SymbolInformation(
            place, inner.title, types.SymbolKind.Module, container_name=within
        )
        yield from _flat(snapshot, inner)
