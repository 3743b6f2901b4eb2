"""What a draft does instead of a paper, in the draft's own words."""

import re

from citeloom.grounding.evidence import DRAFT, Evidence
from citeloom.grounding.sentences import sentences
from citeloom.methods.extractive.rewriting.verbs import is_verb_form
from citeloom.methods.result import CitationForm, CitationMark, Sentence, SentenceKind
from citeloom.methods.task import DraftText
from citeloom.papers.authors import author_names
from citeloom.papers.paper import Paper

_OWN = re.compile(
    r"(?:(?:In|Within|With) this (?:paper|work|article|study|thesis),? |Here,? |"
    r"To (?:this|that) end, )?[Ww]e (?=(?:present|propose|introduce|describe|develop|design|"
    r"build|show|study|investigate|explore|address|use|combine|learn|train|offer|give|provide)\b)"
)

_POINTING = re.compile(
    r"\b(?:this|these|those|such|it|its|them|the (?:above|former|latter))\b", re.I
)
_THAT = re.compile(r"\bthat (\w+)(?= (?:of|from|in|on|at|to|with|for|by|and)\b|[.,;:])")


def positioned(draft: DraftText, paper: Paper) -> Sentence | None:
    """Return a sentence that sets the draft beside a paper: ``Unlike Lee et al., we …``.

    Its words are those of the draft's own sentence on what it does, which is its source; None
    where the draft has none that stands by itself, or the paper no authors.
    """
    names = author_names(paper)
    if not names:
        return None
    for own in sentences(draft.abstract):
        words = draft.abstract[own.start : own.end]
        if (found := _OWN.match(words)) is None:
            continue
        if _leans(words[found.end() :]):
            continue
        mark = CitationMark((paper.id,), CitationForm.TEXTUAL, names)
        does = " ".join(words[found.end() :].split())
        evidence = Evidence(DRAFT, "abstract", words, own.start, own.end, 1.0, "supported")
        parts = ("Unlike ", mark, f", we {does}")
        return Sentence(parts, SentenceKind.STATEMENT, (evidence,))
    return None


def _leans(words: str) -> bool:
    """Tell whether words point to a sentence before them, which is not there."""
    # "A way that works" points to nothing, "a way to draft that section" does.
    things = (found[1] for found in _THAT.finditer(words))
    return bool(_POINTING.search(words)) or not all(map(is_verb_form, things))
