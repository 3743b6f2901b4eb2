"""Baselines of evaluations alone: lead, random, and the oracle, which knows the authors' text."""

import time
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import zip_longest

from citeloom.grounding.evidence import Evidence
from citeloom.grounding.sentences import TextSentence, sentences
from citeloom.methods.port import Method, MethodError, Parameters, Ports
from citeloom.methods.result import (
    CitationMark,
    Paragraph,
    Result,
    Sentence,
    SentenceKind,
    Usage,
)
from citeloom.methods.task import WritingTask
from citeloom.papers.paper import Paper
from citeloom.words import word_count
from citeloom_lab.evaluation.example import Example
from citeloom_lab.evaluation.rouge import Rouge, ngrams, overlap_f1
from citeloom_lab.evaluation.stripping import strip_citations, stripped

DEFAULT_WORDS = 150
"""Words of a text for which nobody has asked a length, as for LexRank and TextRank."""


@dataclass(frozen=True, slots=True)
class CopiedSentence:
    """A sentence of a reference's abstract, to be copied."""

    paper: Paper
    source: TextSentence

    @property
    def words(self) -> int:
        return word_count(self.source.text)

    def sentence(self) -> Sentence:
        """Return it as a sentence of a text."""
        source, paper = self.source, self.paper.id
        evidence = Evidence(paper, "abstract", source.text, source.start, source.end, 1.0)
        parts = (source.text.rstrip(" ."), CitationMark((paper,)), ".")
        return Sentence(parts, SentenceKind.STATEMENT, (evidence,))


class Copying(Method[Parameters]):
    """Copies sentences of the references' abstracts word for word, never of the paper's own."""

    parameters = Parameters

    async def write(self, task: WritingTask, parameters: Parameters, ports: Ports) -> Result:
        """Return one paragraph of chosen sentences; papers may stay uncited.

        Raises
        ------
        MethodError
            If no reference has an abstract.
        """
        begun = time.perf_counter()
        found = [
            CopiedSentence(paper, source)
            for paper in task.references
            for source in sentences(paper.abstract)
        ]
        if not found:
            raise MethodError("no reference has an abstract")
        chosen = tuple(self.choose(found, task))
        cited = {copied.paper.id for copied in chosen}
        return Result(
            (Paragraph("", tuple(copied.sentence() for copied in chosen)),),
            uncited=tuple(paper.id for paper in task.references if paper.id not in cited),
            without_abstract=tuple(paper.id for paper in task.references if not paper.abstract),
            usage=Usage(seconds=time.perf_counter() - begun),
        )

    @abstractmethod
    def choose(self, found: list[CopiedSentence], task: WritingTask) -> Iterator[CopiedSentence]:
        """Yield the sentences of a text in order."""


def _until(found: Iterator[CopiedSentence], wanted: int) -> Iterator[CopiedSentence]:
    """Yield sentences until so many words are reached."""
    length = 0
    for copied in found:
        if length >= wanted:
            return
        yield copied
        length += copied.words


class Lead(Copying):
    name = "lead"
    summary = "Baseline: the first sentence of each abstract, then the second ones, and so on."

    def choose(self, found: list[CopiedSentence], task: WritingTask) -> Iterator[CopiedSentence]:
        by_paper: dict[str, list[CopiedSentence]] = {}
        for copied in found:
            by_paper.setdefault(copied.paper.id, []).append(copied)
        rounds = zip_longest(*by_paper.values())
        order = (copied for each in rounds for copied in each if copied is not None)
        return _until(order, task.words or DEFAULT_WORDS)


class RandomSentences(Copying):
    name = "random"
    summary = "Baseline: sentences of the abstracts, drawn by the seed."

    def choose(self, found: list[CopiedSentence], task: WritingTask) -> Iterator[CopiedSentence]:
        def drawn(copied: CopiedSentence) -> bytes:
            place = (task.seed, copied.paper.id, copied.source.start, copied.source.text)
            return sha256(repr(place).encode("utf-8", "replace")).digest()

        return _until(iter(sorted(found, key=drawn)), task.words or DEFAULT_WORDS)


class Oracle(Copying):
    """Takes the sentence that adds most to ROUGE-1 and ROUGE-2 F1, until none adds anything.

    Source: the greedy labels of Nallapati, Zhai and Zhou, "SummaRuNNer", AAAI 2017, section 3.
    """

    name = "oracle"
    summary = "Upper bound: sentences of the abstracts chosen by overlap with the authors' text."

    def __init__(self, example: Example) -> None:
        families = {author.family for paper in example.references for author in paper.authors}
        self._gold = stripped(example.gold, families)

    def choose(self, found: list[CopiedSentence], task: WritingTask) -> Iterator[CopiedSentence]:
        rouge = Rouge()
        tokens = [rouge.tokens(strip_citations(copied.source.text)) for copied in found]
        gold = rouge.tokens(self._gold)
        wanted = [ngrams(gold, size) for size in (1, 2)]
        own = [[ngrams(text, size) for size in (1, 2)] for text in tokens]
        sofar: list[Counter[tuple[str, ...]]] = [Counter(), Counter()]
        chosen: set[int] = set()
        best, length = 0.0, 0
        while task.words is None or length < task.words:
            scores = {
                at: sum(overlap_f1(sofar[kind] + own[at][kind], wanted[kind]) for kind in range(2))
                for at in range(len(found))
                if at not in chosen
            }
            at = max(scores, key=lambda place: (round(scores[place], 12), -place), default=-1)
            if at < 0 or scores[at] <= best:
                break
            chosen.add(at)
            best, length = scores[at], length + found[at].words
            sofar = [sofar[kind] + own[at][kind] for kind in range(2)]
        yield from (found[at] for at in sorted(chosen))
