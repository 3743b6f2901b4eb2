"""Two sentences of ours on different papers as one that sets them side by side."""

import re

from citeloom.methods.result import SentenceKind
from citeloom.placing.record import RecordedSentence
from citeloom.placing.revising.openers import without_opener

MOST_WORDS = 70

_BEGINS_WITH_A_CITATION = re.compile(
    r"\\[Cc]ite(?:t|alt|author|textcite)?\*?\{|\\[Tt]extcite\{|"
    r"[A-Z][\w'’-]+(?: and [A-Z][\w'’-]+| et al\.\\?)?~?\\[A-Za-z]*cite[a-z]*\{"
)
_SIDE_BY_SIDE = re.compile(r"\b(?:while|whereas|although|but)\b|;")


def compared(first: RecordedSentence, second: RecordedSentence) -> RecordedSentence | None:
    """Return ``While A does this, B does that.`` with the sources of both.

    None where one of them does not begin with who did it, both cite the same paper, or the
    sentence would be long.
    """
    both = (first, second)
    if not {*first.keys}.isdisjoint(second.keys) or not all(it.keys for it in both):
        return None
    for sentence in both:
        begins = _BEGINS_WITH_A_CITATION.match(_plain(sentence))
        is_statement = sentence.kind is SentenceKind.STATEMENT and sentence.latex.endswith(".")
        if not (begins and is_statement) or _SIDE_BY_SIDE.search(sentence.latex):
            return None
    latex = f"While {_plain(first).removesuffix('.')}, {_plain(second)}"
    if len(latex.split()) > MOST_WORDS:
        return None
    evidence = tuple(dict.fromkeys((*first.evidence, *second.evidence)))
    return RecordedSentence(latex, SentenceKind.STATEMENT, (*first.keys, *second.keys), evidence)


def _plain(sentence: RecordedSentence) -> str:
    return without_opener(sentence).latex
