"""Commands about the papers of a draft: list them, open one."""

import asyncio
from typing import TYPE_CHECKING

from citeloom.actions.papers.known_abstracts import known_abstracts
from citeloom.actions.papers.links import pdf_of
from citeloom.actions.papers.paper_reader import PaperReader
from citeloom.actions.papers.reference_facts import UNDEFINED, ReferenceFacts, facts_of
from citeloom.actions.papers.references import ListedReference, list_references
from citeloom.actions.writing.section import chosen_at
from citeloom.draft.references import ChosenKeys
from citeloom.lsp.components import Components
from citeloom.lsp.features.requests.arguments import KeyArguments
from citeloom.lsp.features.requests.document import snapshot_for
from citeloom.lsp.snapshot import Snapshot
from citeloom.lsp.uris import uri_of, url_of
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.actions.suggesting.suggestion import Suggestions

MOST_LOOKED_UP = 1000
"""Of a larger library only what the draft cites is looked up in the store."""


def references(parts: Components, arguments: KeyArguments) -> object:
    """Return the references, those to write about in a section, and the last suggestions.

    Nobody is asked.
    """
    snapshot = snapshot_for(parts.session, arguments)
    offset = arguments.offset(snapshot)
    chosen = chosen_at(snapshot.opened, snapshot.source, arguments.section, offset)
    suggested = parts.work.suggested.get(snapshot.project.root)
    return _list(snapshot, chosen, suggested, snapshot.paper_reader)


async def _list(
    snapshot: Snapshot,
    chosen: ChosenKeys,
    suggested: "Suggestions | None",
    reader: PaperReader,
) -> object:
    found = await asyncio.to_thread(_answer, snapshot, chosen, reader)
    if suggested is None:
        return found
    from citeloom.lsp.features.suggested import as_answer

    return {**found, **await asyncio.to_thread(as_answer, suggested, snapshot)}


def _answer(snapshot: Snapshot, chosen: ChosenKeys, reader: PaperReader) -> dict[str, object]:
    project = snapshot.project
    found = list_references(project)
    wanted = found.references
    if len(wanted) > MOST_LOOKED_UP:
        wanted = tuple(reference for reference in wanted if reference.cited or reference.nocited)
    entries = tuple(reference.entry for reference in wanted if reference.entry is not None)
    facts = facts_of(entries, project, snapshot.context, reader)
    known = known_abstracts(snapshot.opened, reader, snapshot.context.user)
    return {
        "uri": uri_of(project.root),
        "sections": [
            {"title": heading.title, "chapter": heading.chapter} for heading in found.headings
        ],
        "references": [
            _reference(reference, facts.get(reference.key), snapshot)
            for reference in found.references
        ],
        "abstracts": {"known": known.known, "cited": known.cited},
        "chosen": {
            "origin": chosen.origin,
            "keys": list(chosen.keys),
            "inOwnText": list(chosen.in_own_text),
        },
    }


def _reference(
    reference: ListedReference, facts: ReferenceFacts | None, snapshot: Snapshot
) -> dict[str, object]:
    entry = reference.entry
    bibliographies = snapshot.project.bibliographies
    if entry is None:
        facts = UNDEFINED
    return {
        "key": reference.key,
        "title": reference.title,
        "people": reference.people,
        "keywords": list(reference.keywords),
        "entry": entry and snapshot.location(bibliographies[entry.file], entry.entry.span),
        "cited": [
            {
                "section": at.heading,
                "uri": snapshot.uri(at.document.path),
                "range": snapshot.range(at.span, at.document),
            }
            for at in reference.cited
        ],
        "nocited": reference.nocited,
        **_known(facts),
    }


def _known(facts: ReferenceFacts | None) -> dict[str, object]:
    """Return the facts of a reference as JSON; its state is null if it was not looked up."""
    if facts is None:
        return {"state": None}
    return {
        "state": str(facts.state),
        "abstractFrom": facts.abstract_from,
        "fullText": facts.full_text,
        "notices": list(facts.notices),
        "candidates": facts.candidates,
        "published": facts.published,
        "links": [{"name": link.name, "url": url_of(link.target)} for link in facts.links],
        "hasPdf": facts.has_pdf,
    }


def open_pdf(parts: Components, arguments: KeyArguments) -> object:
    """Have the client open it; the answer has its address and whether the client opened it."""
    return _open(parts, snapshot_for(parts.session, arguments), arguments.key)


async def _open(parts: Components, snapshot: Snapshot, key: str) -> object:
    entry = snapshot.project.entry(key)
    if entry is None:
        raise InputError(f"undefined citation key '{key}'")
    known = await snapshot.knowledge(entry)
    link = pdf_of(known.paper, known.outcome, entry, snapshot.project)
    if link is None:
        raise InputError(f"no PDF was found for '{key}'")
    address = url_of(link.target)
    opened = await parts.editor.show(address, external=True)
    if not opened:
        parts.editor.say(f"The PDF is at {address}")
    return {"url": address, "opened": opened}
