"""Hover: the paper behind a citation key, or the sources behind a written sentence."""

from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.keys.places import KeyAt, bibitem, citations, entry_at, key_at
from citeloom.actions.papers.known import Known, status_of
from citeloom.actions.papers.links import Link, links
from citeloom.actions.papers.show import authors_of, sentences_citing
from citeloom.actions.writing.sentence_sources import sentence_at
from citeloom.lsp.features.markup import Page, shortened
from citeloom.lsp.uris import url_of
from citeloom_latex.bib.resolve import ResolvedEntry

if TYPE_CHECKING:
    from citeloom.lsp.snapshot import Snapshot

LONGEST_ABSTRACT = 700
LONGEST_NAMES = 200
LONGEST_SENTENCE = 400
MOST_SENTENCES = 3


def answer(snapshot: "Snapshot", params: types.HoverParams) -> object:
    """Return what is known of the place."""
    offset = snapshot.offset(params.position)
    key = key_at(snapshot.source, offset)
    if key is not None:
        return _of_key(snapshot, key, entry_at(snapshot.project, snapshot.source, offset))
    placed = sentence_at(snapshot.project, snapshot.source, offset)
    if placed is None:
        return None
    page = Page(snapshot.client.markdown)
    evidence = placed.sentence.evidence
    page.text("Written by Citeloom", strong=True)
    if not evidence:
        page.text("A sentence that leads into the paragraph; no source stands behind it.")
    named = [(one.where, one.sentence) for one in evidence]
    page.items("It rests on", named)
    return types.Hover(page.content, snapshot.range(placed.span))


async def _of_key(
    snapshot: "Snapshot", key: KeyAt, entry: ResolvedEntry | None
) -> types.Hover | None:
    page = await key_page(snapshot, key.key, snapshot.client.markdown, entry)
    return None if page is None else types.Hover(page.content, snapshot.range(key.span))


async def key_page(
    snapshot: "Snapshot",
    key: str,
    markdown: bool,
    entry: ResolvedEntry | None = None,
) -> Page | None:
    """Return all that is known of the paper behind a key; None where nothing defines it.

    ``entry`` is the entry that is meant, where several have the key; else the first one is.
    """
    entry = entry or snapshot.project.entry(key)
    page = Page(markdown)
    found: tuple[Link, ...] = ()
    if entry is not None:
        known = await snapshot.knowledge(entry)
        _paper(page, known, entry.entry.key)
        found = links(known.paper, entry, snapshot.project, snapshot.context.files)
    elif by_hand := bibitem(snapshot.project, key):
        page.text(by_hand)
        page.text("From the bibliography in the draft.", soft=True)
    else:
        return None
    _cited(page, snapshot, key)
    page.links([(one.name, url_of(one.target)) for one in found])
    return page


def _paper(page: Page, known: Known, key: str) -> None:
    paper = known.paper
    page.text(paper.title or f"{key} (no title)", strong=True)
    page.text(shortened(authors_of(paper), LONGEST_NAMES))
    page.text(", ".join(filter(None, [paper.venue, str(paper.year or "")])), soft=True)
    if known.extracted:
        first = known.extracted[0]
        heading = f"Extracted by {first.source}, {first.day}"
    else:
        heading = "From the abstract's own sentences"
    elements = [(one.name, shortened(one.sentence, LONGEST_SENTENCE)) for one in known.elements]
    page.items(heading, elements)
    if paper.abstract:
        page.items("Abstract", [("", shortened(paper.abstract, LONGEST_ABSTRACT))])
    said = [(one.key, shortened(one.text, LONGEST_SENTENCE)) for one in known.said]
    page.items("What others of your references say of it", said[:MOST_SENTENCES])
    page.text("; ".join(status_of(known)), soft=True)


def _cited(page: Page, snapshot: "Snapshot", key: str) -> None:
    project = snapshot.project
    cited = len(citations(project, key))
    if not cited:
        page.text("The draft does not cite it.", soft=True)
        return
    lines = [
        (f"{one.place.file.name}:{one.place.line}", shortened(one.sentence, LONGEST_SENTENCE))
        for one in sentences_citing(project, key, MOST_SENTENCES)
    ]
    times = "once" if cited == 1 else f"{cited} times"
    page.items(f"Cited {times} in this draft", lines)
