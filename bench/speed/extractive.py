"""The extractive method over 100 papers, beside sumy's LexRank over the same sentences."""

import asyncio
import re

from sumy.models.dom import ObjectDocumentModel, Paragraph, Sentence
from sumy.summarizers.lex_rank import LexRankSummarizer

from bench.shared.data import papers
from bench.shared.timing import paired
from citeloom.grounding.sentences import sentences
from citeloom.methods.port import Ports
from citeloom.methods.registry import method_named
from citeloom.methods.task import DraftText, WritingTask

PAPERS = 100
_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")


class _Words:
    """A tokenizer of words for sumy; its own would download a model."""

    def to_words(self, sentence: str) -> list[str]:
        return _WORD.findall(sentence)


def main() -> None:
    """Print how long we take beside the peer, and how that grows with the papers."""
    task, number = _task(PAPERS)
    found = [[sentence.text for sentence in sentences(paper.abstract)] for paper in task.references]

    def theirs() -> None:
        tokenizer = _Words()
        document = ObjectDocumentModel(
            [Paragraph([Sentence(text, tokenizer) for text in texts]) for texts in found]
        )
        LexRankSummarizer()(document, PAPERS)

    what = f"related work from {PAPERS} papers, {number} sentences"
    print(paired(lambda: _write(task), theirs).line(what, "sumy's LexRank alone"))
    more, _ = _task(PAPERS * 4)
    print(paired(lambda: _write(more), lambda: _write(task)).line("4 times the papers", "these"))


def _task(count: int) -> tuple[WritingTask, int]:
    chosen = papers(count)
    draft = DraftText(chosen[0].title, chosen[0].abstract, "abstract")
    return WritingTask(draft, chosen), sum(len(sentences(one.abstract)) for one in chosen)


def _write(task: WritingTask) -> None:
    method = method_named("extractive")
    asyncio.run(method.write(task, method.parameters(), Ports()))
