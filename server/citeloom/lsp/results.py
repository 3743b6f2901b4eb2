"""What becomes of the results of jobs: texts that wait, and judgements of claims."""

import logging
from dataclasses import replace

from lsprotocol import types

from citeloom.actions.checking.claims.kept_judgements import KeptJudgements
from citeloom.actions.checking.claims.written_doubts import doubts_in_words
from citeloom.actions.checking.claims.written_scores import scores_in_words
from citeloom.actions.writing.waiting import SectionText, Unfinished, WaitingText
from citeloom.lsp.connection.brief import shortened
from citeloom.lsp.connection.problem_message import CHOOSE_MODEL, ProblemMessage, as_sentence
from citeloom.lsp.connection.shown import shown
from citeloom.lsp.diagnosing import Diagnosing
from citeloom.lsp.editor import Editor
from citeloom.lsp.orders import Order
from citeloom.lsp.own_messages import SHOW_CHANGES, WRITTEN
from citeloom.lsp.session import Session
from citeloom.lsp.uris import uri_of
from citeloom.lsp.waiting import WaitingTexts

logger = logging.getLogger("citeloom")
scores_logger = logging.getLogger("citeloom.scores")


class Results:
    """Keeps what jobs have made, and says what that is."""

    def __init__(
        self, editor: Editor, session: Session, diagnosing: Diagnosing, waiting: WaitingTexts
    ) -> None:
        self._editor = editor
        self._session = session
        self._diagnosing = diagnosing
        self._waiting = waiting

    def is_kept_when_cancelled(self, order: Order, value: object) -> bool:
        """Tell whether a result counts although its user has cancelled its job."""
        return isinstance(value, WaitingText) and (
            order.keeps_what_is_done or value.unfinished is Unfinished.CANCELLED
        )

    def keep(self, order: Order, job_id: str, value: object) -> None:
        """Keep a result; a text waits under the id of its job."""
        if isinstance(value, WaitingText):
            text = replace(value, id=job_id)
            if order.keeps_what_is_done:
                self._waiting.add_all_stale(text)
            else:
                self._waiting.add(text)
            return
        assert isinstance(value, KeptJudgements)
        self._session.checks.keep_judgements(order.root, value)
        self._diagnosing.all_changed()

    def keep_at_end(self, job_id: str, value: object) -> None:
        """Keep a text while the editor is closed: no draft is read any more."""
        if isinstance(value, WaitingText):
            self._waiting.keep(replace(value, id=job_id))

    def say(self, order: Order, job_id: str, value: object, title: str) -> ProblemMessage | None:
        """Say what was made; return what is to be said where the job is to be offered again.

        The log has all warnings on a text.
        """
        if isinstance(value, KeptJudgements):
            self._say_judged(value)
            return None
        assert isinstance(value, WaitingText)
        text = replace(value, id=job_id)
        for warning in text.warnings:
            logger.warning("%s", warning)
        if isinstance(text.content, SectionText):
            for title, scores in zip(text.titles, text.content.scores, strict=False):
                scores_logger.info("%s: %s", title, scores_in_words(scores))
        if text.unfinished is Unfinished.FAILED:
            return self._ended_early(text, title)
        self._say_warnings(text)
        self._say_written(text, order)
        return None

    def _ended_early(self, text: WaitingText, title: str) -> ProblemMessage:
        """Return what is shown of a text that lacks some of what was asked for."""
        first = f" {as_sentence(text.warnings[0])}" if text.warnings else ""
        told = f"{title} ended early: the model failed. What is done waits ({text.title}).{first}"
        words, is_cut = shortened(told, self._session.own_folders)
        return ProblemMessage(
            " ".join(filter(None, (words, doubts_in_words(text.doubtful()), _used(text)))),
            "A code action inserts what is done." if text.can_insert else "",
            log_has_more=is_cut or len(text.warnings) > 1,
            offer=text.id,
        )

    def _say_warnings(self, text: WaitingText) -> None:
        """Show the warnings on a text in one message; its preview has all, where it is a page."""
        if not text.warnings:
            return
        first, count = text.warnings[0], len(text.warnings)
        kind = types.MessageType.Warning
        if count == 1:
            self._editor.say(first, kind)
        elif text.section is None and self._editor.client.takes(SHOW_CHANGES):
            told = f"{count} warnings. The first: {first}"
            words, _ = shortened(told, self._session.own_folders)
            self._editor.show_problem(ProblemMessage(words, log_has_more=True), kind)
        else:
            told = f"{count} warnings, which the preview shows. The first: {first}"
            self._editor.say(told, kind)

    def _say_written(self, text: WaitingText, order: Order) -> None:
        """Announce a text that waits; a client that only shows messages is told what to do."""
        place = self._waiting.place_of(text)
        done = f"{order.kind.done} ({text.title}){f' for {place}' if place else ''}"
        message, instead = f"{done}.", "A code action inserts it."
        if not text.can_insert:
            message = f"{done}, but words of your own would be replaced."
            instead = "citeloom.preview shows how."
        if doubts := doubts_in_words(text.doubtful()):
            message = f"{message} {doubts}"
        told = {
            "offer": text.id,
            "uri": uri_of(text.root),
            "section": "" if text.section is None else text.section.anchor.heading,
            "woven": text.section is None,
            # What no paper supports is seen before it is inserted.
            "canInsert": text.can_insert and not text.is_hardly_supported,
            "lacksAbstracts": text.lacks_abstracts,
            "message": shown(f"{message} {_used(text)}"),
        }
        if not self._editor.tell(WRITTEN, told):
            self._editor.say(f"{message} {instead} {_used(text)}".rstrip(), whole=True)

    def _say_judged(self, judged: KeptJudgements) -> None:
        said = f"{judged.words} It took {judged.used}."
        if judged.is_unusable:
            message = ProblemMessage(said, remedy=CHOOSE_MODEL)
            self._editor.show_problem(message, types.MessageType.Warning)
        else:
            self._editor.say(said)


def _used(text: WaitingText) -> str:
    return f"It took {text.used}." if text.used else ""
