"""Write related work by CKMA: minigraph, chunk summaries, experts, router."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from citeloom.methods.ckma.cost import graph_tokens
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
from citeloom.methods.modelled.asking import ask_for_parts, ask_for_text
from citeloom.methods.modelled.asking_together import answer_or_error, ask_together
from citeloom.methods.modelled.finishing import finish_result
from citeloom.methods.modelled.fitting import LEAST_SHARE, ask_until_it_fits
from citeloom.methods.modelled.lengths import TOKENS_A_WORD, words_of
from citeloom.methods.modelled.refused import Refused, ask_around
from citeloom.methods.modelled.short_ids import MARK, ShortIds
from citeloom.methods.modelled.showing_papers import list_authors, show_draft, show_papers
from citeloom.methods.modelled.written_text import (
    WrittenText,
    as_plain,
    cited_ids,
    ids_check,
    text_type,
)
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.models.port import (
    AnswerError,
    ContextTooLongError,
    LanguageModel,
    Question,
    RefusedError,
)
from citeloom.papers.paper import Paper

_SPREAD = 0.7
"""Temperature of the experts where they do not differ by what they read."""

_Piece = Callable[[float, Refused], str]
"""A part of what a model reads, by the share of it, and the papers, that are to be shown."""

_MANY = 0.5
"""A share of the graph whose loss in one step the author is told of."""

_SPACES = re.compile(r"\s+")


async def related_work(
    task: WritingTask, parameters: CkmaParameters, ports: Ports, model: LanguageModel
) -> Result:
    return await _Run(task, parameters, ports, model).result()


class _Run:
    def __init__(
        self, task: WritingTask, parameters: CkmaParameters, ports: Ports, model: LanguageModel
    ) -> None:
        self.task = task
        self.parameters = parameters
        self.ports = ports
        self.model = model
        self.chunks = chunks(task.references, parameters.chunk_size, task.seed)
        # Numbered chunk by chunk: one more paper leaves the questions on the chunks before it.
        self.ids = ShortIds([paper for chunk in self.chunks for paper in chunk])
        self.dropped: list[str] = []
        self.lost: list[tuple[int, int]] = []
        self.refused = Refused()
        self.failed: list[str] = []

    async def result(self) -> Result:
        given = self.chunks
        graph = await self._graph(given)
        pieces, summaries = await self._pieces(given, graph)
        texts = await self._experts(pieces, summaries, graph)
        plain = [_without_citations(text) for text in texts]
        scores = agreements(plain, words_of(self.task)) if len(texts) > 1 else [0.0]
        places = rank_by_score(scores)
        if not self.parameters.router:
            random.Random(f"router|{self.task.seed}").shuffle(places)
        trace: dict[str, Any] = {
            "chunks": [[paper.id for paper in chunk] for chunk in given],
            "minigraph": [str(relation) for relation in graph],
            "minigraph_dropped": self.dropped,
            "minigraph_lost": [{"lost": lost, "of": of} for lost, of in self.lost],
            "chunk_summaries": [as_plain(summary) for summary in summaries],
            "candidates": [
                {"text": as_plain(text), "agreement": score, "chosen": place == places[0]}
                for place, (text, score) in enumerate(zip(texts, scores, strict=True))
            ],
        }
        versions = [texts[place] for place in places]
        shown = graph_of(graph, self.task.references)
        result = await finish_result(
            versions, self.ids, self.task, self.model, self.ports, trace, self.refused
        )
        warnings = (*result.warnings, *self._losses(), *self.failed)
        return replace(result, graphs=(shown,) if graph else (), warnings=warnings)

    def _losses(self) -> Iterator[str]:
        """Say how much of the graph was lost, where that was much in a step."""
        lost, of = (sum(numbers[place] for numbers in self.lost) for place in (0, 1))
        if any(lost_now > _MANY * of_now for lost_now, of_now in self.lost):
            yield (
                f"while the graph of concepts grew, the model left out {lost} of {of} relations "
                "that it had drawn before; the trace names them"
            )

    async def _graph(self, given: Sequence[Sequence[Paper]]) -> Minigraph:
        if not self.parameters.minigraph:
            return ()
        steps = given if self.parameters.iteration else [self.task.references]
        graph: Minigraph = ()
        for number, chunk in enumerate(steps):
            self.ports.progress.stage("minigraph", number, len(steps))
            graph = await self._grown_graph(graph, chunk)
        return graph

    async def _grown_graph(self, graph: Minigraph, chunk: Sequence[Paper]) -> Minigraph:
        """Return the graph with a chunk, without the papers of it that the model refuses."""
        dropped, lost = len(self.dropped), len(self.lost)

        async def ask(refused: Refused) -> Minigraph:
            # Questions that look for a refused paper leave nothing behind.
            del self.dropped[dropped:], self.lost[lost:]
            return await self._next_graph(graph, refused.shown(chunk), refused)

        try:
            return await ask_around(chunk, self.refused, ask)
        except RefusedError:
            if self.refused.shown(chunk):
                raise
            return graph

    async def _next_graph(
        self, graph: Minigraph, chunk: Sequence[Paper], refused: Refused, share: float = 1.0
    ) -> Minigraph:
        """Return the graph that replaces the one so far (Eq. 1)."""
        given = self.parameters
        repeated = graph[: round(len(graph) * share)]
        messages = self.ports.prompts["ckma/minigraph"].messages(
            types="yes" if given.types else "",
            relations=str(given.relations) if given.volume else "",
            graph=self._quote_graph(repeated),
            papers=self._show(chunk, share, refused),
        )
        answer_type: type[AnsweredGraph] | type[FreeGraph]
        answer_type = AnsweredGraph if given.types else FreeGraph
        question: Question[Any] = Question(
            "minigraph",
            messages,
            answer_type,
            0.0,
            check=repetition_check(repeated),
            written=graph_tokens(given) if given.volume else 0,
        )
        try:
            answer = await self.model.ask(question)
        except ContextTooLongError:
            if len(chunk) > 1 and given.iteration:
                half = len(chunk) // 2
                graph = await self._next_graph(graph, chunk[:half], refused)
                return await self._next_graph(graph, chunk[half:], refused)
            if share > 2 * LEAST_SHARE:
                return await self._next_graph(graph, chunk, refused, share / 2)
            raise
        most = given.relations if given.volume else None
        new, dropped = minigraph(answer, most)
        lost = lost_relations(graph, new)
        self.dropped += [str(relation) for relation in (*dropped, *lost)]
        if graph:
            self.lost.append((len(lost), len(graph)))
        return new

    def _quote_graph(self, graph: Minigraph) -> str:
        return self.ports.fence.quote(as_text(graph)) if graph else ""

    async def _pieces(
        self, given: Sequence[Sequence[Paper]], graph: Minigraph
    ) -> tuple[list[_Piece], list[WrittenText]]:
        """Return the pieces that the experts read, and the chunk summaries (Eq. 2)."""
        parameters = self.parameters
        if len(given) > 1 and parameters.chunk_summaries and parameters.paths:
            tell = partial(self.ports.progress.stage, "chunk summaries", total=len(given))
            tell(0)
            parts = [(chunk, partial(self._summary, chunk, graph, len(given))) for chunk in given]
            summaries, self.failed = await ask_for_parts(parts, self.refused, tell)
            return [partial(self._show_summary, summary) for summary in summaries], summaries
        papers = self.task.references
        return [partial(self._show, (paper,)) for paper in papers], []

    def _show(self, papers: Sequence[Paper], share: float, refused: Refused) -> str:
        around = refused.around(self.task.surroundings)
        return show_papers(refused.shown(papers), around, self.ids, self.ports.fence, share)

    def _show_summary(self, summary: WrittenText, share: float, _: Refused) -> str:
        text, held = as_plain(summary), self._known_ids(summary)
        authors = list_authors([self.ids.paper(short) for short in held], self.ids)
        quoted = self.ports.fence.quote(f"{authors}\n\n{text[: round(len(text) * share)]}")
        return f"On {', '.join(held) or 'no reference'}:\n{quoted}"

    def _known_ids(self, *texts: WrittenText) -> list[str]:
        """Return the ids of the list that any of the texts cites."""
        cited = {short for text in texts for short in cited_ids(text)}
        return [short for short in self.ids.all if short in cited]

    async def _summary(
        self, chunk: Sequence[Paper], graph: Minigraph, of: int, refused: Refused
    ) -> WrittenText:
        chunk = refused.shown(chunk)
        shorts = [self.ids.short(paper.id) for paper in chunk]
        words = max(1, words_of(self.task) // of)
        length = f"Write one paragraph of at most {words} words."
        try:
            return await self._ask(
                "chunk summaries",
                partial(self._show, chunk),
                graph,
                shorts,
                length,
                words,
                refused,
            )
        except ContextTooLongError:
            if len(chunk) == 1:
                raise
            half = len(chunk) // 2
            parts = await ask_together(
                self._summary(part, graph, of, refused) for part in (chunk[:half], chunk[half:])
            )
            return WrittenText(paragraphs=[p for part in parts for p in part.paragraphs])

    async def _experts(
        self, pieces: Sequence[_Piece], summaries: Sequence[WrittenText], graph: Minigraph
    ) -> list[WrittenText]:
        """Have each expert write from the pieces, in an order of its own (Eq. 3).

        An answer that cannot be used is no candidate. Where none can be, and the chunks are
        summarised, their summaries are the text.
        """
        given, task = self.parameters, self.task
        number = given.experts if given.paths else 1
        if given.paths and given.permutations:
            read = orders(pieces, number, task.seed)
        else:
            read = (tuple(pieces),) * number
        spread = given.paths and not given.permutations
        paragraphs = (
            f"in {task.paragraphs} paragraph{'s' if task.paragraphs > 1 else ''}"
            if task.paragraphs
            else "in paragraphs by theme"
        )
        length = f"Write at most {words_of(task)} words, {paragraphs}."
        tell = partial(self.ports.progress.stage, "experts", total=len(read))
        tell(0)
        held = self._known_ids(*summaries)

        async def ask(own: Sequence[_Piece], sample: int, refused: Refused) -> WrittenText:
            shown = [self.ids.short(paper.id) for paper in refused.shown(task.references)]
            return await self._ask(
                "experts",
                partial(_join_pieces, own),
                graph,
                held if summaries else shown,
                length,
                words_of(task),
                refused,
                ", ".join(held) or "(none)" if summaries else "",
                _SPREAD if spread else 0.0,
                sample if spread else 0,
            )

        asked = [
            # Of summaries none can be left out: they are the model's own words.
            ask(own, sample, self.refused)
            if summaries
            else ask_around(task.references, self.refused, partial(ask, own, sample))
            for sample, own in enumerate(read)
        ]
        found = await ask_together(map(answer_or_error, asked), tell)
        texts = [text for text in found if isinstance(text, WrittenText)]
        if texts:
            return texts
        if not summaries:
            raise next(error for error in found if isinstance(error, AnswerError))
        self.failed.append(
            "no answer of the experts could be used; the summaries of the chunks are the text"
        )
        return [WrittenText(paragraphs=[part for text in summaries for part in text.paragraphs])]

    async def _ask(
        self,
        step: str,
        papers: _Piece,
        graph: Minigraph,
        needed: Sequence[str],
        length: str,
        words: int,
        refused: Refused,
        summarised: str = "",
        temperature: float = 0.0,
        sample: int = 0,
    ) -> WrittenText:
        """Ask for a text, with a smaller graph and shorter texts where it does not fit.

        ``summarised`` are the ids of which the model reads summaries of its own.
        """

        async def ask(share: float) -> WrittenText:
            messages = self.ports.prompts["ckma/summary"].messages(
                language=self.task.draft.language,
                draft=show_draft(self.task.draft, self.ports.fence),
                length=length,
                graph=self._quote_graph(graph[: round(len(graph) * share)]),
                summaries=summarised,
                papers=papers(share, refused),
            )
            ids = needed or self.ids.all
            check = ids_check(self.ids, needed)
            written = round(words * TOKENS_A_WORD)
            question = Question(step, messages, text_type(ids), temperature, sample, check, written)
            return await ask_for_text(self.model, question)

        return await ask_until_it_fits(ask)


def _without_citations(text: WrittenText) -> str:
    return _SPACES.sub(" ", MARK.sub("", as_plain(text)))


def _join_pieces(pieces: Sequence[_Piece], share: float, refused: Refused) -> str:
    return "\n\n".join(filter(None, (piece(share, refused) for piece in pieces)))
