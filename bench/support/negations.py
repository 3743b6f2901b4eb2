"""Negations beside full texts: the share of made ones that is found, and false alarms.

    python -m bench.support.negations [missed | false]

Claims are sentences of the 49 papers of ``../shared/data/full-texts``: of abstracts, beside the
text without its abstract, and of conclusions, beside the abstract with the text without them and
beside the abstract alone. What denies already is true, so that a doubt is a false alarm; else a
negation is made. Words for the author (*we*, *this paper*) are replaced by words for others.
"""

import gzip
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bench.reading import DATA
from bench.support.cases import denied
from citeloom.grounding.sentences import sentences
from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.polarity import negations
from citeloom.grounding.support.source import SourceSentence, full_text_sentences, source_text
from citeloom.grounding.support.verdict import DoubtKind
from citeloom.grounding.words import word_count
from citeloom.papers.fulltext.text import Form, FullText, TextParagraph, TextSection
from citeloom.papers.paper import Paper

FEWEST_SENTENCES = 50
WORDS = range(6, 61)

_MARK = re.compile(r"@cite_\d+")
_LAST = re.compile("conclu|summary|discussion", re.IGNORECASE)
_OTHERS = (
    (re.compile(r"\bwe\b", re.IGNORECASE), "They"),
    (re.compile(r"\bour\b", re.IGNORECASE), "their"),
    (re.compile(r"\bthis (?:paper|work|article|study)\b", re.IGNORECASE), "the work"),
)


@dataclass(frozen=True)
class Beside:
    """Sentences of a paper, and what they are compared with."""

    claims: Sequence[str]
    paper: Paper
    full_text: Sequence[SourceSentence] = ()

    def are_doubted(self) -> Iterator[tuple[str, bool, bool]]:
        """Yield each sentence, whether its negation was made, and whether that is doubted."""
        checker = SupportChecker([source_text(self.paper, self.full_text)])
        for text in self.claims:
            if word_count(text) in WORDS:
                for own, other in _OTHERS:
                    text = own.sub(other, text)
                is_made = not any(negations(text))
                if said := denied(text) if is_made else text:
                    claim = Claim(said, (self.paper.id,))
                    doubts = checker.check(claim, may_be_copied=True).doubts
                    told = any(it.kind is DoubtKind.NEGATION for it in doubts)
                    yield said, is_made, told


def main() -> None:
    """Print a line for each of the three."""
    with gzip.open(DATA, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    every = [dict(beside(record)) for record in records]
    for name in ("abstract beside text", "conclusion beside both", "conclusion beside abstract"):
        found = [it for own in every if name in own for it in own[name].are_doubted()]
        true = [(text, told) for text, is_made, told in found if not is_made]
        made = [(text, told) for text, is_made, told in found if is_made]
        false = [text for text, told in true if told]
        missed = [text for text, told in made if not told]
        print(
            f"{name}: found {len(made) - len(missed)} of {len(made)}, "
            f"false alarms {len(false)} of {len(true)}"
        )
        shown = {"false": false, "missed": missed}
        for text in (it for which in sys.argv[1:] for it in shown[which]):
            print(f"    {text}")


def beside(record: dict[str, Any]) -> Iterator[tuple[str, Beside]]:
    """Yield a paper's sentences beside its text; a short text beside nothing."""
    paper = Paper(record["id"], title=" ".join(record["metadata"]["title"].split()))
    whole = replace(paper, abstract=record["abstract"])
    sections = [(it["heading"], it.get("level", 1), _paragraphs(it)) for it in record["sections"]]
    last = dict.fromkeys(
        sentence.text
        for heading, _, paragraphs in sections
        if _LAST.search(heading)
        for paragraph in paragraphs
        for sentence in sentences(paragraph.text)
    )
    text = FullText(Form.LATEX, sections=tuple(TextSection(*it) for it in sections))
    full_text = [*full_text_sentences(text)]
    yield "conclusion beside abstract", Beside([*last], whole)
    if len(full_text) >= FEWEST_SENTENCES:
        own = [it.text for it in sentences(record["abstract"])]
        yield "abstract beside text", Beside(own, paper, full_text)
        rest = [it for it in full_text if it.text not in last]
        yield "conclusion beside both", Beside([*last], whole, rest)


def _paragraphs(section: dict[str, Any]) -> tuple[TextParagraph, ...]:
    return tuple(TextParagraph(_MARK.sub("", text)) for text in section["paragraphs"])


if __name__ == "__main__":
    main()
