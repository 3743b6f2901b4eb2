"""Write related work by Citegeist: rank, summarise each paper, then write from the summaries."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from citeloom.methods.citegeist.likeness import Likeness, measure_likeness
from citeloom.methods.citegeist.pages import Page, orders_in
from citeloom.methods.citegeist.parameters import CitegeistParameters
from citeloom.methods.citegeist.ranking import batches_by_theme
from citeloom.methods.modelled.asker import Asker, Shown
from citeloom.methods.modelled.finishing import finish
from citeloom.methods.modelled.lengths import words_of
from citeloom.methods.modelled.short_ids import MARK
from citeloom.methods.modelled.showing_papers import authors_and_year, quote_text
from citeloom.methods.modelled.written_text import WrittenText, as_plain
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.models.echoes import said_of_several
from citeloom.models.port import LanguageModel, Question
from citeloom.papers.paper import Paper

RANKING, SUMMARIES, SYNTHESIS = "ranking", "summaries", "synthesis"

_SUMMARY_WORDS = 125


async def related_work(
    task: WritingTask, parameters: CitegeistParameters, ports: Ports, model: LanguageModel
) -> Result:
    ports.progress.stage(RANKING)
    likeness = await measure_likeness(
        task, ports.texts, ports.embedder, whole_draft=parameters.whole_draft
    )
    return await _Run(task, parameters, ports, model, likeness).result()


class _Run:
    def __init__(
        self,
        task: WritingTask,
        parameters: CitegeistParameters,
        ports: Ports,
        model: LanguageModel,
        likeness: Likeness[Any],
    ) -> None:
        self.task, self.likeness = task, likeness
        self.asker = Asker(task, ports, model)
        self.batches = batches_by_theme(task.references, parameters, likeness)
        self.summaries: dict[str, WrittenText] = {}

    async def result(self) -> Result:
        ranked = [own for batch in self.batches for own in batch]
        without, each = "the abstract was read in its place", "its papers were asked for again"
        asked = [
            self.asker.text([own.paper], partial(self._summary, own.pages), without)
            for own in ranked
        ]
        found = await self.asker.together(SUMMARIES, asked)
        self.summaries = {own.paper.id: text for own, text in zip(ranked, found, strict=True)}
        repeated = self._drop_repeated()
        asked = [
            self.asker.text([own.paper for own in batch], self._synthesis, each)
            for batch in self.batches
        ]
        texts = await self.asker.together(SYNTHESIS, asked)
        text = WrittenText(paragraphs=[own for text in texts for own in text.paragraphs])
        result = await finish(self.asker, [text], self._trace())
        said = [*filter(None, [self.likeness.warning]), *repeated]
        return replace(result, warnings=(*said, *result.warnings, *self._orders()))

    def _summary(
        self, pages: Sequence[Page], papers: Sequence[Paper], shown: Shown
    ) -> Question[WrittenText]:
        """Return the question for a summary of one paper with the draft in view."""
        (short,), (paper,) = shown.ids(papers), papers
        read = () if paper.id in shown.refused.by_title else pages
        text = shown.cut("\n\n".join(f"{page.heading}\n{page.text}".strip() for page in read))
        return shown.text(
            SUMMARIES,
            "citegeist/summary",
            [short],
            _SUMMARY_WORDS,
            paper=shown.papers(papers),
            pages=quote_text(text, short, self.asker.ports.fence) if text else "",
        )

    def _drop_repeated(self) -> list[str]:
        """Leave out a summary that several papers get, which tells of none; return warnings."""
        words = {it: MARK.sub("", as_plain(text)) for it, text in self.summaries.items()}
        several = said_of_several({it: said for it, said in words.items() if said})
        repeated = [own for own in self.task.references if own.id in several]
        self.summaries |= {own.id: WrittenText(paragraphs=[]) for own in repeated}
        return [
            f"{own.key or own.id}: its summary is that of another paper, too; the abstract was "
            "read in its place"
            for own in repeated
        ]

    def _synthesis(self, papers: Sequence[Paper], shown: Shown) -> Question[WrittenText]:
        """Return the question for a text about the papers of a batch from their summaries."""
        words = max(1, words_of(self.task) * len(papers) // len(self.task.references))
        return shown.text(
            SYNTHESIS,
            "citegeist/synthesis",
            shown.ids(papers),
            words,
            length=self._length(words),
            summaries="\n\n".join(self._show_summary(paper, shown) for paper in shown.of(papers)),
        )

    def _length(self, words: int) -> str:
        asked = self.task.paragraphs
        if not asked:
            return f"Write at most {words} words, in paragraphs by theme."
        return f"Write at most {words} words, in {max(1, asked // len(self.batches))} paragraph(s)."

    def _show_summary(self, paper: Paper, shown: Shown) -> str:
        summary = as_plain(self.summaries[paper.id])
        if not summary:
            return shown.papers([paper])
        short = self.asker.ids.short(paper.id)
        text = f"{authors_and_year(paper)}\n{shown.cut(summary)}"
        return f"{short}:\n{self.asker.ports.fence.quote(text, short)}"

    def _orders(self) -> list[str]:
        """Return a warning for each full text with sentences that give orders to a model."""
        texts = self.asker.ports.texts
        return [
            f"{paper.key or paper.id}: its full text holds what reads like instructions to a "
            f"language model ('{orders[0]}'); read closely what was written about it"
            for paper in self.task.references
            if (orders := orders_in(paper, texts))
        ]

    def _trace(self) -> dict[str, Any]:
        return {
            "likeness": self.likeness.by,
            "batches": [
                [
                    {
                        "paper": own.paper.id,
                        "score": own.score,
                        "pages": [page.heading for page in own.pages],
                        "summary": as_plain(self.summaries[own.paper.id]),
                    }
                    for own in batch
                ]
                for batch in self.batches
            ],
        }
