"""What a draft does instead of a paper, in the draft's own words."""

import re

from citeloom.grounding.evidence import DRAFT, Evidence
from citeloom.grounding.sentences import sentences
from citeloom.methods.result import CitationForm, CitationMark, Sentence, SentenceKind
from citeloom.methods.task import DraftText
from citeloom.papers.authors import author_names
from citeloom.papers.paper import Paper

_OWN = re.compile(
    r"(?:(?:In|Within|With) this (?:paper|work|article|study|thesis),? |Here,? |"
    r"To (?:this|that) end, )?[Ww]e (?=(?:present|propose|introduce|describe|develop|design|"
    r"build|show|study|investigate|explore|address|use|combine|learn|train|offer|give|provide)\b)"
)


def positioned(draft: DraftText, paper: Paper) -> Sentence | None:
    """Return a sentence that sets the draft beside a paper: ``Unlike Lee et al., we …``.

    Its words are those of the draft's own sentence on what it does, which is its source; None
    where the draft has none, or the paper no authors.
    """
    names = author_names(paper)
    if not names:
        return None
    for own in sentences(draft.abstract):
        words = draft.abstract[own.start : own.end]
        if (found := _OWN.match(words)) is None:
            continue
        mark = CitationMark((paper.id,), CitationForm.TEXTUAL, names)
        does = " ".join(words[found.end() :].split())
        evidence = Evidence(DRAFT, "abstract", words, own.start, own.end, 1.0, "supported")
        parts = ("Unlike ", mark, f", we {does}")
        return Sentence(parts, SentenceKind.STATEMENT, (evidence,))
    return None
