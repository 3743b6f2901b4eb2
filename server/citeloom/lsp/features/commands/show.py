"""``citeloom.show``: a paper by its key, or what is being written and what waits."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

from citeloom.actions.papers.links import links
from citeloom.actions.writing.paragraphs_json import paragraphs_json
from citeloom.lsp.features.commands.arguments import Arguments
from citeloom.lsp.features.commands.document import snapshot_for
from citeloom.lsp.features.commands.notes import notes_on
from citeloom.lsp.features.hover import key_page
from citeloom.lsp.uris import uri_of, url_of
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.offers import Waiting
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.snapshot import Snapshot


def run(parts: "Parts", arguments: Arguments) -> object:
    """Return it."""
    if arguments.key:
        snapshot = snapshot_for(parts.session, arguments)
        return _of_key(snapshot, arguments.key)
    writing = parts.writing
    offers = [writing.offers.chosen(arguments.offer)] if arguments.offer else writing.offers.all
    return {
        "jobs": [
            {
                "job": one.job.id,
                "section": one.section.anchor.heading,
                "waits": writing.waits(one),
                "stage": one.shown.message,
            }
            for one in writing.running
        ],
        "offers": [version for one in offers for version in _versions(parts, one)],
    }


def _versions(parts: "Parts", waiting: "Waiting") -> Iterator[dict[str, object]]:
    offer = waiting.offer
    notes = list(notes_on(parts.session, waiting))
    for version, text in enumerate(offer.versions):
        paragraphs = (
            (one.topic, [rendered.sentence for rendered in one.sentences])
            for one in text.paragraphs
        )
        yield {
            "offer": waiting.id,
            "uri": uri_of(waiting.section.root),
            "section": waiting.section.anchor.heading,
            "title": offer.title(version),
            "version": version,
            "latex": text.latex,
            "paragraphs": paragraphs_json(paragraphs, text.keys),
            "uncited": [one.key for one in offer.uncited(version)],
            "references": [
                {"key": one.key, "title": one.title, "hasAbstract": one.has_abstract}
                for one in offer.references
            ],
            "notes": notes,
            "warnings": list(offer.warnings),
            "byModel": offer.by_model,
            "usage": asdict(offer.usage),
        }


async def _of_key(snapshot: "Snapshot", key: str) -> object:
    page = await key_page(snapshot, key, markdown=False)
    if page is None:
        raise InputError(f"no .bib entry '{key}'")
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
            {"name": one.name, "url": url_of(one.target)}
            for one in links(paper, entry, project, snapshot.context.files)
        ],
    }
