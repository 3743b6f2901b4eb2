"""Texts before which a model writes a plan."""

from dataclasses import dataclass, replace

from citeloom.methods.modelled.written_text import WrittenText
from citeloom.models.port import Question, Reader

_BEGIN, _END = "<plan>", "</plan>"


class PlannedText(WrittenText):
    """A text, and what a model planned before it wrote."""

    plan: str = ""


@dataclass(frozen=True)
class BehindPlan:
    """Reads the text that stands behind a plan between its tags."""

    reader: Reader[WrittenText]

    def read(self, text: str, *, cut_off: bool) -> PlannedText:
        """Return the text and its plan; all is text where there is no plan.

        Raises
        ------
        ValueError
            If there is no text that can be used.
        """
        plan, end, own = text.rpartition(_END)
        if _BEGIN in own:
            own = ""
        found = self.reader.read(own, cut_off=cut_off)
        said = plan.rpartition(_BEGIN)[2].strip() if end else ""
        return PlannedText(**dict(found), plan=said)

    def example(self, words: str) -> PlannedText:
        return PlannedText(**dict(self.reader.example(words)), plan=words)


def planned(question: Question[WrittenText]) -> Question[WrittenText]:
    """Return a question for a text whose answer may begin with a plan."""
    assert question.reader is not None
    return replace(question, reader=BehindPlan(question.reader))
