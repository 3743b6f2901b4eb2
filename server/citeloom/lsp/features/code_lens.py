"""Code lens over a related-work section: write, or insert what was written."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.writing.section import SectionAt, related_sections
from citeloom.lsp.features.bib_lens import bib_lenses

if TYPE_CHECKING:
    from citeloom.lsp.server import Server
    from citeloom.lsp.snapshot import Snapshot


def answer(server: "Server", params: types.CodeLensParams) -> list[types.CodeLens]:
    """Return the lenses of a document."""
    snapshot = server.session.snapshot(params.text_document.uri)
    lenses = [
        types.CodeLens(
            snapshot.range(at.span), types.Command(title, f"citeloom.{name}", arguments=[argument])
        )
        for at in related_sections(snapshot.opened, snapshot.source)
        for title, name, argument in _commands(server, snapshot, at)
    ]
    return [*bib_lenses(snapshot), *lenses]


def _commands(
    server: "Server", snapshot: "Snapshot", at: SectionAt
) -> Iterator[tuple[str, str, dict[str, str]]]:
    from citeloom.actions.writing.offer import replaces

    waiting = server.writing.offers.at(snapshot, at.number)
    running = server.writing.at(snapshot, at.number)
    if waiting is not None:
        verb = "Replace" if replaces(waiting.offer, snapshot.opened) else "Insert"
        title = f"{verb} related work ({waiting.offer.title()})"
        yield title, "insert", {"offer": waiting.id}
        yield "Preview", "preview", {"offer": waiting.id}
    if running is not None:
        yield "Cancel writing related work", "cancel", {"job": running.job.id}
    elif waiting is None:
        uri = snapshot.uri(snapshot.path)
        yield "Write related work", "write", {"uri": uri, "section": at.name}
