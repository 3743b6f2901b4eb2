"""Have a model score the versions of a text for coverage, structure and relevance."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from pydantic import BaseModel, Field

from citeloom.methods.hireview.taxonomy import Taxonomy, show_outline
from citeloom.methods.modelled.asker import Asker, OrElse, Shown
from citeloom.methods.modelled.clean_words import Words
from citeloom.methods.modelled.showing_papers import paper_head, quote_text
from citeloom.methods.modelled.written_text import PlannedParagraph, WrittenText, as_plain
from citeloom.models.port import Question

STEP = "scores"
_SCORE_TOKENS = 150


class Scores(BaseModel):
    """What a model thinks of a version, in points from 0 to 100."""

    reason: Words = Field(description="What speaks for and against the text, in a few sentences.")
    coverage: int = Field(
        ge=0, le=100, description="Points from 0 to 100: how completely the references are covered."
    )
    structure: int = Field(
        ge=0, le=100, description="Points from 0 to 100: how clear and logical the order is."
    )
    relevance: int = Field(
        ge=0,
        le=100,
        description="Points from 0 to 100: how well all of it fits the author's paper.",
    )

    @property
    def sum(self) -> int:
        return self.coverage + self.structure + self.relevance


async def score(
    asker: Asker, taxonomy: Taxonomy, versions: Sequence[WrittenText]
) -> list[Scores | None]:
    """Return the scores of each version; None for one that got none that can be used."""

    def question(version: WrittenText, shown: Shown) -> Question[Any]:
        quote = asker.ports.fence.quote
        return shown.value(
            STEP,
            "hireview/scores",
            Scores,
            _SCORE_TOKENS,
            outline=quote(show_outline(taxonomy.topics)) if taxonomy.is_named else "",
            references=_show_references(asker, shown),
            text=quote(shown.cut(show_version(version))),
        )

    none = OrElse(None, "the version ranks last; without any score, the first one was used")
    asked = [asker.ask((), partial(question, version), none) for version in versions]
    return await asker.together(STEP, asked)


def _show_references(asker: Asker, shown: Shown) -> str:
    papers = shown.showable(asker.task.references)
    kept = papers[: max(1, round(len(papers) * shown.share))]
    return "\n\n".join(
        f"{short}:\n{quote_text(paper_head(paper), short, asker.ports.fence)}"
        for paper in kept
        for short in [asker.ids.short(paper.id)]
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
