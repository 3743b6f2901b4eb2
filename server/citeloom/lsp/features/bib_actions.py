"""Code actions on an entry or a key, from what a search for its paper has found."""

from collections.abc import Iterator

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
from citeloom.draft.document import Bibliography
from citeloom.lsp.features.actions import QUICK_FIX, Action, ActionsAsked
from citeloom.lsp.features.requests.arguments import FetchArguments, KeyArguments
from citeloom.lsp.features.suggested import may_look_up
from citeloom.lsp.routes import ENTRY_KIND
from citeloom.lsp.snapshot import Snapshot
from citeloom_latex.bib.resolve import ResolvedEntry

PASTE_ABSTRACT = "citeloom/pasteAbstract"
"""What a client takes that gives `citeloom.pasteAbstract` a text of its user's."""


async def bib_actions(asked: ActionsAsked) -> list[Action]:
    """Return the actions on the paper at a place of a .tex or .bib file."""
    snapshot, found = asked.snapshot, list[Action]()
    entry = _entry(snapshot, asked.selected.start)
    if entry is None or not entry.entry.key:
        return found
    known = await snapshot.knowledge(entry)
    missing = asked.diagnostics_of("no-abstract")
    if not asked.has_kinds or (QUICK_FIX in (asked.params.context.only or ()) and missing):
        found += _fetch(snapshot, entry, known, missing)
        found += _paste(snapshot, entry, known, missing)
    if asked.wants(QUICK_FIX):
        found += _edits(asked, entry, known)
    if asked.wants(ENTRY_KIND):
        found += _complete(snapshot, entry)
    if not asked.has_kinds:
        found += _open_pdf(snapshot, entry, known)
    return found


def _entry(snapshot: Snapshot, offset: int) -> ResolvedEntry | None:
    """Return the entry around a place of a .bib file, or that of the key at a place."""
    source, project = snapshot.source, snapshot.project
    if isinstance(source, Bibliography):
        around = source.facts.entries.at(offset)
        return entry_at(project, source, around.start) if around else None
    key = key_at(source, offset)
    return project.entry(key.key) if key else None


def _fetch(
    snapshot: Snapshot, entry: ResolvedEntry, known: PaperDetails, missing: list[types.Diagnostic]
) -> Iterator[Action]:
    """Offer to fetch an abstract; where nobody has agreed to that, also to look on this disk."""
    if known.paper.abstract:
        return
    key, setting = entry.entry.key, snapshot.settings.fetch
    is_agreed = may_look_up(snapshot)
    if setting != "off":
        title = f"Fetch abstract of '{key}'"
        if not is_agreed:
            title += " (sends title, first author, year and identifiers, nothing of the draft)"
        arguments = FetchArguments(key=key, refresh=known.outcome is not None)
        yield Action(title, "fetch", arguments, mends=missing)
    if not is_agreed:
        title = f"Look for the abstract of '{key}' on this disk"
        yield Action(title, "fetch", FetchArguments(key=key, offline=True), mends=missing)


def _paste(
    snapshot: Snapshot, entry: ResolvedEntry, known: PaperDetails, missing: list[types.Diagnostic]
) -> Iterator[Action]:
    """Offer to paste an abstract where the client asks its user for the text."""
    if not known.own.abstract and snapshot.client.takes(PASTE_ABSTRACT):
        title = f"Paste the abstract of '{entry.entry.key}'"
        yield Action(title, "pasteAbstract", KeyArguments(key=entry.entry.key), mends=missing)


def _edits(asked: ActionsAsked, entry: ResolvedEntry, known: PaperDetails) -> Iterator[Action]:
    snapshot, outcome = asked.snapshot, known.outcome
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
            edits = {bib.path: (bib_edit.edit,)}
            yield Action(bib_edit.title, edits=edits, mends=asked.diagnostics_of(rule))


def _complete(snapshot: Snapshot, entry: ResolvedEntry) -> Iterator[Action]:
    """Offer to complete entries; what that changes is found when it is chosen, as it takes long."""
    key = entry.entry.key
    if may_be_completed(entry):
        title = f"Complete the entry '{key}'"
        yield Action(title, "completeEntries", KeyArguments(key=key), ENTRY_KIND)
    is_bib = isinstance(snapshot.source, Bibliography)
    whose = f"all entries of {snapshot.path.name}" if is_bib else "the entries of all cited papers"
    yield Action(f"Complete {whose}", "completeEntries", kind=ENTRY_KIND)


def _open_pdf(snapshot: Snapshot, entry: ResolvedEntry, known: PaperDetails) -> Iterator[Action]:
    link = pdf_of(known.paper, known.outcome, entry, snapshot.project)
    if link is not None:
        title = f"Open PDF of '{entry.entry.key}' ({link.name})"
        arguments = KeyArguments(key=entry.entry.key)
        yield Action(title, "openPdf", arguments, types.CodeActionKind.Empty)
