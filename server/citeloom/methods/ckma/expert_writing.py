"""Write related work by CKMA: minigraph, chunk summaries, experts, router."""

import random
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256
from itertools import accumulate, chain
from math import factorial
from typing import Any, TypeVar

from citeloom.methods.citegeist.likeness import word_likeness
from citeloom.methods.citegeist.parameters import CitegeistParameters
from citeloom.methods.citegeist.ranking import batches_by_theme
from citeloom.methods.ckma.method import MANY, CkmaParameters
from citeloom.methods.ckma.minigraph import (
    AnsweredGraph,
    Minigraph,
    as_text,
    graph_of,
    lost_relations,
    minigraph,
    repetition_check,
)
from citeloom.methods.modelled.asker import NO_TEXT, Asker, OrElse, Shown, join_texts
from citeloom.methods.modelled.finishing import finish
from citeloom.methods.modelled.lengths import length_in_words, words_about, words_to_write
from citeloom.methods.modelled.short_ids import MARK
from citeloom.methods.modelled.showing_papers import list_authors
from citeloom.methods.modelled.written_text import WrittenText, as_plain, cited_ids
from citeloom.methods.port import NoFullTexts, Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.models.port import LanguageModel, Question
from citeloom.papers.paper import Paper

Item = TypeVar("Item")

Chunk = tuple[Paper, ...]

_FEW = 6
"""With more items than these there are always more orders than anybody asks for (5,040)."""


def chunks(papers: Sequence[Paper], size: int, seed: int) -> tuple[Chunk, ...]:
    """Return papers in random chunks of ``size``; the last one may be smaller.

    A paper's place in the shuffle depends on the seed and its own id alone, so that one more
    paper leaves the chunks before it as they were.
    """
    shuffled = sorted(papers, key=lambda paper: sha256(f"{seed}|{paper.id}".encode()).digest())
    return tuple(tuple(shuffled[start : start + size]) for start in range(0, len(shuffled), size))


def chunks_by_theme(task: WritingTask, parameters: CkmaParameters) -> tuple[tuple[Chunk, ...], ...]:
    """Return the chunks of each theme of a task: of few references there is but one."""
    themes = [task.references]
    if parameters.themes == "auto" and len(task.references) > MANY:
        likeness = word_likeness(task, NoFullTexts())
        batches = batches_by_theme(task.references, CitegeistParameters(), likeness)
        themes = [tuple(own.paper for own in batch) for batch in batches]
    return tuple(chunks(theme, parameters.chunk_size, task.seed) for theme in themes)


def orders(items: Sequence[Item], number: int, seed: int) -> tuple[tuple[Item, ...], ...]:
    """Return ``number`` different orders of items, or all there are, by simple random sampling.

    Without repetition; every order is equally likely to be among them (CKMA, path-aware
    summarization).
    """
    rng = random.Random(f"orders|{seed}")
    places = list(range(len(items)))
    wanted = min(number, factorial(len(items))) if len(items) <= _FEW else number
    found: dict[tuple[int, ...], None] = {}
    while len(found) < wanted:
        found[tuple(rng.sample(places, len(places)))] = None
    return tuple(tuple(items[place] for place in order) for order in found)


_NO_SPACES = ("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN", "YI")
"""Scripts that are written without spaces, by the names of their characters."""

_CHARACTERS_A_WORD = 2


def agreements(summaries: Sequence[str], most_words: int | None = None) -> list[float]:
    """Return for each summary the sum of its ROUGE-1 recalls against the others.

    The summary is the prediction and the other one the target, as ``rouge-score`` computes it
    without stemming; citations are taken out before. Recall rewards length, so what is beyond
    ``most_words`` is not counted.
    """
    counts = [Counter(_cut_back(tokens(summary), most_words)) for summary in summaries]
    return [
        sum(_recall(other, own) for at, other in enumerate(counts) if at != place)
        for place, own in enumerate(counts)
    ]


def tokens(text: str) -> list[str]:
    """Return the words of a text; in scripts without spaces each character is one."""
    found = []
    # One form for letters that can be written in several ways: accents, full width.
    for sign in unicodedata.normalize("NFKC", text).lower():
        if unicodedata.category(sign)[0] not in "LMN":
            found.append(" ")
        else:
            found.append(f" {sign} " if _is_word_alone(sign) else sign)
    return "".join(found).split()


def _is_word_alone(sign: str) -> bool:
    return not sign.isascii() and unicodedata.name(sign, "").startswith(_NO_SPACES)


def _cut_back(words: list[str], most: int | None) -> list[str]:
    if most is None:
        return words
    lengths = accumulate(1 / _CHARACTERS_A_WORD if _is_word_alone(word[0]) else 1 for word in words)
    return words[: sum(length <= most for length in lengths)]


def _recall(target: Counter[str], prediction: Counter[str]) -> float:
    return (target & prediction).total() / max(target.total(), 1)


def rank_by_score(scores: Sequence[float]) -> list[int]:
    """Return the places of the scores, the largest first; of equal ones the lower place first."""
    return sorted(range(len(scores)), key=lambda place: (-scores[place], place))


SUMMARIES, EXPERTS = "chunk summaries", "experts"

_RELATION_TOKENS = 40
"""Of one relation; a graph has half of those that it may have."""

_SPACES = re.compile(r"\s+")

Piece = Callable[[Shown], str]
"""A part of what an expert reads: a paper, or the summary of a chunk."""

Reading = tuple[tuple[Piece, ...], float, int]
"""What an expert reads, at which temperature, and which sample it is."""

_Theme = Sequence[Chunk]


async def related_work(
    task: WritingTask, parameters: CkmaParameters, ports: Ports, model: LanguageModel
) -> Result:
    return await ExpertWriting(task, parameters, ports, model).result()


class ExpertWriting:
    """A run of CKMA."""

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
        await self.grow_graph(self.chunks)
        summaries = await self.summaries()
        candidates = await self._experts(summaries)
        ranked, traced = [], []
        for number, (theme, texts) in enumerate(zip(self.themes, candidates, strict=True), start=1):
            scores = agreements(
                list(map(_without_citations, texts)), words_about(self.task, list(chain(*theme)))
            )
            places = self.ranked(scores)
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

    def ranked(self, scores: Sequence[float]) -> list[int]:
        """Return the places of the experts' texts, the one to take first (Eq. 4)."""
        return rank_by_score(scores)

    async def grow_graph(self, steps: Sequence[Chunk]) -> None:
        """Grow the graph chunk by chunk (Eq. 1); an unusable answer leaves it as it was."""
        for number, chunk in enumerate(steps):
            self.asker.ports.progress.stage("minigraph", number, len(steps))
            question = partial(self.graph_question, chunk)
            instead = OrElse(None, "the concept graph was built without these papers")
            answer = await self.asker.ask(chunk, question, instead)
            if answer is None:
                continue
            new, dropped = minigraph(answer, self.most_relations)
            lost = lost_relations(self.graph, new)
            self.dropped += [str(relation) for relation in (*dropped, *lost)]
            if self.graph:
                self.lost.append((len(lost), len(self.graph)))
            self.graph = new

    @property
    def most_relations(self) -> int | None:
        """How many relations the graph may have; None for any number."""
        return self.parameters.relations

    def graph_question(
        self, chunk: Sequence[Paper], shown: Shown, answer: type[AnsweredGraph] = AnsweredGraph
    ) -> Question[Any]:
        """Return the question for the graph with the concepts of a chunk."""
        repeated = self.graph[: round(len(self.graph) * shown.share)]
        return shown.value(
            "minigraph",
            "ckma/minigraph",
            answer,
            (self.most_relations or 0) * _RELATION_TOKENS // 2,
            check=repetition_check(repeated),
            types="yes" if answer is AnsweredGraph else "",
            relations=str(self.most_relations or ""),
            graph=shown.asker.ports.fence.quote(as_text(repeated)) if repeated else "",
            papers=shown.papers(chunk),
        )

    async def summaries(self) -> list[list[WrittenText]]:
        """Return the summaries of each theme's chunks (Eq. 2), those with words."""
        if len(self.chunks) <= 1:
            return [[] for _ in self.themes]
        words = max(1, words_to_write(self.task) // len(self.chunks))

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
        task = self.task
        known = {paper.id for chunk in theme for paper in chunk}
        papers = [paper for paper in task.references if paper.id in known]
        pieces: list[Piece] = [partial(self._show_summary, summary) for summary in summaries]
        if not pieces:
            pieces = [partial(_show_paper, paper) for paper in papers]
        paragraphs = max(1, task.paragraphs // len(self.themes)) if task.paragraphs else None
        held = self._held(summaries)

        def question(
            own: Sequence[Piece], temperature: float, sample: int, shown: Shown
        ) -> Question[WrittenText]:
            return self._text_question(
                shown,
                EXPERTS,
                held or shown.ids(papers),
                words_about(task, papers),
                paragraphs,
                temperature=temperature,
                sample=sample,
                summaries=", ".join(held),
                papers="\n\n".join(filter(None, (piece(shown) for piece in own))),
            )

        nothing = OrElse(NO_TEXT, "one of the other texts was chosen")
        for read in self.read_by_experts(pieces):
            # Of summaries none can be left out: they are the model's own words.
            yield self.asker.ask(() if summaries else papers, partial(question, *read), nothing)

    def read_by_experts(self, pieces: Sequence[Piece]) -> list[Reading]:
        """Return what the experts of a theme read: its pieces, each in another order."""
        read = orders(pieces, self.parameters.experts, self.task.seed)
        return [(order, 0.0, 0) for order in read]

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
