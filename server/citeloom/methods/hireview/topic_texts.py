"""Write the text of each topic, with the whole taxonomy in view."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from zlib import crc32

from pydantic import BaseModel, Field

from citeloom.grounding.sentences import sentences
from citeloom.methods.hireview.parameters import HiReviewParameters
from citeloom.methods.hireview.taxonomy import PlacedTopic, Taxonomy, show_near, show_outline
from citeloom.methods.modelled.asker import NO_TEXT, Asker, OrElse, Shown
from citeloom.methods.modelled.clean_words import Words
from citeloom.methods.modelled.lengths import WORDS_A_REFERENCE, length_in_words
from citeloom.methods.modelled.short_ids import MARK, ShortIds
from citeloom.methods.modelled.showing_papers import quote_text, without_orders
from citeloom.methods.modelled.written_text import (
    WrittenParagraph,
    WrittenText,
)
from citeloom.models.port import Question
from citeloom.papers.paper import Paper

STEP = "writing about topics"

_LEAST_WORDS = 30
_INTRODUCTION_TOKENS = 150
_MOST_IN_A_PARAGRAPH = 8
_WITH_NEAREST = "its references were moved to the nearest topic"

_FIRST, _NUMBERS, _NEXT = 100, 800, 1000
"""Of ids: P901 and those near it stand in the examples of prompts, and are no paper's."""


class Introduction(BaseModel):
    """What stands before the texts of the narrower topics of a topic."""

    introduction: Words = Field(
        description="What the narrower topics share and how they differ, in two to four sentences."
    )


@dataclass(frozen=True)
class TopicText:
    """The text of a topic."""

    placed: PlacedTopic
    text: WrittenText


def lasting_ids(papers: Sequence[Paper]) -> ShortIds:
    """Return ids with numbers that a paper keeps when others come and go.

    So a new reference asks for the text of its own topic alone.
    """
    numbers: list[int] = []
    for paper in papers:
        number = _FIRST + crc32(paper.id.encode("utf-8", "replace")) % _NUMBERS
        while number in numbers:
            number += _NEXT
        numbers.append(number)
    return ShortIds(papers, numbers)


class TopicWriter:
    """Asks for the texts of topics.

    An answer is kept by what the text follows from: the topic, those above it and right inside of
    it, its papers and the draft. So a change elsewhere in the taxonomy leaves it as it is, though
    the whole taxonomy is shown.
    """

    def __init__(self, asker: Asker, parameters: HiReviewParameters, taxonomy: Taxonomy) -> None:
        self._asker, self._parameters, self._taxonomy = asker, parameters, taxonomy
        self._papers = {paper.id: paper for paper in asker.task.references}

    async def write_versions(self, topics: Sequence[PlacedTopic]) -> list[list[TopicText]]:
        """Return the versions of the text, each a text for each topic, all asked for side by side.

        A topic of which no answer can be used has a text without words.
        """
        versions = range(self._parameters.versions)
        asked = [self._text(placed, version) for version in versions for placed in topics]
        found = await self._asker.together(STEP, asked)
        texts = (found[len(topics) * at : len(topics) * (at + 1)] for at in versions)
        kept = (self._asker.without_repeated(STEP, own, _WITH_NEAREST) for own in texts)
        return [list(map(TopicText, topics, own)) for own in kept]

    async def _text(self, placed: PlacedTopic, version: int) -> WrittenText:
        if not placed.topic.papers:
            return await self._introduction(placed, version)
        papers, text = self._papers_of(placed.topic.papers), NO_TEXT
        for alone, instead in (
            (False, "the topic was written as one paragraph"),
            (True, _WITH_NEAREST),
        ):
            if not text.paragraphs:
                question = partial(self._question, placed, version, alone)
                text = await self._asker.text(papers, question, instead)
        return text

    def _question(
        self,
        placed: PlacedTopic,
        version: int,
        alone: bool,
        papers: Sequence[Paper],
        shown: Shown,
    ) -> Question[WrittenText]:
        """Return the question for a topic's text, which sees the outline unless it is ``alone``."""
        words = self._words(len(papers))
        is_one = alone or self._is_one_paragraph(len(papers))
        return shown.text(
            STEP,
            "hireview/text",
            shown.ids(papers),
            words,
            length=length_in_words(words, 1 if is_one else None, len(papers)),
            narrower="yes" if placed.topic.topics and not alone else "",
            papers=shown.papers(papers),
            **self._around(None if alone else placed, version),
        )

    async def _introduction(self, placed: PlacedTopic, version: int) -> WrittenText:
        def question(shown: Shown) -> Question[Any]:
            return shown.value(
                STEP,
                "hireview/introduction",
                Introduction,
                _INTRODUCTION_TOKENS,
                length="two to four" if self._parameters.sections else "one or two",
                narrower=self._show_narrower(placed, shown),
                **self._around(placed, version),
            )

        papers = self._papers_of(placed.topic.all_papers())
        nothing = OrElse(None, "the topic has no introduction")
        answer = await self._asker.ask(papers, question, nothing)
        words = MARK.sub("", answer.introduction).strip() if answer else ""
        own = [sentence.text for sentence in sentences(words)]
        paragraph = WrittenParagraph(topic=placed.topic.name, sentences=own)
        return WrittenText(paragraphs=[paragraph] if own else [])

    def _around(self, placed: PlacedTopic | None, version: int) -> dict[str, Any]:
        """Return what a question shows of the taxonomy, and what its answer is kept as."""
        own = {"temperature": self._parameters.temperature, "sample": version}
        if placed is None or not self._taxonomy.is_named:
            # No question that was answered wrongly before.
            further = self._parameters.versions if placed is None else 0
            return {**own, "sample": version + further, "outline": "", "topic": ""}
        quote = self._asker.ports.fence.quote
        return {
            **own,
            "outline": quote(show_outline(self._taxonomy.topics)),
            "topic": quote(" > ".join(placed.path)),
            "kept_as": {"outline": quote(show_near(placed))},
        }

    def _papers_of(self, papers: Iterable[str]) -> list[Paper]:
        return [self._papers[paper] for paper in papers]

    def _is_one_paragraph(self, papers: int) -> bool:
        """Tell whether the text about so many papers is a single paragraph."""
        if self._asker.task.paragraphs is not None and not self._parameters.sections:
            return True
        return papers <= _MOST_IN_A_PARAGRAPH

    def _words(self, papers: int) -> int:
        asked = self._asker.task.words
        each = asked / len(self._papers) if asked else WORDS_A_REFERENCE
        return max(_LEAST_WORDS, round(each * papers))

    def _show_narrower(self, placed: PlacedTopic, shown: Shown) -> str:
        """Return the narrower topics, each with the titles of its papers."""
        parts = []
        for inner in placed.topic.topics:
            papers = shown.showable(self._papers_of(inner.all_papers()))
            titles = [title for paper in papers if (title := without_orders(paper.title))]
            kept = titles[: max(1, round(len(titles) * shown.share))]
            words = "\n".join([f"{inner.name}:", *kept])
            parts.append(quote_text(words, "", self._asker.ports.fence))
        return "\n\n".join(parts)
