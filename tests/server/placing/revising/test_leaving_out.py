"""A sentence of ours is left out: no heading is left bare, and the author's words stay."""

from dataclasses import replace

from citeloom.methods.result import SentenceKind
from citeloom.placing.folding import fold
from citeloom.placing.record import Record, RecordedSentence, record_of
from citeloom.placing.revising.replacing import RevisedText, replaced
from citeloom.placing.revising.standing_text import StandingText, standing_text
from placing_samples import ORIGIN, latex_of, result

NAMES = "ABCDEF"
RECORD: Record = record_of(result([NAMES]), ORIGIN)
A, B, C, D = (latex_of(name) for name in "ABCD")


def read(content: str) -> StandingText:
    return standing_text(content, RECORD, "\n")


def changed(text: StandingText | None) -> str:
    assert text is not None
    return text.content


HEADING = RecordedSentence("\\subsection{Trees}", SentenceKind.HEADING, (), ())
BELOW = replace(RECORD, earlier=(HEADING,))


def below(content: str) -> StandingText:
    return standing_text(content, BELOW, "\n")


def test_a_heading_goes_with_the_last_sentence_below_it() -> None:
    text = below(f"{A}\n\n{HEADING.latex}\n\n{B}\n")
    after = replaced(RevisedText(text, BELOW), {fold(B): ()})
    assert after.text.content == f"{A}\n"
    assert HEADING not in after.record.sentences()
    mine = below(f"{A}\n\n{HEADING.latex}\n\n{B}\n\nMine stands here.\n")
    after = replaced(RevisedText(mine, BELOW), {fold(B): ()})
    assert HEADING.latex in after.text.content
