"""Sentences that were revised or woven in: shown where they stand, or put there at once."""

from lsprotocol import types

from citeloom.actions.checking.claims.written_doubts import doubts_in_words
from citeloom.actions.order import Order
from citeloom.actions.writing.deciding.changed_lines import ChangedLines, changed_lines
from citeloom.actions.writing.revising.request import ReviseRequest
from citeloom.actions.writing.waiting import WaitingText
from citeloom.lsp.connection.shown import shown
from citeloom.lsp.editor import Editor
from citeloom.lsp.orders import DraftOrder
from citeloom.lsp.own_messages import PROPOSED
from citeloom.lsp.session import Session
from citeloom.lsp.snapshot import Snapshot
from citeloom.lsp.waiting import WaitingTexts
from citeloom.problem import InputError


class Proposing:
    """Hands sentences to their author: one decides where they stand, or one undo takes them back.

    A client that shows them itself says later what was decided. Where words of the author's would
    be replaced, nothing is put there.
    """

    def __init__(self, editor: Editor, session: Session, waiting: WaitingTexts) -> None:
        self._editor = editor
        self._session = session
        self._waiting = waiting

    async def propose(self, text: WaitingText, ordered: DraftOrder) -> None:
        """Show what was made for an order, or put it into the draft; say which."""
        self._waiting.propose(text)
        done = f"{ordered.order.kind.done} ({text.title})."
        took = f"It took {text.used}." if text.used else ""
        words = " ".join(filter(None, (done, doubts_in_words(text.doubtful()), took)))
        client = self._editor.client
        try:
            if client.takes(PROPOSED):
                snapshot = self._session.snapshot_of(text.root)
                self._editor.tell(PROPOSED, _proposal(text, ordered.order, snapshot, words))
                return
            if not text.can_insert:
                words = f"{words} Words of your own would be replaced: citeloom.preview shows how."
            elif client.makes_edits:
                await self._waiting.insert(text, 0)
            else:
                words = f"{words} citeloom.insert answers with the edit."
        except InputError as error:
            self._editor.say_problem(error, types.MessageType.Warning)
            return
        self._editor.say(words, whole=True)


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
