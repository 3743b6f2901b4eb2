"""A problem as an editor shows it: what is wrong, what to do, and whether the log says more."""

import logging
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from citeloom.lsp.connection.brief import LOG_HAS_MORE, shortened
from citeloom.lsp.connection.shown import shown
from citeloom.problem import Place, Problem, Remedy

logger = logging.getLogger("citeloom")

CHOOSE_MODEL = "CHOOSE_MODEL"
"""The remedy where a model has failed: another one."""

WRITE_OTHERWISE = "WRITE_OTHERWISE"
"""The remedy where it has failed to write: another method, or none that asks a model."""

_OF_ITS_PLACE = ("is ", "cannot ", "has ", "holds ", "its ")
"""How a message begins whose subject is the file in which the problem is."""


@dataclass(frozen=True, slots=True)
class ProblemMessage:
    """What an editor shows of a problem.

    Parameters
    ----------
    fault
        What is wrong, and where, in a sentence.
    advice
        What to do, in a sentence; empty where there is nothing to say.
    remedy
        What a client may have a button for: the name of a ``Remedy``, or one of the above.
    place
        Where it is, in a file that is there.
    log_has_more
        Whether the log says more than this.
    offer
        The text that waits all the same, by its id; empty where none does.
    """

    fault: str
    advice: str = ""
    remedy: str = ""
    place: Place | None = None
    log_has_more: bool = False
    offer: str = ""

    @property
    def words(self) -> str:
        """All of it in sentences, for clients that show messages alone."""
        return " ".join(
            part for part in (self.fault, self.advice, LOG_HAS_MORE * self.log_has_more) if part
        )

    def as_json(self) -> dict[str, object]:
        """Return the message in the form of the client; nothing in it becomes a link."""
        found: dict[str, object] = {
            "fault": shown(self.fault),
            "advice": shown(self.advice),
            "remedy": self.remedy,
            "logHasMore": self.log_has_more,
        }
        if self.offer:
            found["offer"] = self.offer
        if self.place is not None:
            found["place"] = {
                "uri": self.place.file.absolute().as_uri(),
                "line": max(self.place.line - 1, 0),
            }
        return found


def problem_message(
    problem: Problem, folders: Iterable[Path], *, failed: str = ""
) -> ProblemMessage:
    """Return what an editor shows of a problem; what it leaves out goes to the log.

    ``failed`` is what could not be done because of it; ``folders`` are those by which the user
    knows paths.
    """
    folders = tuple(folders)
    fault, is_cut = shortened(_sentence(problem, failed), folders)
    advice, is_advice_cut = shortened(as_sentence(problem.advice), folders)
    if problem.details:
        logger.warning("%s\n%s", problem, problem.details)
    remedy = problem.advice.name if isinstance(problem.advice, Remedy) else ""
    has_more = is_cut or is_advice_cut or bool(problem.details)
    return ProblemMessage(fault, advice, remedy, _to_open(problem.place), has_more)


def _to_open(place: Place | None) -> Place | None:
    with suppress(OSError):  # As of a path that is too long.
        if place is not None and place.file.is_file():
            return place
    return None


def in_sentences(problem: Problem, failed: str = "") -> str:
    """Return the problem and its remedy; ``failed`` names the action that failed."""
    return " ".join(filter(None, (_sentence(problem, failed), as_sentence(problem.advice))))


def _sentence(problem: Problem, failed: str) -> str:
    message = problem.message
    if problem.place is not None:
        joint = " " if message.startswith(_OF_ITS_PLACE) else ": "
        message = f"{problem.place}{joint}{message}"
    if failed:
        return f"{failed}: {message.rstrip('.')}."
    return as_sentence(message) if problem.place is None else f"{message.rstrip('.')}."


def as_sentence(words: str) -> str:
    """Return words as a sentence; what is a name or a quotation keeps its first letter."""
    if not words:
        return ""
    end = "" if words.endswith((".", "!", "?", "…")) else "."
    is_word = words.split()[0].rstrip(",:;.!?").isalpha()
    return f"{words[0].upper() if is_word else words[0]}{words[1:]}{end}"
