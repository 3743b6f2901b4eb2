"""Write related work by Citegeist: rank, summarise each paper, then write from the summaries."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from citeloom.methods.citegeist.likeness import Likeness, measure_likeness
from citeloom.methods.citegeist.parameters import CitegeistParameters
from citeloom.methods.citegeist.ranking import batches_by_theme
from citeloom.methods.modelled.asker import Asker, Shown, join_texts
from citeloom.methods.modelled.excerpt import order_warnings, with_headings
from citeloom.methods.modelled.finishing import finish
from citeloom.methods.modelled.lengths import length_in_words, words_about
from citeloom.methods.modelled.showing_papers import authors_and_year, quote_text
from citeloom.methods.modelled.written_text import WrittenText, as_plain
from citeloom.methods.port import Ports
from citeloom.methods.result import Result
from citeloom.methods.task import WritingTask
from citeloom.models.port import LanguageModel, Question
from citeloom.papers.paper import Paper

RANKING, SUMMARIES, SYNTHESIS = "ranking", "summaries", "synthesis"

_SUMMARY_WORDS = 125


async def related_work(
    task: WritingTask, parameters: CitegeistParameters, ports: Ports, model: LanguageModel
) -> Result:
    ports.progress.stage(RANKING)
    likeness = await measure_likeness(task, ports.texts, ports.embedder)
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
        self.pages = {own.paper.id: own.pages for batch in self.batches for own in batch}
        self.summaries: dict[str, WrittenText] = {}

    async def result(self) -> Result:
        ranked = [own.paper for batch in self.batches for own in batch]
        without, each = "the abstract was used instead", "its papers were asked for again"
        found = await self.asker.texts(
            SUMMARIES, [[paper] for paper in ranked], self._summary, without
        )
        self.summaries = {paper.id: text for paper, text in zip(ranked, found, strict=True)}
        batches = [[own.paper for own in batch] for batch in self.batches]
        texts = await self.asker.texts(SYNTHESIS, batches, self._synthesis, each)
        text = join_texts(texts)
        result = await finish(self.asker, [text], self._trace())
        orders = order_warnings(self.task.references, self.asker.ports.texts)
        said = filter(None, [self.likeness.warning])
        return replace(result, warnings=(*said, *result.warnings, *orders))

    def _summary(self, papers: Sequence[Paper], shown: Shown) -> Question[WrittenText]:
        """Return the question for a summary of one paper with the draft in view."""
        (short,), (paper,) = shown.ids(papers), papers
        read = () if paper.id in shown.refused.by_title else self.pages[paper.id]
        text = shown.cut(with_headings((page.heading, page.text) for page in read))
        return shown.text(
            SUMMARIES,
            "citegeist/summary",
            [short],
            _SUMMARY_WORDS,
            paper=shown.papers(papers),
            pages=quote_text(text, short, self.asker.ports.fence) if text else "",
        )

    def _synthesis(self, papers: Sequence[Paper], shown: Shown) -> Question[WrittenText]:
        """Return the question for a text about the papers of a batch from their summaries."""
        words, asked = words_about(self.task, papers), self.task.paragraphs
        paragraphs = max(1, asked // len(self.batches)) if asked else None
        return shown.text(
            SYNTHESIS,
            "citegeist/synthesis",
            shown.ids(papers),
            words,
            length=length_in_words(words, paragraphs, len(papers)),
            summaries="\n\n".join(
                self._show_summary(paper, shown) for paper in shown.showable(papers)
            ),
        )

    def _show_summary(self, paper: Paper, shown: Shown) -> str:
        summary = as_plain(self.summaries[paper.id])
        if not summary:
            return shown.papers([paper])
        short = self.asker.ids.short(paper.id)
        text = f"{authors_and_year(paper)}\n{shown.cut(summary)}"
        return f"{short}:\n{self.asker.ports.fence.quote(text, short)}"

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
