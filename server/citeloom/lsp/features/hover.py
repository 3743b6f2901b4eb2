"""Hover: the paper behind a citation key, or the sources behind a written sentence."""

from lsprotocol import types

from citeloom.actions.keys.places import KeyAt, entry_at, key_at
from citeloom.actions.papers.description import (
    DescribedItem,
    DescribedLinks,
    DescribedList,
    DescribedText,
    MissingAbstract,
    describe_bibitem,
    describe_paper,
)
from citeloom.actions.writing.revising.place import sentence_at
from citeloom.lsp.features.actions import Action, command_of
from citeloom.lsp.features.claims import claim_hover
from citeloom.lsp.features.markup import Page
from citeloom.lsp.features.requests.arguments import KeyArguments
from citeloom.lsp.own_messages import FETCH_LINK
from citeloom.lsp.snapshot import Snapshot, UnreadSnapshot
from citeloom.lsp.uris import url_of
from citeloom.problem import Place
from citeloom.visible import shorten
from citeloom_latex.bib.resolve import ResolvedEntry

MOST_SENTENCES = 3


def answer(snapshot: Snapshot, params: types.HoverParams) -> object:
    """Return the hover of a place."""
    offset = snapshot.offset(params.position)
    key = key_at(snapshot.source, offset)
    if key is not None:
        return _of_key(snapshot, key, entry_at(snapshot.project, snapshot.source, offset))
    placed = sentence_at(snapshot.project, snapshot.source, offset)
    if placed is None:
        return claim_hover(snapshot, offset)
    page = Page(snapshot.client.markdown)
    evidence = placed.sentence.evidence
    page.text("Written by Citeloom", strong=True)
    if placed.sentence.is_heading:
        page.text("A heading: the name of a topic, from the titles of its papers.")
    elif not evidence:
        page.text("A sentence that introduces the paragraph; it has no source.")
    named = [(source.where, source.sentence) for source in evidence]
    page.items("Sources", named)
    return types.Hover(page.content, snapshot.range(placed.span))


def answer_unread(document: UnreadSnapshot, params: types.HoverParams) -> types.Hover | None:
    """Return, for a citation key and any place of a .bib, that a large file is being read."""
    page = Page(document.client.markdown)
    page.text(f"Reading {document.file.name} …", soft=True)
    source, at = document.source, params.position
    if source is not None:
        offset = source.lines.offset(at.line, at.character, document.unit)
        if key_at(source, offset) is None:
            return None
    return types.Hover(page.content)


async def _of_key(
    snapshot: Snapshot, key: KeyAt, entry: ResolvedEntry | None
) -> types.Hover | None:
    page = await key_page(snapshot, key.key, snapshot.client.markdown, entry, fetches=True)
    return None if page is None else types.Hover(page.content, snapshot.range(key.span))


async def key_page(
    snapshot: Snapshot,
    key: str,
    markdown: bool,
    entry: ResolvedEntry | None = None,
    *,
    fetches: bool = False,
) -> Page | None:
    """Return all that is known of the paper behind a key; None where nothing defines it.

    ``entry`` is the entry that is meant, where several have the key; else the first one is.
    ``fetches``: where the page is shown, a client that says so runs a command that is a link.
    """
    entry = entry or snapshot.project.entry(key)
    if entry is not None:
        details = await snapshot.knowledge(entry)
        parts = describe_paper(details, entry, snapshot.project, MOST_SENTENCES)
    else:
        parts = describe_bibitem(snapshot.project, key, MOST_SENTENCES)
    page = Page(markdown)
    for part in parts:
        if isinstance(part, MissingAbstract):
            _add_missing(part, page, snapshot if fetches else None)
        else:
            _add(part, page)
    return None if page.is_empty else page


def _add(part: DescribedText | DescribedList | DescribedLinks, page: Page) -> None:
    match part:
        case DescribedText(text):
            shown = shorten(text, part.longest) if part.longest else text
            page.text(shown, strong=part.is_title, soft=part.is_note)
        case DescribedList(heading, items):
            page.items(heading, [(_name(it), shorten(it.text, part.longest)) for it in items])
        case DescribedLinks(links):
            page.links([(it.name, url_of(it.target)) for it in links])


def _add_missing(part: MissingAbstract, page: Page, snapshot: Snapshot | None) -> None:
    """Add the note, with a link that fetches where there is a snapshot whose client follows it."""
    if (
        snapshot is None
        or snapshot.settings.fetch == "off"
        or not snapshot.client.takes(FETCH_LINK)
    ):
        page.text(part.text, soft=True)
        return
    fetch = Action("Fetch its abstract", "fetch", KeyArguments(key=part.key))
    page.command(part.note, command_of(fetch, snapshot))


def _name(item: DescribedItem) -> str:
    name = item.name
    return f"{name.file.name}:{name.line}" if isinstance(name, Place) else name
