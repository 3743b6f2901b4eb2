"""What becomes of the results of jobs: sections that wait, sentences to decide on, judgements."""

import logging
from dataclasses import dataclass, replace

from lsprotocol import types

from citeloom.actions.checking.claims.stored_judgements import KeptJudgements
from citeloom.actions.checking.claims.written_doubts import doubts_in_words
from citeloom.actions.order import Order, Told
from citeloom.actions.writing.deciding.difference import ChangedLines, changed_lines
from citeloom.actions.writing.revising.request import ReviseRequest
from citeloom.actions.writing.waiting import Unfinished, WaitingText
from citeloom.lsp.background import Background
from citeloom.lsp.connection.brief import shortened
from citeloom.lsp.connection.problem_message import CHOOSE_MODEL, ProblemMessage, as_sentence
from citeloom.lsp.connection.shown import shown
from citeloom.lsp.diagnosing import Diagnosing
from citeloom.lsp.draft_order import DraftOrder
from citeloom.lsp.editor import Editor
from citeloom.lsp.own_messages import PROPOSED, WRITTEN
from citeloom.lsp.session import Session
from citeloom.lsp.snapshot import Snapshot
from citeloom.lsp.uris import uri_of
from citeloom.lsp.waiting import WaitingTexts
from citeloom.problem import InputError

logger = logging.getLogger("citeloom")


@dataclass(eq=False)
class Results:
    """Keeps what jobs have made, and says what that is."""

    _editor: Editor
    _session: Session
    _background: Background
    _diagnosing: Diagnosing
    _waiting: WaitingTexts

    def is_kept_when_cancelled(self, ordered: DraftOrder, value: object) -> bool:
        """Tell whether a result counts although its user has cancelled its job."""
        return isinstance(value, WaitingText) and (
            ordered.order.keeps_what_is_done or value.unfinished is Unfinished.CANCELLED
        )

    def keep(self, ordered: DraftOrder, job_id: str, value: object) -> None:
        """Keep a result; a section's text waits under the id of its job."""
        if isinstance(value, WaitingText):
            if value.section is not None:
                self._waiting.add(replace(value, id=job_id))
            return
        if isinstance(value, KeptJudgements):
            self._session.checks.keep_judgements(ordered.root, value)
            self._diagnosing.all_changed()

    def keep_at_end(self, job_id: str, value: object) -> None:
        """Keep a section's text while the editor is closed: no draft is read any more."""
        if isinstance(value, WaitingText) and value.section is not None:
            self._waiting.keep(replace(value, id=job_id))

    def say(
        self, ordered: DraftOrder, job_id: str, value: object, title: str
    ) -> ProblemMessage | None:
        """Say what was made; return what is to be said where the job is to be offered again.

        The log has all warnings on a text.
        """
        if not isinstance(value, WaitingText):
            assert isinstance(value, Told)
            self._tell(value)
            return None
        text = replace(value, id=job_id)
        for warning in text.warnings:
            logger.warning("%s", warning)
        if text.section is None:
            self._background.run(self._propose(text, ordered))
        if text.unfinished is Unfinished.FAILED:
            return self._ended_early(text, title)
        words, is_cut = shortened(_warnings_in_short(text), self._session.own_folders)
        if text.section is not None:
            self._say_written(text, ordered, words)
        elif words:
            told = ProblemMessage(words, log_has_more=is_cut or len(text.warnings) > 1)
            self._editor.show_problem(told, types.MessageType.Warning)
        return None

    async def _propose(self, text: WaitingText, ordered: DraftOrder) -> None:
        """Hand sentences to their author, who decides where they stand, or takes them back.

        A client that shows them itself says later what was decided.
        """
        self._waiting.propose(text)
        done = f"{ordered.order.kind.done} ({text.title})."
        words = " ".join(
            filter(None, (done, doubts_in_words(text.doubtful()), _usage_in_words(text)))
        )
        try:
            if self._editor.client.takes(PROPOSED):
                snapshot = self._session.snapshot_of(text.root)
                self._editor.tell(PROPOSED, _proposal(text, ordered.order, snapshot, words))
                return
            if self._editor.client.makes_edits:
                await self._waiting.insert(text, 0)
            else:
                words = f"{words} Run citeloom.insert to get the edit."
        except InputError as error:
            self._editor.say_problem(error, types.MessageType.Warning)
            return
        self._editor.say(words, whole=True)

    def _ended_early(self, text: WaitingText, title: str) -> ProblemMessage:
        """Return the message for a text that lacks a part of the request."""
        first = f" {as_sentence(text.warnings[0])}" if text.warnings else ""
        waits = " waits" if text.section is not None else ""
        told = (
            f"{title} ended early: the model failed. What is finished{waits} ({text.title}).{first}"
        )
        words, is_cut = shortened(told, self._session.own_folders)
        return ProblemMessage(
            " ".join(
                filter(None, (words, doubts_in_words(text.doubtful()), _usage_in_words(text)))
            ),
            "To insert what is finished, open the code actions in the related work."
            if waits
            else "",
            log_has_more=is_cut or len(text.warnings) > 1,
            offer=text.id if waits else "",
        )

    def _say_written(self, text: WaitingText, ordered: DraftOrder, warnings: str) -> None:
        """Announce a text that waits; a client that only shows messages is told what to do."""
        place = self._waiting.place_of(text)
        done = f"{ordered.order.kind.done} ({text.title}){f' for {place}' if place else ''}"
        message = f"{done}."
        if doubts := doubts_in_words(text.doubtful()):
            message = f"{message} {doubts}"
        if warnings:
            message = f"{message} {warnings}"
        section = text.section
        assert section is not None
        told = {
            "offer": text.id,
            "uri": uri_of(text.root),
            "section": section.anchor.heading,
            # What no paper supports is seen before it is inserted.
            "canInsert": not text.is_hardly_supported,
            "lacksAbstracts": text.lacks_abstracts,
            "message": shown(f"{message} {_usage_in_words(text)}"),
        }
        if not self._editor.tell(WRITTEN, told):
            inserts = "To insert it, open the code actions in the related work."
            self._editor.say(f"{message} {inserts} {_usage_in_words(text)}".rstrip(), whole=True)

    def _tell(self, told: Told) -> None:
        said = f"{told.words} It took {told.used}."
        if told.is_unusable:
            message = ProblemMessage(said, remedy=CHOOSE_MODEL)
            self._editor.show_problem(message, types.MessageType.Warning)
        else:
            self._editor.say(said)


def _warnings_in_short(text: WaitingText) -> str:
    """Return the warnings on a text in short: its preview, or the log, has all."""
    if not text.warnings:
        return ""
    first, *others = text.warnings
    return f"{len(text.warnings)} warnings. {as_sentence(first)}" if others else as_sentence(first)


def _usage_in_words(text: WaitingText) -> str:
    return f"It took {text.used}." if text.used else ""


def _proposal(
    text: WaitingText, request: Order, snapshot: Snapshot, words: str
) -> dict[str, object]:
    """Return sentences as a client shows them; with the order's arguments it can ask again."""
    changes = changed_lines(text, snapshot.opened, snapshot.folder)
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
