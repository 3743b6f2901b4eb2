"""The extractive method over 100 papers, beside sumy's LexRank over the same sentences."""

import asyncio
import re

from sumy.models.dom import ObjectDocumentModel, Paragraph, Sentence
from sumy.summarizers.lex_rank import LexRankSummarizer

from bench.paired import paired
from bench.papers import papers
from citeloom.grounding.sentences import sentences
from citeloom.methods.port import Ports
from citeloom.methods.registry import methods
from citeloom.methods.task import DraftText, WritingTask

PAPERS = 100
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")


class _Words:
    """A tokenizer of words for sumy; its own would download a model."""

    def to_words(self, sentence: str) -> list[str]:
        return _WORD.findall(sentence)


def main() -> None:
    for count in (PAPERS // 4, PAPERS, PAPERS * 4):
        print(_compared(count))


def _compared(count: int) -> str:
    chosen = papers(count)
    draft = DraftText(chosen[0].title, chosen[0].abstract, "abstract")
    task = WritingTask(draft, chosen)
    found = [[one.text for one in sentences(paper.abstract)] for paper in chosen]
    number = sum(map(len, found))

    def ours(name: str) -> None:
        method = methods()[name]
        asyncio.run(method.write(task, method.parameters(), Ports()))

    def theirs() -> None:
        tokenizer = _Words()
        document = ObjectDocumentModel(
            [Paragraph([Sentence(text, tokenizer) for text in texts]) for texts in found]
        )
        LexRankSummarizer()(document, count)

    whole = paired(lambda: ours("extractive"), theirs)
    what = f"related work from {count} papers, {number} sentences"
    return whole.line(what, "sumy's LexRank alone")
