"""Sentences that were revised or woven in: shown where they stand, or put there at once."""

from lsprotocol import types

from citeloom.actions.checking.claims.written_doubts import doubts_in_words
from citeloom.actions.order import Order
from citeloom.actions.writing.deciding.changed_lines import ChangedLines, changed_lines
from citeloom.actions.writing.revising.request import ReviseRequest
from citeloom.actions.writing.waiting import WaitingText
from citeloom.lsp.connection.shown import shown
from citeloom.lsp.editor import Editor
from citeloom.lsp.job_kinds import DraftOrder
from citeloom.lsp.own_messages import PROPOSED
from citeloom.lsp.session import Session
from citeloom.lsp.snapshot import Snapshot
from citeloom.lsp.waiting import WaitingTexts
from citeloom.problem import InputError


async def propose(
    text: WaitingText, ordered: DraftOrder, editor: Editor, session: Session, waiting: WaitingTexts
) -> None:
    """Hand sentences to their author: who decides where they stand, or takes them back by an undo.

    A client that shows them itself says later what was decided. Where words of the author's would
    be replaced, nothing is put there.
    """
    waiting.propose(text)
    done = f"{ordered.order.kind.done} ({text.title})."
    took = f"It took {text.used}." if text.used else ""
    words = " ".join(filter(None, (done, doubts_in_words(text.doubtful()), took)))
    try:
        if editor.client.takes(PROPOSED):
            snapshot = session.snapshot_of(text.root)
            editor.tell(PROPOSED, _proposal(text, ordered.order, snapshot, words))
            return
        if not text.can_insert:
            words = f"{words} Your own words would be replaced: citeloom.preview shows how."
        elif editor.client.makes_edits:
            await waiting.insert(text, 0)
        else:
            words = f"{words} Run citeloom.insert to get the edit."
    except InputError as error:
        editor.say_problem(error, types.MessageType.Warning)
        return
    editor.say(words, whole=True)


def _proposal(
    text: WaitingText, request: Order, snapshot: Snapshot, words: str
) -> dict[str, object]:
    """Return sentences as a client shows them; with the order's arguments it can ask again."""
    changes = changed_lines(text, snapshot.opened, snapshot.folder) if text.can_insert else ()
    asked = None
    if isinstance(request, ReviseRequest) and text.has_others:
        asked = {
            "uri": snapshot.uri(request.main),
            "revision": request.revision.value,
            "theme": request.theme,
            "instruction": request.instruction,
            "seed": request.seed,
        }
    return {
        "offer": text.id,
        "message": shown(words),
        "doubts": [doubt.reason for it in text.doubtful() for doubt in it.doubts],
        "byModel": text.by_model,
        "arguments": asked,
        "changes": [_as_json(change, snapshot) for change in changes],
    }


def _as_json(change: ChangedLines, snapshot: Snapshot) -> dict[str, object]:
    return {
        "uri": snapshot.uri(change.path),
        "line": change.line,
        "old": list(change.old),
        "new": list(change.new),
        "sources": [
            {"key": it.key, "source": it.source, "sentence": it.sentence} for it in change.sources
        ],
    }
