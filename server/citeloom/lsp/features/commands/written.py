"""Commands that say what was written, and what is being written."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict

from citeloom.actions.papers.links import links
from citeloom.actions.writing.graphs import draft_graph, graph_json
from citeloom.actions.writing.insert import replaces
from citeloom.actions.writing.outline.current import (
    Outline,
    standing_outline,
    waiting_outline,
)
from citeloom.actions.writing.outline.files import outline_file
from citeloom.actions.writing.paragraphs_json import paragraphs_json
from citeloom.actions.writing.preview import preview_foot
from citeloom.actions.writing.section import section_at, section_named
from citeloom.actions.writing.waiting import SectionText, WaitingText
from citeloom.lsp.components import Components
from citeloom.lsp.features.hover import key_page
from citeloom.lsp.features.requests.arguments import Arguments, ShowArguments, TextArguments
from citeloom.lsp.features.requests.document import own_snapshot_for, snapshot_for
from citeloom.lsp.features.requests.notes import notes_on
from citeloom.lsp.snapshot import Snapshot
from citeloom.lsp.uris import uri_of, url_of
from citeloom.problem import InputError


def show(parts: Components, arguments: ShowArguments) -> object:
    """Return the jobs and the waiting texts, or what was written about a key."""
    if arguments.key:
        snapshot = snapshot_for(parts.session, arguments)
        return _of_key(snapshot, arguments.key)
    jobs, waiting = parts.jobs, parts.waiting
    texts = [waiting.chosen(arguments.offer)] if arguments.offer else waiting.all
    return {
        "jobs": [
            {
                "job": running.job.id,
                "section": section.anchor.heading,
                "waits": jobs.waits(running),
                "stage": running.shown.message,
            }
            for section, running in jobs.sections
        ],
        "waiting": [text.id for text in waiting.all],
        "proposed": list(waiting.proposed),
        "offers": [version for text in texts for version in _versions(parts, text)],
    }


def _versions(parts: Components, text: WaitingText) -> Iterator[dict[str, object]]:
    """Yield the versions of a section's text; what was woven in has a preview alone."""
    if not isinstance(text.content, SectionText):
        return
    content, notes = text.content, list(notes_on(parts.session, text))
    file = parts.waiting.file_of(text)
    stands = False
    with suppress(InputError):
        stands = replaces(text, parts.session.snapshot_of(text.root).opened)
    for version, rendered in enumerate(content.versions):
        yield {
            "offer": text.id,
            "uri": uri_of(text.root),
            "section": content.anchor.heading,
            "file": file,
            "replaces": stands,
            "title": text.titles[version],
            "version": version,
            "latex": rendered.latex,
            "paragraphs": paragraphs_json(rendered, content.doubtful_in(version)),
            "uncited": [reference.key for reference in content.uncited(version)],
            "references": [
                {
                    "key": reference.key,
                    "title": reference.title,
                    "hasAbstract": reference.has_abstract,
                }
                for reference in content.references
            ],
            "foot": preview_foot(content, version),
            "notes": notes,
            "warnings": list(text.warnings),
            "byModel": text.by_model,
            "usage": asdict(text.usage),
        }


async def _of_key(snapshot: Snapshot, key: str) -> object:
    page = await key_page(snapshot, key, markdown=False)
    if page is None:
        raise InputError(f"undefined citation key '{key}'")
    entry = snapshot.project.entry(key)
    if entry is None:  # A bibliography written by hand defines it.
        return {"text": page.content.value, "entry": None}
    paper = (await snapshot.knowledge(entry)).paper
    project = snapshot.project
    return {
        "text": page.content.value,
        "entry": snapshot.location(project.bibliographies[entry.file], entry.entry.span),
        "title": paper.title,
        "abstract": paper.abstract,
        "abstractFrom": paper.sources.get("abstract", "bib") if paper.abstract else "",
        "links": [
            {"name": link.name, "url": url_of(link.target)} for link in links(paper, entry, project)
        ],
    }


def trace(parts: Components, arguments: TextArguments) -> object:
    """Return the trace in the method's own form, and the usage of each step."""
    text = parts.waiting.chosen(arguments.offer)
    return {
        "offer": text.id,
        "method": text.origin.method,
        "trace": dict(text.trace),
        "usage": asdict(text.usage),
    }


def graphs(parts: Components, arguments: TextArguments) -> object:
    """Return the graphs of the text that is named; else those of the draft."""
    if not arguments.offer:
        return _of_draft(snapshot_for(parts.session, arguments))
    text = parts.waiting.chosen(arguments.offer)
    graphs = [graph_json(graph, text.key_of) for graph in text.graphs]
    return {"offer": text.id, "graphs": graphs}


async def _of_draft(snapshot: Snapshot) -> object:
    graph, key_of = await asyncio.to_thread(draft_graph, snapshot.opened)
    return {"offer": None, "graphs": [graph_json(graph, key_of)]}


def outline(parts: Components, arguments: TextArguments) -> object:
    """Show it in a file, which is written unless it is there; the answer has file and text."""
    session = parts.session
    if arguments.offer:
        text = parts.waiting.chosen(arguments.offer)
        snapshot = session.snapshot_of(text.root)
        outline = waiting_outline(text, snapshot.opened)
    else:
        snapshot = own_snapshot_for(session, arguments)
        outline = _of_section(parts, snapshot, arguments)
    path = outline_file(outline, snapshot.opened, snapshot.folder)
    parts.background.run(_show_outline(parts, uri_of(path)))
    return {"uri": uri_of(path), "outline": outline.text}


def _of_section(parts: Components, snapshot: Snapshot, arguments: Arguments) -> Outline:
    """Return the outline of the text that waits for a section, else of the one in it."""
    opened, at = snapshot.opened, None
    offset = arguments.offset(snapshot)
    if arguments.section is None and offset is not None:
        at = section_at(opened, snapshot.source, offset)
    if at is None or not at.related:
        at = section_named(opened, arguments.section or "")
    text = parts.waiting.for_section(snapshot, at.number)
    if text is not None and text.origin.outline:
        return waiting_outline(text, opened)
    return standing_outline(opened, at.number)


async def _show_outline(parts: Components, uri: str) -> None:
    if not await parts.editor.show(uri):
        parts.editor.say(f"The outline is in {parts.session.path(uri)}")
