"""Write related work by CKMA: minigraph, chunk summaries, experts, router."""

import random
import re
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
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
from citeloom.methods.ckma.paths import Chunk, chunks_by_theme, orders
from citeloom.methods.ckma.router import agreements, rank_by_score
from citeloom.methods.modelled.asker import NO_TEXT, Asker, OrElse, Shown, join_texts
from citeloom.methods.modelled.finishing import finish
from citeloom.methods.modelled.lengths import length_in_words, words_about, words_of
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

SUMMARIES, EXPERTS = "chunk summaries", "experts"

_RELATION_TOKENS = 40
"""Of one relation; a graph has half of those that it may have."""

_SPACES = re.compile(r"\s+")

_Piece = Callable[[Shown], str]
"""A part of what an expert reads: a paper, or the summary of a chunk."""

_Theme = Sequence[Chunk]


async def related_work(
    task: WritingTask, parameters: CkmaParameters, ports: Ports, model: LanguageModel
) -> Result:
    return await _Run(task, parameters, ports, model).result()


class _Run:
    def __init__(
        self, task: WritingTask, parameters: CkmaParameters, ports: Ports, model: LanguageModel
    ) -> None:
        self.task, self.parameters = task, parameters
        self.themes = chunks_by_theme(task, parameters)
        self.chunks = [chunk for theme in self.themes for chunk in theme]
        # Numbered chunk by chunk: one more paper leaves the questions on the chunks before it.
        self.asker = Asker(task, ports, model, [paper for chunk in self.chunks for paper in chunk])
        self.graph: Minigraph = ()
        self.dropped: list[str] = []
        self.lost: list[tuple[int, int]] = []

    async def result(self) -> Result:
        await self._grow_graph()
        summaries = await self._summaries()
        candidates = await self._experts(summaries)
        rng = random.Random(f"router|{self.task.seed}")
        ranked, traced = [], []
        for number, (theme, texts) in enumerate(zip(self.themes, candidates, strict=True), start=1):
            scores = agreements(
                list(map(_without_citations, texts)), words_about(self.task, list(chain(*theme)))
            )
            places = rank_by_score(scores)
            if not self.parameters.router:
                rng.shuffle(places)
            ranked.append([texts[place] for place in places])
            traced += [
                {
                    "theme": number,
                    "text": as_plain(text),
                    "agreement": score,
                    "chosen": place == places[0],
                }
                for place, (text, score) in enumerate(zip(texts, scores, strict=True))
            ]
        trace: dict[str, Any] = {
            "chunks": [[paper.id for paper in chunk] for chunk in self.chunks],
            "minigraph": [str(relation) for relation in self.graph],
            "minigraph_dropped": self.dropped,
            "minigraph_lost": [{"lost": lost, "of": of} for lost, of in self.lost],
            "chunk_summaries": [as_plain(text) for own in summaries for text in own],
            "candidates": traced,
        }
        versions = [
            join_texts(texts[min(at, len(texts) - 1)] for texts in ranked)
            for at in range(max(map(len, ranked)))
        ]
        result = await finish(self.asker, versions, trace)
        graphs = (graph_of(self.graph, self.task.references),) if self.graph else ()
        return replace(result, graphs=graphs)

    async def _grow_graph(self) -> None:
        """Grow the graph chunk by chunk (Eq. 1); an unusable answer leaves it as it was."""
        steps = self.chunks if self.parameters.iteration else [self.task.references]
        if not self.parameters.minigraph:
            return
        for number, chunk in enumerate(steps):
            self.asker.ports.progress.stage("minigraph", number, len(steps))
            question = partial(self._graph_question, chunk)
            instead = OrElse(None, "the graph of concepts went on without these papers")
            answer = await self.asker.ask(chunk, question, instead)
            if answer is None:
                continue
            new, dropped = minigraph(answer, self._most_relations)
            lost = lost_relations(self.graph, new)
            self.dropped += [str(relation) for relation in (*dropped, *lost)]
            if self.graph:
                self.lost.append((len(lost), len(self.graph)))
            self.graph = new

    @property
    def _most_relations(self) -> int | None:
        return self.parameters.relations if self.parameters.volume else None

    def _graph_question(self, chunk: Sequence[Paper], shown: Shown) -> Question[Any]:
        given = self.parameters
        repeated = self.graph[: round(len(self.graph) * shown.share)]
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

    async def _summaries(self) -> list[list[WrittenText]]:
        """Return the summaries of each theme's chunks (Eq. 2), those with words."""
        given = self.parameters
        if not (len(self.chunks) > 1 and given.chunk_summaries and given.paths):
            return [[] for _ in self.themes]
        words = max(1, words_of(self.task) // len(self.chunks))

        def question(chunk: Sequence[Paper], shown: Shown) -> Question[WrittenText]:
            return self._text_question(
                shown,
                SUMMARIES,
                shown.ids(chunk),
                words,
                1,
                papers=shown.papers(chunk),
            )

        instead = "these papers were not summarised"
        found = iter(await self.asker.texts(SUMMARIES, self.chunks, question, instead))
        return [[text for _ in theme if (text := next(found)).paragraphs] for theme in self.themes]

    async def _experts(self, summaries: Sequence[Sequence[WrittenText]]) -> list[list[WrittenText]]:
        """Have the experts of each theme write from its pieces, each in another order (Eq. 3).

        Where none of a theme writes anything that can be used, its summaries are the text.
        """
        asked = [
            list(self._ask_experts(theme, own))
            for theme, own in zip(self.themes, summaries, strict=True)
        ]
        found = iter(await self.asker.together(EXPERTS, list(chain.from_iterable(asked))))
        texts = [[text for _ in own if (text := next(found)).paragraphs] for own in asked]
        return [own or [join_texts(read)] for own, read in zip(texts, summaries, strict=True)]

    def _ask_experts(
        self, theme: _Theme, summaries: Sequence[WrittenText]
    ) -> Iterator[Coroutine[Any, Any, WrittenText]]:
        given, task = self.parameters, self.task
        known = {paper.id for chunk in theme for paper in chunk}
        papers = [paper for paper in task.references if paper.id in known]
        pieces: list[_Piece] = [partial(self._show_summary, summary) for summary in summaries]
        if not pieces:
            pieces = [partial(_show_paper, paper) for paper in papers]
        number = given.experts if given.paths else 1
        read = [tuple(pieces)] * number
        if given.paths and given.permutations:
            read = list(orders(pieces, number, task.seed))
        spread = given.paths and not given.permutations
        paragraphs = max(1, task.paragraphs // len(self.themes)) if task.paragraphs else None
        held = self._held(summaries)

        def question(sample: int, own: Sequence[_Piece], shown: Shown) -> Question[WrittenText]:
            return self._text_question(
                shown,
                EXPERTS,
                held or shown.ids(papers),
                words_about(task, papers),
                paragraphs,
                temperature=SPREAD if spread else 0.0,
                sample=sample if spread else 0,
                summaries=", ".join(held),
                papers="\n\n".join(filter(None, (piece(shown) for piece in own))),
            )

        nothing = OrElse(NO_TEXT, "the other texts were chosen from")
        for sample, order in enumerate(read):
            # Of summaries none can be left out: they are the model's own words.
            yield self.asker.ask(
                () if summaries else papers, partial(question, sample, order), nothing
            )

    def _held(self, summaries: Sequence[WrittenText]) -> list[str]:
        """Return the ids that summaries cite, in their order."""
        cited = {short for text in summaries for short in cited_ids(text)}
        return [short for short in self.asker.ids.all if short in cited]

    def _text_question(
        self,
        shown: Shown,
        step: str,
        needed: Sequence[str],
        words: int,
        paragraphs: int | None,
        *,
        summaries: str = "",
        **asked: Any,
    ) -> Question[WrittenText]:
        """Return a question for a text; ``summaries`` are ids of which it shows summaries."""
        relations = as_text(self.graph[: round(len(self.graph) * shown.share)])
        return shown.text(
            step,
            "ckma/summary",
            needed,
            words,
            length=length_in_words(words, paragraphs, len(needed)),
            graph=self.asker.ports.fence.quote(relations) if relations else "",
            summaries=summaries,
            # Of a chunk's summary the experts make their own paragraphs.
            position="yes" if self.task.position and step == EXPERTS else "",
            **asked,
        )

    def _show_summary(self, summary: WrittenText, shown: Shown) -> str:
        held = self._held([summary])
        authors = list_authors(map(self.asker.ids.paper, held), self.asker.ids)
        quoted = self.asker.ports.fence.quote(f"{authors}\n\n{shown.cut(as_plain(summary))}")
        return f"On {', '.join(held) or 'no reference'}:\n{quoted}"


def _show_paper(paper: Paper, shown: Shown) -> str:
    return shown.papers((paper,))


def _without_citations(text: WrittenText) -> str:
    return _SPACES.sub(" ", MARK.sub("", as_plain(text)))
