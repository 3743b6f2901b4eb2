"""Have a model score the versions of a text for coverage, structure and relevance."""

from collections.abc import Sequence
from functools import partial

from pydantic import BaseModel, Field

from citeloom.methods.hireview.places import show_outline
from citeloom.methods.hireview.taxonomy import Taxonomy
from citeloom.methods.modelled.asking_together import answer_or_error, ask_together
from citeloom.methods.modelled.fitting import ask_until_it_fits
from citeloom.methods.modelled.refused import Refused
from citeloom.methods.modelled.short_ids import ShortIds
from citeloom.methods.modelled.showing_papers import paper_head, quote_text, show_draft
from citeloom.methods.modelled.visible_words import Words
from citeloom.methods.modelled.written_text import PlannedParagraph, WrittenText, as_plain
from citeloom.methods.port import Ports
from citeloom.methods.task import WritingTask
from citeloom.models.port import AnswerError, ContextTooLongError, LanguageModel, Question

STEP = "scores"
SCORE_TOKENS = 150


class Scores(BaseModel):
    """What a model thinks of a version, in points from 0 to 100."""

    reason: Words = Field(description="What speaks for and against the text, in a few sentences.")
    coverage: int = Field(
        ge=0, le=100, description="Points from 0 to 100: how fully the references are dealt with."
    )
    structure: int = Field(
        ge=0, le=100, description="Points from 0 to 100: how clear and logical the order is."
    )
    relevance: int = Field(
        ge=0, le=100, description="Points from 0 to 100: how well all of it fits the own paper."
    )

    @property
    def sum(self) -> int:
        return self.coverage + self.structure + self.relevance


class Judge:
    """Scores versions of the text of a task."""

    def __init__(
        self,
        task: WritingTask,
        ports: Ports,
        model: LanguageModel,
        ids: ShortIds,
        refused: Refused,
        taxonomy: Taxonomy | None,
    ) -> None:
        self._task, self._ports, self._model = task, ports, model
        self._ids, self._refused, self._taxonomy = ids, refused, taxonomy

    async def score(self, versions: Sequence[WrittenText]) -> list[Scores | None]:
        """Return the scores of each version; None for one that got none that can be used."""
        tell = partial(self._ports.progress.stage, STEP, total=len(versions))
        tell(0)
        asked = (answer_or_error(self._usable_score(version)) for version in versions)
        found = await ask_together(asked, tell)
        return [scores if isinstance(scores, Scores) else None for scores in found]

    async def _usable_score(self, version: WrittenText) -> Scores:
        try:
            return await ask_until_it_fits(partial(self._ask, version))
        except ContextTooLongError as error:
            raise AnswerError(error.problem.message, "") from None

    async def _ask(self, version: WrittenText, share: float) -> Scores:
        fence = self._ports.fence
        text = show_version(version)
        outline = fence.quote(show_outline(self._taxonomy.topics)) if self._taxonomy else ""
        messages = self._ports.prompts["hireview/scores"].messages(
            draft=show_draft(self._task.draft, fence),
            outline=outline,
            references=self._show_references(share),
            text=fence.quote(text[: round(len(text) * share)]),
        )
        return await self._model.ask(Question(STEP, messages, Scores, 0.0, written=SCORE_TOKENS))

    def _show_references(self, share: float) -> str:
        papers = self._refused.shown(self._task.references)
        kept = papers[: max(1, round(len(papers) * share))]
        return "\n\n".join(
            f"{short}:\n{quote_text(paper_head(paper), short, self._ports.fence)}"
            for paper in kept
            for short in [self._ids.short(paper.id)]
        )


def show_version(version: WrittenText) -> str:
    """Return a version as a judge reads it: with its headings, and ids in square brackets."""
    parts = []
    for paragraph in version.paragraphs:
        if isinstance(paragraph, PlannedParagraph):
            parts += [f"{'#' * heading.level} {heading.text}" for heading in paragraph.headings]
        parts.append(as_plain(WrittenText(paragraphs=[paragraph])))
    return "\n\n".join(filter(None, parts))


def rank_by_scores(scores: Sequence[Scores | None]) -> list[int]:
    """Return the places of versions, the one with most points first; of equal ones the earlier."""
    points = [own.sum if own else -1 for own in scores]
    return sorted(range(len(points)), key=lambda place: (-points[place], place))
