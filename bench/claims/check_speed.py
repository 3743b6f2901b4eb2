"""Processor time of checking claims without a model: drafts, and papers with full texts.

Of a draft with a hundred citing sentences, people's of ``../shared/data/rwg``, and all that these
cite in its .bib; and of a hundred claims on sixty papers whose abstracts and full texts are made of
words. Each figure of the draft is the median of several runs in one process.
"""

import random
import re
import string
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from bench.shared.data import related_works
from bench.writing.weaving_held_back import make_project
from citeloom.actions.checking.check import check
from citeloom.actions.context import Context
from citeloom.grounding.sentences import sentences
from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.source import (
    SourceSentence,
    SourceText,
    full_text_sentences,
    source_text,
)
from citeloom.papers.fulltext.text import Form, FullText, PageStart, TextParagraph, TextSection
from citeloom.papers.paper import Paper
from citeloom_latex.escape import to_latex

SENTENCES, RUNS = 100, 5
PAPERS, CLAIMS, SECTIONS, PARAGRAPHS, IN_A_PARAGRAPH = 60, 100, 5, 10, 6
SEED = 20

_WAYS: dict[str, dict[str, bool]] = {
    "without claims": {},
    "with claims": {"claims": True},
    "thoroughly": {"claims": True, "thorough": True},
}
_MARK = re.compile(r"\s*@(cite_\d+)")
_WORDS = 22


def main() -> None:
    """Print the seconds of a draft, then those of abstracts and of full texts."""
    with tempfile.TemporaryDirectory() as folder:
        main = draft(Path(folder) / "draft")
        for name, asked in _WAYS.items():
            seconds = []
            for _ in range(RUNS):
                started = process_time()
                check(main, Context(), **asked)
                seconds.append(process_time() - started)
            between = f"{min(seconds):.3f} to {max(seconds):.3f}"
            print(f"{SENTENCES} sentences {name}: {median(seconds):.3f} s ({between})")
    _print_full_texts()


def draft(folder: Path) -> Path:
    """Write the draft; return its main.tex."""
    references: dict[str, Any] = {}
    said: list[str] = []
    for number, example in enumerate(related_works()):
        for sentence in sentences(example["related_work"].replace("\n", " ")):
            marks = _MARK.findall(sentence.text)
            if not marks or len(said) == SENTENCES:
                continue
            references |= {
                f"@{number}x{it}": example["ref_abstract"].get(f"@{it}", {}) for it in marks
            }
            pieces = _MARK.split(sentence.text)
            said.append("".join(
                f"~\\cite{{{number}x{it}}}" if at % 2 else to_latex(it)
                for at, it in enumerate(pieces)
            ))  # fmt: skip
    example = {"title": "A draft", "abstract": "We write.", "ref_abstract": references}
    return make_project(folder, example, "\n".join(said))


class _Writer:
    def __init__(self) -> None:
        self._random = random.Random(SEED)
        lengths = [self._random.randint(3, 9) for _ in range(5_000)]
        self._known = [
            "".join(self._random.choices(string.ascii_lowercase, k=length)) for length in lengths
        ]

    def words(self, count: int) -> list[str]:
        return self._random.choices(self._known, k=count)

    def sentences(self, count: int) -> str:
        return " ".join(f"{' '.join(self.words(_WORDS)).capitalize()}." for _ in range(count))

    def paper(self, number: int) -> Paper:
        return Paper(f"p:{number}", title=self.sentences(1), abstract=self.sentences(6))

    def full_text(self) -> FullText:
        sections = (
            TextSection(f"Part {page}", 1, tuple(self._paragraph(page) for _ in range(PARAGRAPHS)))
            for page in range(1, SECTIONS + 1)
        )
        return FullText(Form.PDF, sections=tuple(sections))

    def _paragraph(self, page: int) -> TextParagraph:
        return TextParagraph(self.sentences(IN_A_PARAGRAPH), (), (PageStart(0, page),))

    def claim(self, source: SourceText) -> Claim:
        own = source.sentences[len(source.sentences) // 2].text.split()
        return Claim(" ".join([*own[: _WORDS // 2], *self.words(_WORDS // 2)]), (source.paper,))


def _print_full_texts() -> None:
    writer = _Writer()
    papers = [writer.paper(number) for number in range(PAPERS)]
    texts = [writer.full_text() for _ in papers]
    begun = process_time()
    of_texts = [tuple(full_text_sentences(text)) for text in texts]
    split = process_time() - begun
    alone = [source_text(paper) for paper in papers]
    whole = _with_texts(papers, of_texts)
    claims = [writer.claim(whole[number % PAPERS]) for number in range(CLAIMS)]
    print(f"{CLAIMS} claims, {PAPERS} abstracts: {_seconds(alone, claims):.2f} s")
    count = sum(map(len, of_texts))
    print(f"the same with full texts of {count:,} sentences: {_seconds(whole, claims):.2f} s,")
    print(f"  and {split:.2f} s to split them, which is kept")
    again = _with_texts(papers, of_texts)
    print(f"once more, as in an editor: {_seconds(again, claims):.2f} s")


def _with_texts(
    papers: Sequence[Paper], of_texts: Sequence[Sequence[SourceSentence]]
) -> list[SourceText]:
    return [source_text(paper, own) for paper, own in zip(papers, of_texts, strict=True)]


def _seconds(sources: Sequence[SourceText], claims: Sequence[Claim]) -> float:
    begun = process_time()
    checker = SupportChecker(sources)
    for claim in claims:
        checker.check(claim)
    return process_time() - begun
