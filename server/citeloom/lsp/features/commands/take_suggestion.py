"""``citeloom.takeSuggestion``: put a suggested paper into the draft as it is now."""

from typing import TYPE_CHECKING

from lsprotocol import types

from citeloom.actions.suggesting.draft_sentences import AskedSentence, asked_sentence_at
from citeloom.actions.suggesting.paper_words import paper_in_words
from citeloom.actions.suggesting.take import take
from citeloom.draft.document import Document
from citeloom.lsp.features.given.arguments import Arguments
from citeloom.lsp.features.given.document import own_snapshot_for
from citeloom.lsp.features.given.edits import make_edit
from citeloom.problem import InputError

if TYPE_CHECKING:
    from citeloom.lsp.parts import Parts
    from citeloom.lsp.snapshot import Snapshot


async def run(parts: "Parts", arguments: Arguments) -> object:
    """Have the client make the edits of the .bib file and the draft in one step.

    With a ``position`` the paper is cited at the sentence there. A client that takes no edits finds
    them in the answer, and makes them itself. ``changed`` are the URIs of the files.
    """
    snapshot = own_snapshot_for(parts.session, arguments)
    root = snapshot.project.root
    suggestion = parts.suggesting.suggested(root, arguments.paper)
    asked = _asked(snapshot, arguments)
    sentence = asked.sentence if asked else None
    taken = take(suggestion, snapshot.opened, snapshot.folder, sentence)
    edit = snapshot.workspace_edit(taken.edits)
    made: dict[str, object] = {"applied": True}
    if taken.changes:
        made = await make_edit(parts, edit, f"Cite {paper_in_words(suggestion.paper)}")
    if made["applied"] or "edit" in made:
        parts.suggesting.drop(root, suggestion)
    if taken.lost:
        message = f"The entry '{taken.key}' has [?] for letters that the draft cannot set: "
        parts.editor.say(f"{message}{taken.lost}", types.MessageType.Warning)
    changed = [snapshot.uri(change.source.path) for change in taken.changes]
    return {"key": taken.key, "changed": changed, **made}


def _asked(snapshot: "Snapshot", arguments: Arguments) -> AskedSentence | None:
    if arguments.position is None:
        return None
    source = snapshot.source
    offset = snapshot.offset(arguments.position.position)
    asked = (
        asked_sentence_at(snapshot.project, source, offset)
        if isinstance(source, Document)
        else None
    )
    if asked is None:
        raise InputError("there is no sentence of the draft here")
    return asked
