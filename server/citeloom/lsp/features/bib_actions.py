"""Code actions on an entry or a key, from what a search for its paper has found."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.keys.places import entry_at, key_at
from citeloom.actions.papers.entries.bib_edits import (
    BibEdit,
    choice_edits,
    difference_edits,
    doi_edit,
    publication_edit,
)
from citeloom.actions.papers.entries.known_entries import may_be_completed
from citeloom.actions.papers.knowledge import PaperDetails
from citeloom.actions.papers.links import pdf_of
from citeloom.actions.user.fetch_agreement import consent_of
from citeloom.draft.document import Bibliography
from citeloom.lsp.features.asked_actions import diagnostics_with, is_wanted
from citeloom.lsp.features.given.arguments import (
    Arguments,
    FetchArguments,
    KeyArguments,
    command_of,
)
from citeloom.lsp.routes import ENTRY_KIND
from citeloom_latex.bib.resolve import ResolvedEntry

if TYPE_CHECKING:
    from citeloom.lsp.snapshot import Snapshot


PASTE_ABSTRACT = "citeloom/pasteAbstract"
"""What a client takes that gives `citeloom.pasteAbstract` a text of its user's."""


async def with_bib_actions(
    found: list[object],
    snapshot: "Snapshot",
    offset: int,
    params: types.CodeActionParams,
) -> list[object]:
    """Return actions, followed by those on the paper at a place of a .tex or .bib file."""
    entry = _entry(snapshot, offset)
    if entry is None or not entry.entry.key:
        return found
    known = await snapshot.knowledge(entry)
    only = params.context.only
    missing = diagnostics_with(params, "no-abstract")
    if not only or (types.CodeActionKind.QuickFix in only and missing):
        found += _fetch(snapshot, entry, known, missing)
        found += _paste(snapshot, entry, known, missing)
    if is_wanted(params, types.CodeActionKind.QuickFix):
        found += _edits(snapshot, entry, known, params)
    if is_wanted(params, ENTRY_KIND):
        found += _complete(snapshot, entry)
    if not only:
        found += _open_pdf(snapshot, entry, known)
    return found


def _entry(snapshot: "Snapshot", offset: int) -> ResolvedEntry | None:
    """Return the entry around a place of a .bib file, or that of the key at a place."""
    source, project = snapshot.source, snapshot.project
    if isinstance(source, Bibliography):
        around = source.facts.entries.at(offset)
        return entry_at(project, source, around.start) if around else None
    key = key_at(source, offset)
    return project.entry(key.key) if key else None


def _fetch(
    snapshot: "Snapshot", entry: ResolvedEntry, known: PaperDetails, missing: list[types.Diagnostic]
) -> Iterator[object]:
    """Offer to fetch an abstract; where nobody has agreed to that, also to look on this disk."""
    if known.paper.abstract:
        return
    place, setting = _place(snapshot, entry), snapshot.settings.fetch
    is_agreed = setting == "on" or (setting != "off" and consent_of(snapshot.context.user))
    if setting != "off":
        title = f"Fetch abstract of '{entry.entry.key}'"
        if not is_agreed:
            title += " (sends title, first author, year and identifiers, nothing of the draft)"
        arguments = FetchArguments(uri=place.uri, key=place.key, refresh=known.outcome is not None)
        yield _fix(command_of("fetch", title, arguments), missing)
    if not is_agreed:
        title = f"Look for the abstract of '{entry.entry.key}' on this disk"
        arguments = FetchArguments(uri=place.uri, key=place.key, offline=True)
        yield _fix(command_of("fetch", title, arguments), missing)


def _paste(
    snapshot: "Snapshot", entry: ResolvedEntry, known: PaperDetails, missing: list[types.Diagnostic]
) -> Iterator[object]:
    """Offer to paste an abstract where the client asks its user for the text."""
    if known.own.abstract or not snapshot.client.takes(PASTE_ABSTRACT):
        return
    title = f"Paste the abstract of '{entry.entry.key}'"
    yield _fix(command_of("pasteAbstract", title, _place(snapshot, entry)), missing)


def _edits(
    snapshot: "Snapshot", entry: ResolvedEntry, known: PaperDetails, params: types.CodeActionParams
) -> Iterator[object]:
    outcome = known.outcome
    if outcome is None:
        return
    bib = snapshot.project.bibliographies[entry.file]
    if bib.path != snapshot.path and not snapshot.folder.holds(bib.path):
        return
    made: list[tuple[str, BibEdit | None]] = [
        *(("ambiguous", it) for it in choice_edits(bib, entry, outcome)),
        *(("differs", it) for it in difference_edits(bib, entry, known.own, outcome)),
        ("", doi_edit(bib, entry, outcome)),
        ("published-since", publication_edit(bib, entry, outcome)),
    ]
    for rule, bib_edit in made:
        if bib_edit is not None:
            yield types.CodeAction(
                bib_edit.title,
                kind=types.CodeActionKind.QuickFix,
                diagnostics=diagnostics_with(params, rule),
                edit=snapshot.workspace_edit({bib.path: (bib_edit.edit,)}),
            )


def _complete(snapshot: "Snapshot", entry: ResolvedEntry) -> Iterator[object]:
    """Offer to complete entries; what that changes is found when it is chosen, as it takes long."""
    place = _place(snapshot, entry)
    if may_be_completed(entry):
        command = command_of("completeEntries", f"Complete the entry '{place.key}'", place)
        yield types.CodeAction(command.title, kind=ENTRY_KIND, command=command)
    is_bib = isinstance(snapshot.source, Bibliography)
    whose = f"all entries of {snapshot.path.name}" if is_bib else "the entries of all cited papers"
    command = command_of("completeEntries", f"Complete {whose}", Arguments(uri=place.uri))
    yield types.CodeAction(command.title, kind=ENTRY_KIND, command=command)


def _open_pdf(snapshot: "Snapshot", entry: ResolvedEntry, known: PaperDetails) -> Iterator[object]:
    link = pdf_of(known.paper, known.outcome, entry, snapshot.project)
    if link is not None:
        title = f"Open PDF of '{entry.entry.key}' ({link.name})"
        command = command_of("openPdf", title, _place(snapshot, entry))
        yield types.CodeAction(title, kind=types.CodeActionKind.Empty, command=command)


def _place(snapshot: "Snapshot", entry: ResolvedEntry) -> KeyArguments:
    return KeyArguments(uri=snapshot.uri(snapshot.path), key=entry.entry.key)


def _fix(command: types.Command, missing: list[types.Diagnostic]) -> types.CodeAction:
    kind = types.CodeActionKind.QuickFix
    return types.CodeAction(command.title, kind=kind, diagnostics=missing, command=command)
