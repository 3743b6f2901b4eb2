"""Processor time of the default checker on claims whose papers have full texts, made of words."""

import random
import string
import time
from collections.abc import Sequence

from citeloom.grounding.support.checker import SupportChecker
from citeloom.grounding.support.claim import Claim
from citeloom.grounding.support.source import SourceText, full_text_sentences, source_text
from citeloom.papers.fulltext.text import Form, FullText, PageStart, TextParagraph, TextSection
from citeloom.papers.paper import Paper

PAPERS, CLAIMS, SECTIONS, PARAGRAPHS, SENTENCES = 60, 100, 5, 10, 6
SEED = 20
_WORDS = 22


class _Writer:
    def __init__(self) -> None:
        self._random = random.Random(SEED)
        letters = string.ascii_lowercase
        lengths = [self._random.randint(3, 9) for _ in range(5_000)]
        self._known = ["".join(self._random.choices(letters, k=length)) for length in lengths]

    def words(self, count: int) -> list[str]:
        return self._random.choices(self._known, k=count)

    def sentences(self, count: int) -> str:
        return " ".join(f"{' '.join(self.words(_WORDS)).capitalize()}." for _ in range(count))

    def paper(self, number: int) -> Paper:
        return Paper(f"p:{number}", title=self.sentences(1), abstract=self.sentences(SENTENCES))

    def full_text(self) -> FullText:
        sections = (
            TextSection(f"Part {page}", 1, tuple(self._paragraph(page) for _ in range(PARAGRAPHS)))
            for page in range(1, SECTIONS + 1)
        )
        return FullText(Form.PDF, sections=tuple(sections))

    def _paragraph(self, page: int) -> TextParagraph:
        return TextParagraph(self.sentences(SENTENCES), (), (PageStart(0, page),))

    def claim(self, source: SourceText) -> Claim:
        own = source.sentences[len(source.sentences) // 2].text.split()
        return Claim(" ".join([*own[: _WORDS // 2], *self.words(_WORDS // 2)]), (source.paper,))


def _seconds(sources: Sequence[SourceText], claims: Sequence[Claim]) -> float:
    begun = time.process_time()
    checker = SupportChecker(sources)
    for claim in claims:
        checker.check(claim)
    return time.process_time() - begun


def main() -> None:
    """Print the seconds with abstracts alone, and with full texts at first and once more."""
    writer = _Writer()
    papers = [writer.paper(number) for number in range(PAPERS)]
    texts = [writer.full_text() for _ in papers]
    begun = time.process_time()
    of_texts = [tuple(full_text_sentences(text)) for text in texts]
    split = time.process_time() - begun
    alone = [source_text(paper) for paper in papers]
    whole = [source_text(paper, own) for paper, own in zip(papers, of_texts, strict=True)]
    claims = [writer.claim(whole[number % PAPERS]) for number in range(CLAIMS)]
    print(f"{CLAIMS} claims, {PAPERS} abstracts: {_seconds(alone, claims):.2f} s")
    count = sum(map(len, of_texts))
    print(f"the same with full texts of {count:,} sentences: {_seconds(whole, claims):.2f} s,")
    print(f"  and {split:.2f} s to split them, which is kept")
    again = [source_text(paper, own) for paper, own in zip(papers, of_texts, strict=True)]
    print(f"once more, as in an editor: {_seconds(again, claims):.2f} s")


if __name__ == "__main__":
    main()
