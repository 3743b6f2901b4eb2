"""Hover: the paper behind a citation key, or the sources behind a written sentence."""

from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.behind import sentence_at
from citeloom.actions.elements import key_elements
from citeloom.actions.links import links
from citeloom.actions.places import KeyAt, citations, key_at
from citeloom.actions.show import authors_of, sentences_citing
from citeloom.lsp.markup import Page, shortened
from citeloom.lsp.papers import paper_of

if TYPE_CHECKING:
    from citeloom.lsp.server import Server
    from citeloom.lsp.snapshot import Snapshot

LONGEST_ABSTRACT = 700
MOST_SENTENCES = 3


def answer(server: "Server", params: types.HoverParams) -> object:
    """Return what is known of the place."""
    snapshot = server.session.snapshot(params.text_document.uri)
    offset = snapshot.offset(params.position)
    key = key_at(snapshot.source, offset)
    if key is not None:
        return _of_key(snapshot, key)
    placed = sentence_at(snapshot.project, snapshot.source, offset)
    if placed is None:
        return None
    page = Page(snapshot.client.markdown)
    evidence = placed.sentence.evidence
    page.text("Written by Citeloom", strong=True)
    if not evidence:
        page.text("A sentence that leads into the paragraph; no source stands behind it.")
    named = [(f"{one.key or one.paper}, {one.source}", one.sentence) for one in evidence]
    page.items("It rests on", named)
    return types.Hover(page.content, snapshot.range(placed.span))


async def _of_key(snapshot: "Snapshot", key: KeyAt) -> types.Hover | None:
    page = await key_page(snapshot, key.key, snapshot.client.markdown)
    return None if page is None else types.Hover(page.content, snapshot.range(key.span))


async def key_page(snapshot: "Snapshot", key: str, markdown: bool) -> Page | None:
    """Return all that is known of the paper behind a key; None for a key without entry."""
    project = snapshot.project
    entry = project.entry(key)
    if entry is None:
        return None
    paper = await paper_of(snapshot, entry)
    page = Page(markdown)
    page.text(paper.title or f"{key} (no title)", strong=True)
    page.text(shortened(authors_of(paper), 200))
    page.text(", ".join(filter(None, [paper.venue, str(paper.year or "")])), soft=True)
    if paper.abstract:
        elements = [(one.name, one.sentence) for one in key_elements(paper.abstract)]
        page.items("From the abstract's own sentences", elements)
        page.items("Abstract", [("", shortened(paper.abstract, LONGEST_ABSTRACT))])
    else:
        page.text("No abstract is known; an 'abstract' field in the .bib file would bring one.")
    cited = len(citations(project, key))
    if cited:
        shown = sentences_citing(project, entry, key, MOST_SENTENCES)
        lines = [(f"{one.place.file.name}:{one.place.line}", one.sentence) for one in shown]
        times = "once" if cited == 1 else f"{cited} times"
        page.items(f"Cited {times} in this draft", lines)
    else:
        page.text("The draft does not cite it.", soft=True)
    page.links(list(links(paper)))
    return page
