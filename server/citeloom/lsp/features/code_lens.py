"""Code lens over a related-work section: write, or insert what was written."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.writing.section import SectionAt, related_sections
from citeloom.lsp.features.bib_lens import bib_lenses
from citeloom.lsp.features.commands.arguments import Arguments, command_of

if TYPE_CHECKING:
    from citeloom.lsp.snapshot import Snapshot
    from citeloom.lsp.work import Work


def answer(snapshot: "Snapshot", _: types.CodeLensParams, work: "Work") -> list[types.CodeLens]:
    """Return the lenses of a document."""
    lenses = [
        types.CodeLens(snapshot.range(at.span), command)
        for at in related_sections(snapshot.opened, snapshot.source)
        for command in _commands(snapshot, at, work)
    ]
    return [*bib_lenses(snapshot), *lenses]


def _commands(snapshot: "Snapshot", at: SectionAt, work: "Work") -> Iterator[types.Command]:
    from citeloom.actions.writing.offer import replaces

    waiting = work.waiting_at(snapshot, at.number)
    job = work.job_at(snapshot, at.number)
    if waiting is not None:
        verb = "Replace" if replaces(waiting.offer, snapshot.opened) else "Insert"
        title = f"{verb} related work ({waiting.offer.title()})"
        yield command_of("insert", title, Arguments(offer=waiting.id))
        yield command_of("preview", "Preview", Arguments(offer=waiting.id))
    if job is not None:
        yield command_of("cancel", "Cancel writing related work", Arguments(job=job.id))
    elif waiting is None:
        arguments = Arguments(uri=snapshot.uri(snapshot.path), section=at.name)
        yield command_of("write", "Write related work", arguments)
