"""What becomes of the results of jobs: texts that wait, and judgements of claims."""

from dataclasses import replace

from lsprotocol import types

from citeloom.actions.checking.claims.kept_judgements import KeptJudgements
from citeloom.actions.checking.claims.written_doubts import doubts_in_words
from citeloom.actions.writing.waiting import Unfinished, WaitingText
from citeloom.lsp.connection.problem_message import CHOOSE_MODEL, ProblemMessage
from citeloom.lsp.diagnosing import Diagnosing
from citeloom.lsp.editor import Editor
from citeloom.lsp.orders import Order
from citeloom.lsp.session import Session
from citeloom.lsp.waiting import WaitingTexts


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
        """Say what was made; return what is to be said where the job is to be offered again."""
        if isinstance(value, KeptJudgements):
            self._say_judged(value)
            return None
        assert isinstance(value, WaitingText)
        text = replace(value, id=job_id)
        if text.unfinished is Unfinished.FAILED:
            return self._editor.ended_early(text, title)
        self._editor.say_warnings(text)
        self._say_written(text, order)
        return None

    def _say_written(self, text: WaitingText, order: Order) -> None:
        place = self._waiting.place_of(text)
        done = f"{order.kind.done} ({text.title}){f' for {place}' if place else ''}"
        message, instead = f"{done}.", "A code action inserts it."
        if not text.can_insert:
            message = f"{done}, but words of your own would be replaced."
            instead = "citeloom.preview shows how."
        if doubts := doubts_in_words(text.doubtful()):
            message = f"{message} {doubts}"
        self._editor.say_written(text, message, instead)

    def _say_judged(self, judged: KeptJudgements) -> None:
        said = f"{judged.words} It took {judged.used}."
        if judged.is_unusable:
            message = ProblemMessage(said, remedy=CHOOSE_MODEL)
            self._editor.show_problem(message, types.MessageType.Warning)
        else:
            self._editor.say(said)
