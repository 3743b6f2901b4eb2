"""Write related work by Citegeist: rank, summarise each paper, then write from the summaries."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from citeloom.methods.citegeist.cost import SUMMARY_TOKENS
from citeloom.methods.citegeist.likeness import MeasuredLikeness, measure_likeness
from citeloom.methods.citegeist.pages import Page, orders_in
from citeloom.methods.citegeist.parameters import CitegeistParameters
from citeloom.methods.citegeist.ranking import Ranked, ranked_batches
from citeloom.methods.modelled.asking import ask_for_parts, ask_for_text, text_question
from citeloom.methods.modelled.asking_together import ask_together
from citeloom.methods.modelled.changed_questions import ToldAnswer
from citeloom.methods.modelled.finishing import finish_result
from citeloom.methods.modelled.fitting import ask_until_it_fits
from citeloom.methods.modelled.lengths import words_of
from citeloom.methods.modelled.refused import MOST, Refused, ask_around
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.showing_papers import (
    authors_and_year,
    quote_text,
    show_draft,
    show_paper,
    without_orders,
)
from citeloom.methods.modelled.visible_words import visible_words
from citeloom.methods.modelled.written_text import WrittenText
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.models.port import AnswerError, LanguageModel, Question, RefusedError
from citeloom.models.refusals import is_excuse
from citeloom.papers.paper import Paper

RANKING, SUMMARIES, SYNTHESIS = "ranking", "summaries", "synthesis"


def _with_words(summary: str) -> str:
    if not (words := visible_words(summary)) or is_excuse(words):
        raise ValueError("there is no summary in it")
    return words


class AnsweredSummary(ToldAnswer):
    """A summary of a paper with the draft in view."""

    summary: Annotated[str, AfterValidator(_with_words)] = Field(
        description="What the paper is about, does and finds, as far as it matters to your own."
    )


async def related_work(
    task: WritingTask, parameters: CitegeistParameters, ports: Ports, model: LanguageModel
) -> Result:
    ports.progress.stage(RANKING)
    measured = await measure_likeness(
        task, ports.texts, ports.embedder, whole_draft=parameters.whole_draft
    )
    return await _BatchWriting(task, parameters, ports, model, measured).result()


class _BatchWriting:
    def __init__(
        self,
        task: WritingTask,
        parameters: CitegeistParameters,
        ports: Ports,
        model: LanguageModel,
        measured: MeasuredLikeness,
    ) -> None:
        self.task, self.ports, self.model = task, ports, model
        self.ids = ShortIds(task.references)
        self.measured = measured
        self.batches = ranked_batches(task.references, parameters, measured.likeness)
        self.refused = Refused()
        self.summaries: dict[str, str] = {}
        self.failed: dict[str, AnswerError] = {}

    async def result(self) -> Result:
        ranked = [own for batch in self.batches for own in batch]
        tell = partial(self.ports.progress.stage, SUMMARIES, total=len(ranked))
        tell(0)
        await ask_together([self._summarise(own) for own in ranked], tell)
        if len(self.failed) == len(ranked):
            raise next(iter(self.failed.values()))
        tell = partial(self.ports.progress.stage, SYNTHESIS, total=len(self.batches))
        tell(0)
        given = [
            [own.paper for own in batch if own.paper.id in self.summaries] for batch in self.batches
        ]
        parts = [(papers, partial(self._synthesis, papers)) for papers in given if papers]
        texts, failed = await ask_for_parts(parts, self.refused, tell)
        text = WrittenText(paragraphs=[own for text in texts for own in text.paragraphs])
        result = await finish_result(
            [text], self.ids, self.task, self.model, self.ports, self._trace(), self.refused
        )
        said = [self.measured.warning] if self.measured.warning else []
        said += [*self._unsummarised(), *failed]
        return replace(result, warnings=(*said, *result.warnings, *self._orders()))

    async def _summarise(self, ranked: Ranked) -> None:
        """Keep the summary of a paper; none where the model refuses it."""

        async def ask(refused: Refused) -> str:
            shown = refused.shown([ranked.paper])
            pages = () if ranked.paper.id in refused.by_title else ranked.pages
            return await ask_until_it_fits(partial(self._ask_summary, shown[0], pages, refused))

        try:
            self.summaries[ranked.paper.id] = await ask_around([ranked.paper], self.refused, ask)
        except RefusedError:
            if self.refused.shown([ranked.paper]):
                raise
        except AnswerError as error:
            paper = ranked.paper
            self.failed[paper.id] = error
            if len(self.failed) == MOST and len(self.summaries) < MOST:
                raise  # None of the first was answered: the others will not be, either.
            self.summaries[paper.id] = without_orders(paper.abstract or paper.title)

    async def _ask_summary(
        self, paper: Paper, pages: Sequence[Page], refused: Refused, share: float
    ) -> str:
        fence, ids = self.ports.fence, self.ids
        around = refused.around(self.task.surroundings)
        text = "\n\n".join(f"{page.heading}\n{page.text}".strip() for page in pages)
        text = text[: round(len(text) * share)]
        messages = self.ports.prompts["citegeist/summary"].messages(
            language=self.task.draft.language,
            draft=show_draft(self.task.draft, fence),
            paper=show_paper(paper, around, ids, fence, share),
            pages=quote_text(text, ids.short(paper.id), fence) if text else "",
        )
        question = Question(SUMMARIES, messages, AnsweredSummary, 0.0, written=SUMMARY_TOKENS)
        return (await self.model.ask(question)).summary

    async def _synthesis(self, papers: Sequence[Paper], refused: Refused) -> WrittenText:
        """Write about the papers of a batch from their summaries."""
        shown = [paper for paper in papers if paper.id not in refused.left_out]
        return await ask_until_it_fits(partial(self._ask_synthesis, shown))

    async def _ask_synthesis(self, papers: Sequence[Paper], share: float) -> WrittenText:
        needed = [self.ids.short(paper.id) for paper in papers]
        words = max(1, words_of(self.task) * len(papers) // len(self.task.references))
        messages = self.ports.prompts["citegeist/synthesis"].messages(
            language=self.task.draft.language,
            length=self._length(words),
            draft=show_draft(self.task.draft, self.ports.fence),
            summaries="\n\n".join(self._show_summary(paper, share) for paper in papers),
        )
        question = text_question(SYNTHESIS, messages, self.ids, needed, words=words)
        return await ask_for_text(self.model, question)

    def _length(self, words: int) -> str:
        asked = self.task.paragraphs
        if not asked:
            return f"Write at most {words} words, in paragraphs by theme."
        return f"Write at most {words} words, in {max(1, asked // len(self.batches))} paragraph(s)."

    def _show_summary(self, paper: Paper, share: float) -> str:
        short, summary = self.ids.short(paper.id), self.summaries[paper.id]
        text = f"{authors_and_year(paper)}\n{summary[: round(len(summary) * share)]}"
        return f"{short}:\n{quote_text(text, short, self.ports.fence)}"

    def _unsummarised(self) -> list[str]:
        """Return a warning for each paper whose summary could not be used."""
        return [
            f"{paper.key or paper.id}: no summary of it could be used "
            f"({self.failed[paper.id].problem.message}); it is written about by its abstract"
            for paper in self.task.references
            if paper.id in self.failed
        ]

    def _orders(self) -> list[str]:
        """Return a warning for each full text with sentences that give orders to a model."""
        texts = self.ports.texts
        return [
            f"{paper.key or paper.id}: its full text holds what reads like instructions to a "
            f"language model ('{orders[0]}'); read closely what was written about it"
            for paper in self.task.references
            if (orders := orders_in(paper, texts))
        ]

    def _trace(self) -> dict[str, Any]:
        return {
            "likeness": self.measured.likeness.by,
            "batches": [
                [
                    {
                        "paper": own.paper.id,
                        "score": own.score,
                        "pages": [page.heading for page in own.pages],
                        "summary": self.summaries.get(own.paper.id, ""),
                    }
                    for own in batch
                ]
                for batch in self.batches
            ],
        }
