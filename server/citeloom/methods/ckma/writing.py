"""Write related work by CKMA: minigraph, chunk summaries, experts, router."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from citeloom.methods.ckma.graph import graph_of
from citeloom.methods.ckma.minigraph import (
    AnsweredGraph,
    FreeGraph,
    Minigraph,
    as_text,
    lost_relations,
    minigraph,
    repetition_check,
)
from citeloom.methods.ckma.parameters import CkmaParameters
from citeloom.methods.ckma.paths import chunks, orders
from citeloom.methods.ckma.router import agreements, rank_by_score
from citeloom.methods.modelled.asker import Asker, OrElse, Shown
from citeloom.methods.modelled.finishing import finish
from citeloom.methods.modelled.lengths import words_of
from citeloom.methods.modelled.short_ids import MARK
from citeloom.methods.modelled.showing_papers import list_authors
from citeloom.methods.modelled.written_text import WrittenText, as_plain, cited_ids
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.models.port import LanguageModel, Question
from citeloom.papers.paper import Paper

SPREAD = 0.7
"""Temperature of the experts where they do not differ by what they read."""

EXPERTS = "experts"

_RELATION_TOKENS = 40
"""Of one relation; a graph has half of those that it may have."""

_MANY = 0.5
"""A share of the graph whose loss in one step the author is told of."""

_SPACES = re.compile(r"\s+")

_Piece = Callable[[Shown], str]
"""A part of what an expert reads: a paper, or the summary of a chunk."""


async def related_work(
    task: WritingTask, parameters: CkmaParameters, ports: Ports, model: LanguageModel
) -> Result:
    return await _Run(task, parameters, ports, model).result()


class _Run:
    def __init__(
        self, task: WritingTask, parameters: CkmaParameters, ports: Ports, model: LanguageModel
    ) -> None:
        self.task, self.parameters = task, parameters
        self.chunks = chunks(task.references, parameters.chunk_size, task.seed)
        # Numbered chunk by chunk: one more paper leaves the questions on the chunks before it.
        papers = [paper for chunk in self.chunks for paper in chunk]
        self.asker = Asker(task, ports, model, papers)
        self.dropped: list[str] = []
        self.lost: list[tuple[int, int]] = []

    async def result(self) -> Result:
        graph = await self._graph()
        summaries = await self._summaries(graph)
        texts = await self._experts(summaries, graph)
        plain = [_without_citations(text) for text in texts]
        scores = agreements(plain, words_of(self.task)) if len(texts) > 1 else [0.0]
        places = rank_by_score(scores)
        if not self.parameters.router:
            random.Random(f"router|{self.task.seed}").shuffle(places)
        trace: dict[str, Any] = {
            "chunks": [[paper.id for paper in chunk] for chunk in self.chunks],
            "minigraph": [str(relation) for relation in graph],
            "minigraph_dropped": self.dropped,
            "minigraph_lost": [{"lost": lost, "of": of} for lost, of in self.lost],
            "chunk_summaries": [as_plain(summary) for summary in summaries],
            "candidates": [
                {"text": as_plain(text), "agreement": score, "chosen": place == places[0]}
                for place, (text, score) in enumerate(zip(texts, scores, strict=True))
            ],
        }
        result = await finish(self.asker, [texts[place] for place in places], trace)
        graphs = (graph_of(graph, self.task.references),) if graph else ()
        return replace(result, graphs=graphs, warnings=(*result.warnings, *self._losses()))

    def _losses(self) -> Iterator[str]:
        """Say how much of the graph was lost, where that was much in a step."""
        lost, of = (sum(numbers[place] for numbers in self.lost) for place in (0, 1))
        if any(lost_now > _MANY * of_now for lost_now, of_now in self.lost):
            yield (
                f"while the graph of concepts grew, the model left out {lost} of {of} relations "
                "that it had drawn before; the trace names them"
            )

    async def _graph(self) -> Minigraph:
        """Grow the graph chunk by chunk (Eq. 1); an unusable answer leaves it as it was."""
        if not self.parameters.minigraph:
            return ()
        steps = self.chunks if self.parameters.iteration else [self.task.references]
        graph: Minigraph = ()
        for number, chunk in enumerate(steps):
            self.asker.ports.progress.stage("minigraph", number, len(steps))
            question = partial(self._graph_question, graph, chunk)
            instead = OrElse(None, "the graph of concepts went on without these papers")
            answer = await self.asker.ask(chunk, question, instead)
            if answer is None:
                continue
            new, dropped = minigraph(answer, self._most_relations)
            lost = lost_relations(graph, new)
            self.dropped += [str(relation) for relation in (*dropped, *lost)]
            if graph:
                self.lost.append((len(lost), len(graph)))
            graph = new
        return graph

    @property
    def _most_relations(self) -> int | None:
        return self.parameters.relations if self.parameters.volume else None

    def _graph_question(
        self, graph: Minigraph, chunk: Sequence[Paper], shown: Shown
    ) -> Question[Any]:
        given = self.parameters
        repeated = graph[: round(len(graph) * shown.share)]
        answer: type[AnsweredGraph] | type[FreeGraph] = AnsweredGraph if given.types else FreeGraph
        return shown.value(
            "minigraph",
            "ckma/minigraph",
            answer,
            given.relations * _RELATION_TOKENS // 2 if given.volume else 0,
            check=repetition_check(repeated),
            types="yes" if given.types else "",
            relations=str(self._most_relations or ""),
            graph=shown.asker.ports.fence.quote(as_text(repeated)) if repeated else "",
            papers=shown.papers(chunk),
        )

    async def _summaries(self, graph: Minigraph) -> list[WrittenText]:
        """Return the summaries of the chunks (Eq. 2); those without words are left out."""
        given = self.parameters
        if not (len(self.chunks) > 1 and given.chunk_summaries and given.paths):
            return []
        words = max(1, words_of(self.task) // len(self.chunks))
        length = f"Write one paragraph of at most {words} words."

        def question(chunk: Sequence[Paper], shown: Shown) -> Question[WrittenText]:
            needed = shown.ids(chunk)
            return self._text_question(
                shown, "chunk summaries", graph, needed, length, words, papers=shown.papers(chunk)
            )

        instead = "these papers were not summarised"
        asked = [self.asker.text(chunk, question, instead) for chunk in self.chunks]
        found = await self.asker.together("chunk summaries", asked)
        return [text for text in found if text.paragraphs]

    async def _experts(
        self, summaries: Sequence[WrittenText], graph: Minigraph
    ) -> list[WrittenText]:
        """Have each expert write from the pieces, in an order of its own (Eq. 3).

        Where none of them writes anything that can be used, the summaries are the text.
        """
        given, task = self.parameters, self.task
        pieces: list[_Piece] = [partial(self._show_summary, summary) for summary in summaries]
        if not pieces:
            pieces = [partial(_show_paper, paper) for paper in task.references]
        number = given.experts if given.paths else 1
        read = [tuple(pieces)] * number
        if given.paths and given.permutations:
            read = list(orders(pieces, number, task.seed))
        spread = given.paths and not given.permutations
        paragraphs = (
            f"in {task.paragraphs} paragraph{'s' if task.paragraphs > 1 else ''}"
            if task.paragraphs
            else "in paragraphs by theme"
        )
        length = f"Write at most {words_of(task)} words, {paragraphs}."
        cited = {short for text in summaries for short in cited_ids(text)}
        held = [short for short in self.asker.ids.all if short in cited]

        def question(sample: int, own: Sequence[_Piece], shown: Shown) -> Question[WrittenText]:
            return self._text_question(
                shown,
                EXPERTS,
                graph,
                held if summaries else shown.ids(task.references),
                length,
                words_of(task),
                temperature=SPREAD if spread else 0.0,
                sample=sample if spread else 0,
                summaries=(", ".join(held) or "(none)") if summaries else "",
                papers="\n\n".join(filter(None, (piece(shown) for piece in own))),
            )

        # Of summaries none can be left out: they are the model's own words.
        papers = () if summaries else task.references
        nothing = OrElse(WrittenText(paragraphs=[]), "the other texts were chosen from")
        asked = [
            self.asker.ask(papers, partial(question, sample, own), nothing)
            for sample, own in enumerate(read)
        ]
        texts = [text for text in await self.asker.together(EXPERTS, asked) if text.paragraphs]
        return texts or [WrittenText(paragraphs=[own for it in summaries for own in it.paragraphs])]

    def _text_question(
        self,
        shown: Shown,
        step: str,
        graph: Minigraph,
        needed: Sequence[str],
        length: str,
        words: int,
        *,
        papers: str,
        summaries: str = "",
        temperature: float = 0.0,
        sample: int = 0,
    ) -> Question[WrittenText]:
        """Return a question for a text; ``summaries`` are ids of which it shows summaries."""
        relations = as_text(graph[: round(len(graph) * shown.share)])
        return shown.text(
            step,
            "ckma/summary",
            needed,
            words,
            temperature=temperature,
            sample=sample,
            length=length,
            graph=self.asker.ports.fence.quote(relations) if graph else "",
            summaries=summaries,
            papers=papers,
            # Of a chunk's summary the experts make their own paragraphs.
            position="yes" if self.task.position and step == EXPERTS else "",
        )

    def _show_summary(self, summary: WrittenText, shown: Shown) -> str:
        cited = cited_ids(summary)
        held = [short for short in self.asker.ids.all if short in cited]
        authors = list_authors(map(self.asker.ids.paper, held), self.asker.ids)
        quoted = self.asker.ports.fence.quote(f"{authors}\n\n{shown.cut(as_plain(summary))}")
        return f"On {', '.join(held) or 'no reference'}:\n{quoted}"


def _show_paper(paper: Paper, shown: Shown) -> str:
    return shown.papers((paper,))


def _without_citations(text: WrittenText) -> str:
    return _SPACES.sub(" ", MARK.sub("", as_plain(text)))
