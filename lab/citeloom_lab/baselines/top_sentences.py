"""Make a text of the first sentences of a ranking."""

import asyncio
import time
from collections.abc import Callable, Sequence

from citeloom.methods.extractive.candidates import CandidateSentence
from citeloom.methods.extractive.usable_papers import (
    nothing_to_write_from,
    nothing_usable,
    read_task,
)
from citeloom.methods.port import Ports
from citeloom.methods.result import (
    CitationMark,
    Paragraph,
    Result,
    Sentence,
    SentenceKind,
    Usage,
)
from citeloom.methods.task import WritingTask

_DEFAULT_WORDS = 150


async def top_sentences(
    task: WritingTask, rank: Callable[[Sequence[Sequence[str]]], list[float]], ports: Ports
) -> Result:
    """Return one paragraph of the sentences that a ranking of all abstracts puts first.

    It takes sentences by rank until the words asked for (150 by default) are reached. They keep
    the source's words, without its citation marks.

    Raises
    ------
    MethodError
        If the draft is not in English, or no reference has a usable abstract.
    """
    begun = time.perf_counter()
    reading = read_task(task, ports.progress)
    if not reading.papers:
        raise nothing_to_write_from(reading, task)
    await asyncio.sleep(0)

    ports.progress.stage("ranking")
    everything = [
        candidate
        for paper in reading.papers
        for candidate in reading.sentences[paper.id]
        if candidate.usable
    ]
    ranks = rank([candidate.terms for candidate in everything])
    order = sorted(range(len(everything)), key=lambda at: (-round(ranks[at], 12), at))
    chosen: list[CandidateSentence] = []
    length, wanted = 0, task.words or _DEFAULT_WORDS
    for at in order:
        if length >= wanted:
            break
        chosen.append(everything[at])
        length += everything[at].words
    cited = {candidate.paper.id for candidate in chosen}
    return Result(
        paragraphs=(Paragraph("", tuple(_sentence(candidate) for candidate in chosen)),),
        uncited=tuple(
            dict.fromkeys(paper.id for paper in task.references if paper.id not in cited)
        ),
        without_abstract=tuple(paper.id for paper in reading.without_abstract),
        warnings=(*reading.warnings, *map(nothing_usable, reading.title_alone)),
        usage=Usage(seconds=time.perf_counter() - begun),
        trace={
            "candidates": [
                {
                    "paper": everything[at].paper.id,
                    "start": everything[at].start,
                    "end": everything[at].end,
                    "score": ranks[at],
                }
                for at in order
            ]
        },
    )


def _sentence(candidate: CandidateSentence) -> Sentence:
    text = candidate.text.rstrip(" .")
    parts = (text, CitationMark((candidate.paper.id,)), ".")
    return Sentence(parts, SentenceKind.STATEMENT, (candidate.evidence(),))
