"""Commands about texts that wait: read, decide, insert and discard them."""

from hashlib import sha256

from lsprotocol import types

from citeloom.actions.writing.deciding.collisions import collisions_of, decided_on_version
from citeloom.actions.writing.deciding.difference import Difference, difference_of
from citeloom.actions.writing.waiting import SectionText, WaitingText
from citeloom.lsp.components import Components
from citeloom.lsp.features.preview_page import preview_page
from citeloom.lsp.features.requests.arguments import Arguments, DecidedArguments, TextArguments
from citeloom.lsp.features.requests.document import own_snapshot_for
from citeloom.lsp.features.requests.notes import notes_on
from citeloom.lsp.own_messages import SHOW_CHANGES
from citeloom.lsp.snapshot import Snapshot
from citeloom.lsp.uris import uri_of
from citeloom.placing.decision import INSERT_BELOW, Decision
from citeloom_latex.lined import LinedText
from citeloom_latex.spans import Span


def preview(parts: Components, arguments: TextArguments) -> object:
    """Show a page where the client can; the answer has its text and its file in any case."""
    text = parts.waiting.chosen(arguments.offer)
    markdown = preview_page(text, tuple(notes_on(parts.session, text)))
    name = f"sentences-{text.id[:6]}.md"
    if text.section is not None:
        # An editor that shows the section's page already shows the new one in its place.
        section = sha256(repr(text.section).encode("utf-8", "replace")).hexdigest()[:8]
        name = f"related-work-{section}.md"
    try:
        path = parts.previews.show(parts.session.context.user, name, markdown)
    except OSError as error:
        parts.editor.say(f"The preview cannot be saved: {error}", types.MessageType.Warning)
        return {"markdown": markdown, "uri": None}
    return {"markdown": markdown, "uri": uri_of(path)}


async def insert(parts: Components, arguments: DecidedArguments) -> object:
    """Have the client make the edit; the answer says whether it did.

    A client that takes no edits finds it in the answer, and makes it itself. One that can show a
    text against the draft does so first where the author has to decide whose words stand.
    """
    waiting = parts.waiting
    text, version, decision = waiting.chosen(arguments.offer), arguments.version, None
    if arguments.below:
        decision = INSERT_BELOW
    elif arguments.taken is not None:
        decision = Decision(frozenset(arguments.taken))
    elif parts.editor.client.takes(SHOW_CHANGES) and _has_collisions(parts, text, version):
        parts.editor.tell(SHOW_CHANGES, {"offer": text.id, "version": version})
        return {"applied": False, "shown": True}
    return await waiting.insert(text, version, decision)


def _has_collisions(parts: Components, text: WaitingText, version: int) -> bool:
    opened = parts.session.snapshot_of(text.root).opened
    return bool(collisions_of(text, opened, version).all)


def discard(parts: Components, arguments: TextArguments) -> object:
    """Forget one text or all; the answer says how many."""
    return {"discarded": parts.waiting.discard(arguments.offer)}


def earlier_texts(parts: Components, arguments: Arguments) -> object:
    """Return the texts that newer ones of their section have replaced, the newest first."""
    snapshot = own_snapshot_for(parts.session, arguments)
    texts = [it for it in parts.waiting.kept if it.set_aside and it.root == snapshot.project.root]
    return {
        "texts": [
            {
                "offer": it.id,
                "title": it.title,
                "section": parts.waiting.place_of(it),
                "begins": it.content.begins,
            }
            for it in reversed(texts)
            if isinstance(it.content, SectionText)
        ]
    }


def bring_back(parts: Components, arguments: TextArguments) -> object:
    """Have an earlier text wait again; the one that waits is an earlier one then."""
    parts.waiting.bring_back(arguments.offer)
    return {"offer": arguments.offer}


def changes(parts: Components, arguments: TextArguments) -> object:
    """Return the file as it would be, and where its author and the text changed the same."""
    return _changes(parts, parts.waiting.chosen(arguments.offer), arguments.version)


def _changes(parts: Components, text: WaitingText, version: int) -> dict[str, object]:
    """Return what a version of a waiting text would change."""
    snapshot = parts.session.snapshot_of(text.root)
    difference = difference_of(text, snapshot.opened, snapshot.folder, version)
    return {
        "offer": text.id,
        "version": version,
        "title": text.titles[version],
        "woven": text.section is None,
        "doubts": [doubt.reason for it in text.doubtful(version) for doubt in it.doubts],
        "uri": snapshot.uri(difference.path),
        **_shown(snapshot, difference),
    }


def _shown(snapshot: Snapshot, difference: Difference) -> dict[str, object]:
    lines = LinedText(difference.text).lines

    def line(span: Span | None) -> int:
        at = difference.start if span is None else span.start
        return lines.position(at, snapshot.unit)[0]

    return {
        "text": difference.text,
        "line": line(None),
        "passages": [
            {
                "id": collision.id,
                "own": collision.own,
                "new": " ".join(collision.new),
                "line": line(collision.merged),
                "taken": collision.taken,
            }
            for collision in difference.collisions
        ],
        "kept": list(difference.kept),
        "problem": difference.problem,
        "files": [
            {"uri": snapshot.uri(path), "text": text} for path, text in difference.files.items()
        ],
    }


def decide(parts: Components, arguments: DecidedArguments) -> object:
    """Keep the decision until the text is inserted; return the changes that it leads to."""
    waiting = parts.waiting
    text = waiting.chosen(arguments.offer)
    opened = parts.session.snapshot_of(text.root).opened
    taken = decided_on_version(text, opened, arguments.version, arguments.taken or ())
    waiting.decide(text, taken)
    return _changes(parts, waiting.chosen(text.id), arguments.version)
